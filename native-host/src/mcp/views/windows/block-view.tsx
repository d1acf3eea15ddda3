import type { Block } from '@mcp-gui-bridge/page-sdk/protocol';
import { useContext } from 'preact/hooks';
import { ViewContext } from './context.ts';
import { PageText } from './page-text.tsx';
import { RowsTable } from './rows-table.tsx';
import { valueText } from './value-text.ts';
import type { OfferedAction } from './window-forest.ts';

export interface BlockViewProps {
  readonly block: Block;
  /** Loads further rows of the window's table, if the application offers it. */
  readonly loader: OfferedAction | undefined;
}

const NOTICE_WORDS = { info: 'Note', warn: 'Warning', error: 'Error', success: 'Done' } as const;

/** An image that is in the address itself; the view's policy lets it load nothing else, and a vector image could hold a script. */
const isInlineImage = (url: string): boolean => /^data:image\/(?!svg)/i.test(url);

/** One block (protocol §4.4). All of a page's words become text nodes. */
export function BlockView({ block, loader }: BlockViewProps) {
  switch (block.type) {
    case 'text':
      return (
        <p class="text">
          <PageText>{block.text}</PageText>
        </p>
      );
    case 'fields':
      return (
        <dl class="fields">
          {block.items.map(({ label, value }, index) => (
            <div key={`${index} ${label}`}>
              <dt>
                <PageText>{label}</PageText>
              </dt>
              <dd>
                <PageText>{valueText(value)}</PageText>
              </dd>
            </div>
          ))}
        </dl>
      );
    case 'table':
      return <RowsTable block={block} loader={loader} />;
    case 'list':
      return <ListBlock block={block} />;
    case 'notice':
      return (
        <p class={`notice ${block.severity}`}>
          <strong>{NOTICE_WORDS[block.severity]}: </strong>
          <PageText>{block.text}</PageText>
        </p>
      );
    case 'media':
      return <MediaBlock block={block} />;
    case 'custom':
      return <pre class="custom">{JSON.stringify(block.payload, null, 2)}</pre>;
  }
}

function ListBlock({ block }: { readonly block: Extract<Block, { type: 'list' }> }) {
  const { locale } = useContext(ViewContext).surroundings;
  const { items, ordered, offset = 0, total = items.length } = block;
  const rest = total - offset - items.length;
  const entries = items.map((item, index) => (
    <li key={`${index + offset}`}>
      <PageText>{valueText(item)}</PageText>
    </li>
  ));
  return (
    <div>
      {ordered === true ? <ol start={offset + 1}>{entries}</ol> : <ul>{entries}</ul>}
      {rest > 0 && <p class="quiet">and {new Intl.NumberFormat(locale).format(rest)} more</p>}
    </div>
  );
}

function MediaBlock({ block }: { readonly block: Extract<Block, { type: 'media' }> }) {
  const alt = block.alt ?? '';
  if (isInlineImage(block.url)) {
    return (
      <figure>
        <img src={block.url} alt={alt} />
        {alt !== '' && (
          <details>
            <summary>Description</summary>
            <p class="quiet">
              <PageText>{alt}</PageText>
            </p>
          </details>
        )}
      </figure>
    );
  }
  return <p class="text quiet">{alt === '' ? `Not shown here: ${block.mimeType}` : `Not shown here: ${alt}`}</p>;
}
