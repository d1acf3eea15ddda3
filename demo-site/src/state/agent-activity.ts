import type { CallEvent } from '@mcp-gui-bridge/page-sdk';

/** What an agent has just done, as the user reads it. */
export interface AgentActivity {
  /** Who does what where. */
  readonly what: string;
  /** What came of it; empty while it runs. */
  readonly answer: string;
  readonly state: 'running' | 'done' | 'refused' | 'unsure';
}

const STATES = { executed: 'done', not_executed: 'refused', unknown: 'unsure' } as const;

export function agentActivity(event: Exclude<CallEvent, { phase: 'finished' }>): AgentActivity {
  const place = event.window ? ` in ${event.window.title}` : '';
  const what = `${event.agent.name}: ${event.title}${place}`;
  if (event.phase === 'started') return { what, answer: '', state: 'running' };
  return { what, answer: event.message, state: STATES[event.outcome] };
}
