import type { CallAnswer, Snapshot } from '@mcp-gui-bridge/page-sdk/protocol';
import type { CallRecord } from './agent.ts';

/** Meaning of a piece of text; how it looks is the painter's. */
export type Tone = 'heading' | 'tool' | 'good' | 'refused' | 'faint';
export type Painter = (tone: Tone, text: string) => string;

export const plain: Painter = (_tone, text) => text;

const widest = 100;

export function headingLines(text: string, paint: Painter): string[] {
  return ['', paint('heading', text)];
}

/** What the agent read, one line a window. */
export function windowsLines(
  snapshot: Snapshot,
  ms: number,
  notifications: readonly string[],
  paint: Painter,
): string[] {
  const operable = new Set(snapshot.operableWindowIds);
  const names = new Map(snapshot.applications.map(({ id, name, origin }) => [id, `${name} · ${origin}`]));
  return [
    ...receivedLines(notifications, paint),
    `${paint('tool', 'read app://windows')}  ${paint('faint', `${ms} ms`)}`,
    ...snapshot.windows.map(({ id, appId, title, version }) => {
      const state = operable.has(id) ? paint('good', 'operable') : paint('refused', 'blocked ');
      return `    ${state}  ${id}  ${title}, version ${version}  ${paint('faint', names.get(appId) ?? appId)}`;
    }),
    ...snapshot.applications
      .filter(({ state }) => state !== 'live')
      .map(
        ({ name, state, reason }) =>
          `    ${paint('refused', state)}  ${name}${reason === undefined ? '' : `: ${reason}`}`,
      ),
  ];
}

/** One call: tool, arguments, answer, the notifications that came before the answer, milliseconds. */
export function callLines(record: CallRecord, paint: Painter): string[] {
  const { tool, notifications, ms } = record;
  return [
    `${paint('tool', tool)} ${shorten(JSON.stringify(record.arguments))}  ${paint('faint', `${ms} ms`)}`,
    `    ${answerText(record.answer, paint)}`,
    ...receivedLines(notifications, paint),
  ];
}

function answerText(answer: CallAnswer, paint: Painter): string {
  if (!answer.ok) {
    const { code, message, ...rest } = answer.error;
    const { callId: _, ...details } = rest;
    return `${paint('refused', code)} ${message} ${paint('faint', shorten(JSON.stringify(details)))}`;
  }
  const { message, openedWindowIds, result } = answer.value;
  const opened = openedWindowIds.length === 0 ? [] : [`opened ${openedWindowIds.join(', ')}`];
  const returned = result === undefined ? [] : [shorten(JSON.stringify(result))];
  return [paint('good', 'done'), message ?? '', ...opened, ...returned].filter((part) => part !== '').join('  ');
}

/** Several of one kind are counted. */
function receivedLines(methods: readonly string[], paint: Painter): string[] {
  if (methods.length === 0) return [];
  const counts = new Map<string, number>();
  for (const method of methods) {
    const name = method.replace('notifications/', '');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`));
  return [`    ${paint('faint', `received ${names.join(', ')}`)}`];
}

function shorten(text: string): string {
  return text.length <= widest ? text : `${text.slice(0, widest - 1)}…`;
}
