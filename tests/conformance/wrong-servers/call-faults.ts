import type { Addressed, Behaviour, Json } from './behaviour.ts';
import { refusal } from './gui.ts';

/** The answer to one action, changed. */
const answer = (kind: string, action: string, change: (structured: Json) => Json): Partial<Behaviour> => ({
  result: (result, call) =>
    call.kind === kind && call.action === action
      ? wrap(result, change({ ...(result['structuredContent'] as Json) }))
      : result,
});

const wrap = (result: Json, structured: Json): Json => ({
  ...result,
  content: [{ type: 'text', text: JSON.stringify(structured) }],
  structuredContent: structured,
});

/** The whole result of one action, changed. */
const result = (action: string, change: (result: Json) => Json): Partial<Behaviour> => ({
  result: (given, call) => (call.action === action ? change(given) : given),
});

/** The verdict on calls for which `which` holds. */
const verdict = (
  which: (error: Json | undefined, call: Addressed) => boolean,
  instead: (error: Json | undefined) => Json | undefined,
): Partial<Behaviour> => ({ verdict: (error, call) => (which(error, call) ? instead(error) : error) });

const blocked = (error: Json | undefined) => error?.['code'] === 'blocked_by_modal';
const starts = () => undefined;

/** Faults that show when tools are called. */
export const CALL_FAULTS: Readonly<Record<string, Partial<Behaviour>>> = {
  '5.1-6': verdict(
    (error, { kind }) => error === undefined && kind === 'b',
    () => refusal('action_not_available'),
  ),
  '5.4-1': { answersAtStart: true },
  '5.4-2': answer('app', 'open_two', ({ openedWindowIds, ...rest }) => ({
    ...rest,
    openedWindowIds: (openedWindowIds as string[]).slice(0, 1),
  })),
  '5.4-3': answer('a', 'refresh', ({ message: _, ...rest }) => rest),
  '5.4-4': answer('a', 'quote', (structured) => ({ ...structured, result: { rate: '1.25', currency: 'EUR' } })),
  '5.4-5': answer('a', 'set_summary', (structured) => ({ ...structured, ok: true })),
  '5.4-6': result('submit', ({ isError: _, ...rest }) => rest),
  '6-1': { tellsEarly: (action) => action === 'set_field' },
  '6-2': { tellsEarly: (action) => action === 'set_locked' },
  '7.1-1': { counts: (part) => part !== 'blocks' },
  '7.1-2': { counts: (part) => part !== 'summary' },
  '7.1-3': verdict((error) => error?.['code'] === 'stale_state', starts),
  '7.1-4': verdict(
    (error) => error?.['code'] === 'stale_state',
    () => refusal('stale_state'),
  ),
  '7.1-5': verdict(
    (error, { args }) => error === undefined && args['expectedVersion'] !== undefined,
    () => refusal('stale_state', { currentVersion: 1 }),
  ),
  '7.2-1': verdict((error, { kind }) => blocked(error) && kind === 'a', starts),
  '7.2-2': verdict((error, { kind }) => blocked(error) && kind === 'b', starts),
  '7.2-3': verdict((error, { kind }) => blocked(error) && kind === 'modal', starts),
  '7.2-4': verdict((error) => error?.['code'] === 'action_not_available', starts),
  '7.2-5': verdict((error, { action }) => error?.['code'] === 'window_not_found' && action === 'close', starts),
  '7.3-1': answer('a', 'submit', (structured) => ({
    ...structured,
    fields: [{ field: 'recipient', error: 'Cannot be empty' }],
  })),
  '7.3-2': verdict(
    (error) => error?.['code'] === 'validation_failed',
    () => refusal('validation_failed', { fields: [] }),
  ),
  '7.4-1': verdict(
    (error, { action }) => error?.['code'] === 'window_not_found' && action === 'set_field',
    () => refusal('action_not_available'),
  ),
  '7.4-2': answer('a', 'stall', () => refusal('action_not_available')),
  '7.4-3': answer('a', 'submit', (structured) => ({ ...structured, ...('code' in structured && { message: '' }) })),
  '8.3-1': { opensTwoInSteps: true },
  '9-2': answer('data', 'load_rows', ({ result: _, ...rest }) => rest),
  '12.3-1': result('refresh', ({ structuredContent: _, ...rest }) => rest),
  '12.3-2': result('submit', ({ structuredContent: _, ...rest }) => rest),
  '12.3-3': result('refresh', (given) => ({ ...given, content: [] })),
  '12.4-3': answer('app', 'open_window', (structured) => ({ ...structured, openedWindowIds: ['nowhere'] })),
};
