import { useId } from 'preact/hooks';
import { ActionList } from './action-list.tsx';
import { BlockView } from './block-view.tsx';
import { PageText } from './page-text.tsx';
import { rowLoader, type WindowNode } from './window-forest.ts';

/** A window with its dialogs inside it: what it shows, whether it can be used now, and what can be done. */
export function WindowCard({ node }: { readonly node: WindowNode }) {
  const { window, operable, blocker, actions, modals } = node;
  const heading = useId();
  return (
    <li>
      <article class={operable ? 'window operable' : 'window'} aria-labelledby={heading}>
        <header>
          <h3 id={heading}>
            <PageText>{window.title}</PageText>
          </h3>
          {window.modal && <span class="mark">Dialog</span>}
          {operable && <span class="mark ready">Can be used now</span>}
          {blocker && (
            <span class="mark">
              Waits for “<PageText>{blocker.title}</PageText>”
            </span>
          )}
        </header>
        {window.summary !== undefined && (
          <p class="summary">
            <PageText>{window.summary}</PageText>
          </p>
        )}
        {window.blocks.map((block) => (
          <BlockView key={block.id} block={block} loader={rowLoader(actions)} />
        ))}
        <ActionList actions={actions} place={{ name: window.title, version: window.version }} />
        {modals.length > 0 && (
          <ul class="modals" aria-label={`Dialogs of ${window.title}`}>
            {modals.map((modal) => (
              <WindowCard key={modal.window.id} node={modal} />
            ))}
          </ul>
        )}
      </article>
    </li>
  );
}
