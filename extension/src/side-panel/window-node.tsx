import { useState } from 'preact/hooks';
import { BlockView } from '../ui/block-view.tsx';
import { words } from '../ui/words.ts';
import { ActionList } from './action-list.tsx';
import type { WindowNode } from './panel-store.ts';

/** One window and, under it, the modals it owns. Open or closed is the reader's choice; news do not change it. */
export function WindowItem({ node }: { node: WindowNode }) {
  const { window, operable, modals } = node;
  const { id, title, version, modal, summary, blocks, actions } = window;
  const [initiallyOpen] = useState(operable);
  return (
    <li class="window">
      <details open={initiallyOpen}>
        <summary class={operable ? 'operable' : 'blocked'}>
          <span class="mark" aria-hidden="true" />
          <span class="name">{title}</span>
          {modal && <span class="chip">{words('window_modal')}</span>}
          <span class="quiet">{words('window_version', String(version))}</span>
          <span class="hidden">{words(operable ? 'window_operable' : 'window_waits')}</span>
        </summary>
        <div class="inside">
          <p class="quiet">
            <code>{id}</code> · {words(operable ? 'window_operable' : 'window_waits')}
          </p>
          {summary !== undefined && <p>{summary}</p>}
          {blocks.map((block) => (
            <BlockView key={block.id} block={block} />
          ))}
          <ActionList actions={actions} callable={operable} />
        </div>
      </details>
      {modals.length > 0 && (
        <ul class="modals" aria-label={words('window_modals', title)}>
          {modals.map((child) => (
            <WindowItem key={child.window.id} node={child} />
          ))}
        </ul>
      )}
    </li>
  );
}
