import { useContext, useId } from 'preact/hooks';
import { ActionList } from './action-list.tsx';
import { ViewContext } from './context.ts';
import { PageText } from './page-text.tsx';
import { WindowCard } from './window-card.tsx';
import type { ApplicationNode } from './window-forest.ts';

const STATES: Readonly<Record<ApplicationNode['application']['state'], string>> = {
  live: '',
  suspended: 'Asleep in its tab',
  unresponsive: 'Busy with an earlier action',
  reconnecting: 'Reconnecting',
  paused: 'Paused by you',
  over_limit: 'Shows more than can be passed on',
};

/** One web page and its windows. */
export function ApplicationSection({ node }: { readonly node: ApplicationNode }) {
  const { host } = useContext(ViewContext);
  const { application, actions, windows } = node;
  const heading = useId();
  const { name, origin, state, reason } = application;
  const words = reason ?? STATES[state];
  const { open } = host;
  return (
    <section aria-labelledby={heading}>
      <header class="application">
        <h2 id={heading}>
          <PageText>{name}</PageText>
        </h2>
        {open ? (
          <button type="button" class="link" onClick={() => void open(origin)}>
            {origin}
          </button>
        ) : (
          <span class="quiet">{origin}</span>
        )}
        {words !== '' && <span class="mark">{words}</span>}
      </header>
      <ActionList actions={actions} place={{ name, version: undefined }} />
      <ul class="windows">
        {windows.map((window) => (
          <WindowCard key={window.window.id} node={window} />
        ))}
      </ul>
      {windows.length === 0 && <p class="quiet">No windows are open.</p>}
    </section>
  );
}
