import type { Block } from '@mcp-gui-bridge/page-sdk/protocol';
import { visibleJson } from '../model/visible-json.ts';
import { JsonText } from './json-text.tsx';
import { words } from './words.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : visibleJson(value));

function Shown({
  offset = 0,
  shown,
  total,
}: {
  offset?: number | undefined;
  shown: number;
  total?: number | undefined;
}) {
  if (total === undefined || total <= shown) return null;
  return <p class="quiet">{words('block_part', String(offset + 1), String(offset + shown), String(total))}</p>;
}

function Table({ columns, rows, offset, total }: Extract<Block, { type: 'table' }>) {
  return (
    <>
      <table>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, place) => (
                <td key={place}>{textOf(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Shown offset={offset} shown={rows.length} total={total} />
    </>
  );
}

function List({ items, ordered, offset, total }: Extract<Block, { type: 'list' }>) {
  const entries = items.map((item, index) => <li key={index}>{textOf(item)}</li>);
  return (
    <>
      {ordered ? (
        <ol class="shown-list" start={(offset ?? 0) + 1}>
          {entries}
        </ol>
      ) : (
        <ul class="shown-list">{entries}</ul>
      )}
      <Shown offset={offset} shown={items.length} total={total} />
    </>
  );
}

function content(block: Block) {
  switch (block.type) {
    case 'text':
      return <p class="shown-text">{block.text}</p>;
    case 'notice':
      return (
        <p class={`notice ${block.severity}`}>
          <strong>{words(`severity_${block.severity}`)}</strong> {block.text}
        </p>
      );
    case 'fields':
      return (
        <dl>
          {block.items.map(({ label, value }, index) => (
            <div key={index} class="field">
              <dt>{label}</dt>
              <dd>{textOf(value)}</dd>
            </div>
          ))}
        </dl>
      );
    case 'table':
      return <Table {...block} />;
    case 'list':
      return <List {...block} />;
    case 'media':
      return (
        <p class="shown-text">
          {block.alt ?? words('block_media_unnamed')}{' '}
          <span class="quiet">{words('block_media', block.mimeType, block.url.slice(0, 60))}</span>
        </p>
      );
    case 'custom':
      return <JsonText json={visibleJson(block.payload, 2)} />;
  }
}

/** A block as agents read it: words of a page, shown as text and nothing else. No picture is loaded. */
export function BlockView({ block }: { block: Block }) {
  return (
    <div class="block">
      {content(block)}
      {block.sensitive && <p class="quiet">{words('block_sensitive')}</p>}
    </div>
  );
}
