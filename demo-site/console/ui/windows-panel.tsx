import { useMemo, useState } from 'preact/hooks';
import type { AgentState } from '../session/agent-session.ts';
import type { TokenCounter } from '../state/token-counter.ts';
import { type TreeApplication, type TreeWindow, windowTree } from '../state/window-tree.ts';
import { blockWords } from './block-words.ts';
import { JsonText } from './json-text.tsx';
import { Panel, Switch, TokenCount } from './panel.tsx';

interface Props {
  readonly state: AgentState;
  readonly countTokens: TokenCounter;
}

const WAYS = [
  { name: 'picture', text: 'Picture' },
  { name: 'json', text: 'JSON' },
] as const;

/** `app://windows`, as the agent reads it now. */
export function WindowsPanel({ state: { snapshot, snapshotText, status }, countTokens }: Props) {
  const [way, setWay] = useState<'picture' | 'json'>('picture');
  const tree = useMemo(() => windowTree(snapshot), [snapshot]);
  return (
    <Panel name="windows" title="Windows" aside={<TokenCount text={snapshotText} count={countTokens} />}>
      <Switch label="Show the windows as" options={WAYS} value={way} onChange={(name) => setWay(name)} />
      {way === 'json' ? (
        <JsonText value={snapshot} />
      ) : (
        tree.map((application) => <Application key={application.application.id} {...application} />)
      )}
      {tree.length === 0 && status === 'connected' && (
        <p class="quiet">No application is connected. Open a page that uses the page SDK, on a site that is allowed.</p>
      )}
    </Panel>
  );
}

function Application({ application, roots }: TreeApplication) {
  const { name, origin, state, reason, browser } = application;
  return (
    <section class="application">
      <h3>
        {name} {state !== 'live' && <span class="chip warn">{state}</span>}
      </h3>
      <p class="quiet">
        {origin} · {browser} {reason !== undefined && ` · ${reason}`}
      </p>
      {roots.length === 0 && <p class="quiet">No windows.</p>}
      <WindowList windows={roots} label={`Windows of ${name}`} />
    </section>
  );
}

function WindowList({ windows, label }: { readonly windows: readonly TreeWindow[]; readonly label: string }) {
  if (windows.length === 0) return null;
  return (
    <ul class="window-list" aria-label={label}>
      {windows.map((node) => (
        <li key={node.window.id}>
          <WindowBox {...node} />
          <WindowList windows={node.modals} label={`Dialogs over ${node.window.title}`} />
        </li>
      ))}
    </ul>
  );
}

function WindowBox({ window, operable, blocker }: TreeWindow) {
  const { id, title, modal, ownerId, version, summary, blocks } = window;
  const kind = modal ? (ownerId === null ? 'blocks the whole application' : 'dialog') : 'window';
  return (
    <article class={operable ? 'window operable' : 'window'}>
      <header>
        <h4>{title}</h4>
        <span class={operable ? 'chip good' : 'chip'}>{operable ? 'operable' : 'blocked'}</span>
      </header>
      <p class="quiet">
        <code>{id}</code> · version {version} · {kind}
      </p>
      {blocker !== undefined && <p class="quiet">Waits for “{blocker.title}”</p>}
      {summary !== undefined && <p>{summary}</p>}
      {blocks.length > 0 && (
        <details>
          <summary>{blockWords(blocks)}</summary>
          <JsonText value={blocks} />
        </details>
      )}
    </article>
  );
}
