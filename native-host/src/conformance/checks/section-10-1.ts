import { fieldOf, journalOf, TITLES, toolOf } from '../application.ts';
import { type Check, demand, given } from '../check.ts';
import { readUntil } from '../read-until.ts';
import type { SeenWindow } from '../seen.ts';
import { LIST_CHANGED, type Session, UPDATED } from '../session.ts';

const SEPARATE =
  'started twice, the server shows two applications, so several clients of one application cannot be seen';

/** A second client that reads the same windows. */
async function sharing(session: Session): Promise<Session> {
  const a = await session.windowNamed(TITLES.a);
  const other = await session.another();
  const there = await readUntil(other, (snapshot) => snapshot.windows.find(({ title }) => title === TITLES.a));
  given(there.id === a.id, SEPARATE);
  return other;
}

/** Sets A's field and returns the value. */
async function change(session: Session): Promise<string> {
  const value = session.unique();
  await session.act(toolOf(await session.windowNamed(TITLES.a), 'set_field'), { value });
  return value;
}

const reads = (session: Session, value: string): Promise<SeenWindow> =>
  readUntil(session, ({ windows }) => windows.find((window) => window.title === TITLES.a && fieldOf(window) === value));

/** Runs two slow operations at once and demands that one ended before the other began. */
async function serialized(one: Session, two: Session): Promise<void> {
  const name = toolOf(await one.windowNamed(TITLES.a), 'slow');
  const labels = [one.unique(), one.unique()] as const;
  const answers = await Promise.all([one.call(name, { label: labels[0] }), two.call(name, { label: labels[1] })]);
  given(
    answers.every(({ failed }) => !failed),
    'two operations at once: one of them failed',
  );
  const entries = await readUntil(one, ({ windows }) => {
    const journal = windows.filter(({ title }) => title === TITLES.a).flatMap(journalOf);
    const own = journal.map(String).filter((entry) => labels.some((label) => entry.endsWith(label)));
    return own.length === 4 ? own : undefined;
  });
  const [first = ''] = entries.map((entry) => entry.replace('begin ', ''));
  demand(entries[1] === `end ${first}`, `the operations overlapped: ${entries.join(', ')}`);
}

/** §10.1 Several clients. */
export const SECTION_10_1: readonly Check[] = [
  {
    id: '10.1-1',
    section: '10.1',
    level: 'MUST',
    text: 'The state of the UI is shared: what one client does, another reads.',
    run: async (session) => {
      const other = await sharing(session);
      const value = await change(session);
      const now = await reads(other, value).catch(() => undefined);
      demand(now !== undefined, 'both clients read the same window ids, but not the same content');
    },
  },
  {
    id: '10.1-2',
    section: '10.1',
    level: 'MUST',
    text: 'Operations of one client are executed one at a time.',
    run: (session) => serialized(session, session),
  },
  {
    id: '10.1-3',
    section: '10.1',
    level: 'MUST',
    text: 'Operations of several clients are executed one at a time.',
    run: async (session) => serialized(session, await sharing(session)),
  },
  {
    id: '10.1-4',
    section: '10.1',
    level: 'MUST',
    text: 'app://windows updated is broadcast to all connections that subscribed.',
    run: async (session) => {
      const other = await sharing(session);
      const [own, since] = [await session.quiet(), await other.quiet()];
      await change(session);
      given(await session.told(UPDATED, own), 'nobody was told, which 6-9 is about');
      demand(await other.told(UPDATED, since), 'the client that did not make the change was not told');
    },
  },
  {
    id: '10.1-5',
    section: '10.1',
    level: 'MUST',
    text: 'tools/list_changed is broadcast to all connections.',
    run: async (session) => {
      const other = await sharing(session);
      const name = toolOf(await session.windowNamed(TITLES.a), 'set_locked');
      const [own, since] = [await session.quiet(), await other.quiet()];
      await session.act(name, { locked: true });
      given(await session.told(LIST_CHANGED, own), 'nobody was told, which 6-10 is about');
      demand(await other.told(LIST_CHANGED, since), 'the client that did not make the change was not told');
    },
  },
  {
    id: '10.1-6',
    section: '10.1',
    level: 'MUST',
    text: 'Subscriptions are independent per connection: who ended its own is told of no update.',
    run: async (session) => {
      const other = await sharing(session);
      await other.unsubscribe();
      try {
        const since = await other.quiet();
        await reads(other, await change(session));
        await other.quiet();
        demand(!other.wasTold(UPDATED, since), 'a client that has unsubscribed was told of an update');
      } finally {
        await other.subscribe();
      }
    },
  },
  {
    id: '10.1-7',
    section: '10.1',
    level: 'MUST',
    text: 'Subscriptions are independent per connection: one that ends leaves the others as they are.',
    run: async (session) => {
      const other = await sharing(session);
      const before = await session.quiet();
      await change(session);
      given(await session.told(UPDATED, before), 'nobody was told, which 6-9 is about');
      await other.unsubscribe();
      try {
        // In revision 2026-07-28 ending a subscription is not answered; what comes after it in order is.
        await other.toolNames();
        const since = await session.quiet();
        await change(session);
        demand(await session.told(UPDATED, since), 'one client unsubscribed, and another was told no more');
      } finally {
        await other.subscribe();
      }
    },
  },
];
