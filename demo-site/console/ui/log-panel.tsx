import { useState } from 'preact/hooks';
import { entriesOf, type LoggedMessage, type LogKind, type MessageLog } from '../state/message-log.ts';
import type { Store } from '../state/store.ts';
import { Panel, Switch } from './panel.tsx';
import { useStore } from './use-store.ts';

const TABS = [
  { name: 'notifications', text: 'Notifications' },
  { name: 'server', text: 'Server messages' },
  { name: 'views', text: 'View messages' },
] as const;

const SHOWN = 100;
const WORDS = { request: '', notification: '', answer: 'answer to ', error: 'error to ' } as const;

const clockTime = (at: number): string => new Date(at).toISOString().slice(11, 23);

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // It was cut.
    return text;
  }
}

function Entry({ entry }: { readonly entry: LoggedMessage }) {
  const [isOpen, setOpen] = useState(false);
  const { at, direction, peer, kind, method, subject, text, size } = entry;
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <time dateTime={new Date(at).toISOString()}>{clockTime(at)}</time>
          <span class={`direction ${direction}`}>{direction === 'in' ? '← in' : '→ out'}</span>
          <span class={kind === 'error' ? 'method error' : 'method'}>
            {WORDS[kind]}
            {method}
          </span>
          {subject !== '' && <code>{subject}</code>}
          <span class="quiet">
            {peer === 'server' ? '' : `${peer}, `}
            {size.toLocaleString()} characters
          </span>
        </summary>
        {isOpen && <pre class="json">{indented(text)}</pre>}
      </details>
    </li>
  );
}

/** Every message between console and server and between host and views, with its time (UTC). */
export function LogPanel({ log }: { readonly log: Store<MessageLog> }) {
  const [kind, setKind] = useState<LogKind>('notifications');
  const [filter, setFilter] = useState('');
  const all = useStore(log);
  const entries = entriesOf(all, kind, filter);
  return (
    <Panel
      name="log"
      title="Messages"
      aside={<span class="quiet">{all.count.toLocaleString()} so far, times in UTC</span>}
    >
      <div class="log-choices">
        <Switch label="Show" options={TABS} value={kind} onChange={(name) => setKind(name)} />
        <label class="filter">
          <span class="visually-hidden">Find in messages</span>
          <input
            type="search"
            placeholder="Find in messages"
            value={filter}
            onInput={({ currentTarget }) => setFilter(currentTarget.value)}
          />
        </label>
      </div>
      {entries.length === 0 && <p class="quiet">Nothing yet.</p>}
      <ol class="messages">
        {entries.slice(0, SHOWN).map((entry) => (
          <Entry key={entry.number} entry={entry} />
        ))}
      </ol>
    </Panel>
  );
}
