import { WINDOWS_URI } from '@mcp-gui-bridge/page-sdk/protocol';
import { fieldOf, findWindow, openExtra, openModal, TITLES, toolOf } from '../application.ts';
import { type Check, demand, given, shown } from '../check.ts';
import { LIST_CHANGED, type Session, UPDATED } from '../session.ts';

/** Starts a call, waits until a notification tells of it, and asks at once, whether the call has returned or not. */
async function askedAtNotification<T>(
  session: Session,
  method: string,
  call: () => Promise<unknown>,
  ask: () => Promise<T>,
): Promise<T> {
  const since = await session.quiet();
  const called = call();
  const asked = session.told(method, since).then((told) => {
    given(told, `${method} did not come, which another check is about`);
    return ask();
  });
  // Both have ended before the next check begins.
  await Promise.allSettled([called, asked]);
  await called;
  return asked;
}

/** A change and the notification that has to follow it. */
const tellsCheck = (
  id: string,
  what: string,
  method: string,
  prepare: (session: Session) => Promise<() => Promise<unknown>>,
): Check => ({
  id,
  section: '6',
  level: 'MUST',
  text: `${what}: ${method === UPDATED ? 'app://windows updated' : 'tools/list_changed'} is sent.`,
  run: async (session) => {
    const change = await prepare(session);
    const since = await session.quiet();
    await change();
    demand(await session.told(method, since), `${method} did not come within ${session.patience.notification} ms`);
  },
});

const onA = (action: string, args: (session: Session) => object) => async (session: Session) => {
  const name = toolOf(await session.windowNamed(TITLES.a), action);
  return () => session.act(name, args(session));
};

const opening = async (session: Session) => {
  await session.applicationTool('open_window');
  return () => session.actApp('open_window');
};

const closing = async (session: Session) => {
  const extra = await openExtra(session);
  return () => session.act(toolOf(extra, 'close'));
};

const closingModal = async (session: Session) => {
  const { modal } = await openModal(session);
  return () => session.act(toolOf(modal, 'close'));
};

const unlocking = async (session: Session) => {
  const name = toolOf(await session.windowNamed(TITLES.a), 'set_locked');
  await session.act(name, { locked: true });
  return () => session.act(name, { locked: false });
};

/** §6 Notifications; that of tools hidden and restored by modals are in section 5.1. */
export const SECTION_6: readonly Check[] = [
  {
    id: '6-1',
    section: '6',
    level: 'MUST',
    text: 'app://windows updated is sent only after the state has fully taken effect: reading on it gives the new state (also §8.3).',
    run: async (session) => {
      const a = await session.windowNamed(TITLES.a);
      const value = session.unique();
      const read = await askedAtNotification(
        session,
        UPDATED,
        () => session.act(toolOf(a, 'set_field'), { value }),
        () => session.read(),
      );
      const now = findWindow(read, a.id);
      demand(
        now !== undefined && fieldOf(now) === value,
        `at the notification the field was ${shown(now && fieldOf(now))}`,
      );
    },
  },
  {
    id: '6-2',
    section: '6',
    level: 'MUST',
    text: 'tools/list_changed is sent only after the change has fully taken effect: listing on it gives the new list (also §8.3).',
    run: async (session) => {
      const a = await session.windowNamed(TITLES.a);
      const names = await askedAtNotification(
        session,
        LIST_CHANGED,
        () => session.act(toolOf(a, 'set_locked'), { locked: true }),
        () => session.toolNames(),
      );
      const guarded = toolOf(a, 'guarded');
      given(!(await session.toolNames()).includes(guarded), `${guarded} stays listed, which 5.1-3 is about`);
      demand(!names.includes(guarded), `at the notification ${guarded} was still listed`);
    },
  },
  tellsCheck('6-3', 'A window opens', UPDATED, opening),
  tellsCheck('6-4', 'A window closes', UPDATED, closing),
  tellsCheck(
    '6-5',
    'A modal pops up',
    UPDATED,
    onA('open_modal', () => ({})),
  ),
  tellsCheck('6-6', 'A modal closes', UPDATED, closingModal),
  tellsCheck('6-7', 'A window opens, so the operable set changes', LIST_CHANGED, opening),
  tellsCheck('6-8', 'A window closes, so the operable set changes', LIST_CHANGED, closing),
  tellsCheck(
    '6-9',
    'Data changes within a window',
    UPDATED,
    onA('set_field', (session) => ({ value: session.unique() })),
  ),
  tellsCheck(
    '6-10',
    'An operation becomes unavailable',
    LIST_CHANGED,
    onA('set_locked', () => ({ locked: true })),
  ),
  tellsCheck('6-11', 'An operation becomes available', LIST_CHANGED, unlocking),
  {
    id: '6-12',
    section: '6',
    level: 'MUST',
    text: 'Any change of content is told as app://windows updated: no other resource is (also §4.1).',
    last: true,
    run: async ({ connection }) => {
      const told = connection.notifications
        .filter(({ method }) => method === UPDATED)
        .map(({ params }) => params['uri']);
      const other = told.find((uri) => uri !== WINDOWS_URI);
      demand(other === undefined, `resources/updated told of ${shown(other)}`);
    },
  },
];
