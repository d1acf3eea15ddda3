import { ErrorCode, FieldError } from '@mcp-gui-bridge/page-sdk/protocol';
import { fieldOf, openAppModal, openExtra, openModal, openNested, TITLES, toolOf } from '../application.ts';
import { type Check, demand, given, shown } from '../check.ts';
import { outcomeOf, records, type SeenAnswer, type SeenWindow } from '../seen.ts';
import type { Session } from '../session.ts';

const versionOf = (window: SeenWindow): number => {
  given(window.version !== undefined, `"${window.title}" has no version, which 4.2-7 is about`);
  return window.version;
};

function demandCode(answer: SeenAnswer, code: string): void {
  const refused = answer.response.error === undefined && answer.failed && answer.code === code;
  demand(refused, `instead of ${code}, ${outcomeOf(answer)}`);
}

/** Changes A and demands that its version grew. */
async function raises(session: Session, action: string): Promise<void> {
  const before = await session.windowNamed(TITLES.a);
  await session.act(toolOf(before, action), { value: session.unique() });
  const after = await session.windowNamed(TITLES.a);
  const [old, now] = [versionOf(before), versionOf(after)];
  demand(now > old, `the version was ${old} and is ${now}`);
}

/** Writes to A on the ground of a version that is not the current one. */
async function writeStale(session: Session) {
  const name = toolOf(await session.windowNamed(TITLES.a), 'set_field');
  await session.act(name, { value: session.unique() });
  const current = await session.windowNamed(TITLES.a);
  const value = session.unique();
  const answer = await session.call(name, { value, expectedVersion: versionOf(current) - 1 });
  return { answer, value, current };
}

async function untouched(session: Session, value: unknown): Promise<void> {
  const now = fieldOf(await session.windowNamed(TITLES.a));
  demand(now !== value, 'the call was refused and has taken effect nevertheless');
}

/** Calls A's `set_field`, which has to be refused with `code` and without effect. */
async function refused(session: Session, a: SeenWindow, code: string): Promise<void> {
  const value = session.unique();
  demandCode(await session.call(toolOf(a, 'set_field'), { value }), code);
  await untouched(session, value);
}

/** The wrong fields that an answer names. */
function fieldsOf({ structured }: SeenAnswer): readonly string[] {
  const fields = records(structured['fields']);
  const malformed = fields.find((field) => !FieldError.safeParse(field).success);
  demand(fields.length > 0 && malformed === undefined, `fields is ${shown(structured['fields'])}`);
  return fields.map(({ field }) => String(field));
}

/** §7 Consistency and errors. */
export const SECTION_7: readonly Check[] = [
  {
    id: '7.1-1',
    section: '7.1',
    level: 'MUST',
    text: "A window's version increments when its blocks change (also §6).",
    run: (session) => raises(session, 'set_field'),
  },
  {
    id: '7.1-2',
    section: '7.1',
    level: 'MUST',
    text: "A window's version increments when its summary changes.",
    run: (session) => raises(session, 'set_summary'),
  },
  {
    id: '7.1-3',
    section: '7.1',
    level: 'MUST',
    text: 'A write whose expectedVersion is not the current version is rejected with stale_state and has no effect.',
    run: async (session) => {
      const { answer, value } = await writeStale(session);
      demandCode(answer, 'stale_state');
      await untouched(session, value);
    },
  },
  {
    id: '7.1-4',
    section: '7.1',
    level: 'MUST',
    text: 'stale_state contains currentVersion.',
    run: async (session) => {
      const { answer, current } = await writeStale(session);
      given(answer.code === 'stale_state', 'the write was not refused, which 7.1-3 is about');
      const { currentVersion } = answer.structured;
      demand(
        currentVersion === current.version,
        `currentVersion is ${shown(currentVersion)}, the version ${current.version}`,
      );
    },
  },
  {
    id: '7.1-5',
    section: '7.1',
    level: 'MUST',
    text: 'A write whose expectedVersion is the current version is not rejected for it.',
    run: async (session) => {
      const a = await session.windowNamed(TITLES.a);
      const args = { value: session.unique(), expectedVersion: versionOf(a) };
      const answer = await session.call(toolOf(a, 'set_field'), args);
      demand(!answer.failed, outcomeOf(answer));
    },
  },
  {
    id: '7.2-1',
    section: '7.2',
    level: 'MUST',
    text: 'A call to a window that its modal blocks is refused with blocked_by_modal and has no effect.',
    run: async (session) => refused(session, (await openModal(session)).a, 'blocked_by_modal'),
  },
  {
    id: '7.2-2',
    section: '7.2',
    level: 'MUST',
    text: 'A call to a window that an app-level modal blocks is refused with blocked_by_modal.',
    run: async (session) => {
      const b = await session.windowNamed(TITLES.b);
      await openAppModal(session);
      demandCode(await session.call(toolOf(b, 'set_field'), { amount: 5 }), 'blocked_by_modal');
    },
  },
  {
    id: '7.2-3',
    section: '7.2',
    level: 'MUST',
    text: 'A call to a modal that its own modal blocks is refused with blocked_by_modal.',
    run: async (session) => {
      const { modal } = await openNested(session);
      demandCode(await session.call(toolOf(modal, 'open_modal')), 'blocked_by_modal');
    },
  },
  {
    id: '7.2-4',
    section: '7.2',
    level: 'MUST',
    text: 'A call to an operation that is unavailable is refused with action_not_available.',
    run: async (session) => {
      const a = await session.windowNamed(TITLES.a);
      await session.act(toolOf(a, 'set_locked'), { locked: true });
      demandCode(await session.call(toolOf(a, 'guarded')), 'action_not_available');
    },
  },
  {
    id: '7.2-5',
    section: '7.2',
    level: 'MUST',
    text: 'A call to a window that has just been closed is refused with window_not_found.',
    run: async (session) => {
      const extra = await openExtra(session);
      await session.act(toolOf(extra, 'close'));
      demandCode(await session.call(toolOf(extra, 'close')), 'window_not_found');
    },
  },
  {
    id: '7.3-1',
    section: '7.3',
    level: 'MUST',
    text: "What the application rejects is told per field, by the tool's parameter names.",
    run: async (session) => {
      const name = toolOf(await session.windowNamed(TITLES.a), 'submit');
      const answer = await session.call(name, { recipient: '', amount: -1 });
      demandCode(answer, 'validation_failed');
      const fields = fieldsOf(answer);
      const missing = ['recipient', 'amount'].find((field) => !fields.includes(field));
      demand(missing === undefined, `"${missing}" is not among the fields ${shown(fields)}`);
    },
  },
  {
    id: '7.3-2',
    section: '7.3',
    level: 'MUST',
    text: 'Arguments that break the input schema are told per field too, not as a protocol error.',
    run: async (session) => {
      const name = toolOf(await session.windowNamed(TITLES.a), 'set_field');
      const answer = await session.call(name, { value: 5 });
      demandCode(answer, 'validation_failed');
      const fields = fieldsOf(answer);
      demand(fields.includes('value'), `"value" is not among the fields ${shown(fields)}`);
    },
  },
  {
    id: '7.4-1',
    section: '7.4',
    level: 'MUST',
    text: 'A call to a window id that does not exist fails with window_not_found.',
    run: async (session) => demandCode(await session.call('nowindow__set_field', { value: 'x' }), 'window_not_found'),
  },
  {
    id: '7.4-2',
    section: '7.4',
    level: 'MUST',
    text: 'An operation that does not take effect in time fails with action_timeout.',
    run: async (session) => {
      const name = toolOf(await session.windowNamed(TITLES.a), 'stall');
      demandCode(await session.call(name), 'action_timeout');
    },
  },
  {
    id: '7.4-3',
    section: '7.4',
    level: 'MUST',
    text: 'Every failure carries one of the six codes and a message.',
    last: true,
    run: async ({ observed: { failures } }) => {
      for (const answer of failures.filter(({ response }) => response.error === undefined)) {
        const { code, structured } = answer;
        demand(ErrorCode.safeParse(code).success, `the code of ${answer.tool} is ${shown(code)}`);
        const { message } = structured;
        demand(
          typeof message === 'string' && message.trim() !== '',
          `${answer.tool}: the message is ${shown(message)}`,
        );
      }
    },
  },
];
