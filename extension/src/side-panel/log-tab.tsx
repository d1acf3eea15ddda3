import { useState } from 'preact/hooks';
import { ENTRIES_KEPT, type LogEntry } from '../model/activity-log.ts';
import { nameSeen } from '../model/agent-records.ts';
import { JsonText } from '../ui/json-text.tsx';
import { durationOf, exactTimeOf } from '../ui/moments.ts';
import { words } from '../ui/words.ts';
import { filterLog, jsonLines } from './log-lines.ts';

const TONES = { executed: 'chip good', not_executed: 'chip', unknown: 'chip bad' } as const;

function State({ entry }: { entry: LogEntry }) {
  const { state, outcome = 'unknown' } = entry;
  if (state !== 'ended') return <span class="chip warn">{words(`call_${state}`)}</span>;
  return <span class={TONES[outcome]}>{words(`outcome_${outcome}`)}</span>;
}

function Entry({ entry }: { entry: LogEntry }) {
  const { at, agent, application, origin, window, title, action, message, reason, code, ms } = entry;
  const place = window === null ? application : `${application} › ${window}`;
  return (
    <li class="card entry">
      <div class="row">
        <strong>{title}</strong>
        <State entry={entry} />
      </div>
      <p class="quiet">
        <time dateTime={new Date(at).toISOString()}>{exactTimeOf(at)}</time>
        {ms !== undefined && ` · ${durationOf(ms)}`} · {nameSeen(agent) || words('agent_unnamed')}
      </p>
      <p>{place}</p>
      <p class="origin">{origin}</p>
      {message !== undefined && <p>{message}</p>}
      <details>
        <summary>{words('log_details')}</summary>
        <p class="quiet">
          <code>{[action, code, reason].filter(Boolean).join(' · ')}</code>
        </p>
        <JsonText json={entry.arguments} />
      </details>
    </li>
  );
}

/** Saves a text as a file of the person's. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The running log: what agents did in this session of the browser. */
export function LogTab({ log, onClear }: { log: readonly LogEntry[]; onClear(): void }) {
  const [text, setText] = useState('');
  const [copied, setCopied] = useState<string>();
  const entries = filterLog(log, text);
  const copy = () => {
    const lines = jsonLines(entries);
    void navigator.clipboard.writeText(lines).then(() => setCopied(lines));
  };
  const isCopied = copied !== undefined && copied === jsonLines(entries);
  const nothing = entries.length === 0;
  return (
    <>
      <div class="buttons">
        <input
          type="search"
          aria-label={words('log_filter')}
          placeholder={words('log_filter')}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="button" disabled={nothing} onClick={copy}>
          {words('log_copy')}
        </button>
        <button type="button" disabled={nothing} onClick={() => save('agent-activity.jsonl', jsonLines(entries))}>
          {words('log_export')}
        </button>
        <button type="button" disabled={log.every(({ state }) => state !== 'ended')} onClick={onClear}>
          {words('log_clear')}
        </button>
      </div>
      <p class="quiet" role="status">
        {isCopied ? words('log_copied') : words('log_count', String(entries.length), String(log.length))}
      </p>
      <p class="quiet">{words('log_kept', String(ENTRIES_KEPT))}</p>
      <ul aria-label={words('tab_activity')}>
        {entries.map((entry) => (
          <Entry key={entry.callId} entry={entry} />
        ))}
      </ul>
    </>
  );
}
