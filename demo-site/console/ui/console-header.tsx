import { useState } from 'preact/hooks';
import type { Preferences } from '../apps/host-context.ts';
import { type AgentState, REVISIONS, type Revision } from '../session/agent-session.ts';

interface Props {
  readonly state: AgentState;
  readonly preferences: Preferences;
  onPreferences(preferences: Preferences): void;
  onReconnect(revision: Revision): void;
}

const LOCALES = ['en-US', 'de-DE', 'fr-FR', 'ja-JP', 'ar-EG'];
const STATUS_WORDS = { connecting: 'Connecting…', connected: 'Connected', closed: 'Not connected' } as const;

/** Whether there is a server, and what all views are told about the person. */
export function ConsoleHeader({ state, preferences, onPreferences, onReconnect }: Props) {
  const [revision, setRevision] = useState<Revision>(REVISIONS[0]);
  const locales = [...new Set([preferences.locale, ...LOCALES])];
  const choose = (next: Revision) => {
    setRevision(next);
    onReconnect(next);
  };
  return (
    <header class="console-header">
      <div class="console-title">
        <h1>Agent console</h1>
        <p role="status">
          <span class={`status ${state.status}`}>{STATUS_WORDS[state.status]}</span>{' '}
          <span class="quiet">{state.problem ?? state.server}</span>
        </p>
      </div>
      <div class="choices">
        {state.status === 'closed' && (
          <button type="button" class="primary small" onClick={() => onReconnect(revision)}>
            Connect again
          </button>
        )}
        <label class="choice">
          MCP
          <select value={revision} onChange={({ currentTarget }) => choose(currentTarget.value as Revision)}>
            {REVISIONS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label class="choice">
          Locale
          <select
            value={preferences.locale}
            onChange={({ currentTarget }) => onPreferences({ ...preferences, locale: currentTarget.value })}
          >
            {locales.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label class="choice">
          Theme
          <select
            value={preferences.theme}
            onChange={({ currentTarget }) =>
              onPreferences({ ...preferences, theme: currentTarget.value === 'dark' ? 'dark' : 'light' })
            }
          >
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </label>
      </div>
    </header>
  );
}
