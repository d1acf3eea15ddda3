import {
  findWindow,
  openAppModal,
  openExtra,
  openNested,
  opensOne,
  TITLES,
  toolOf,
  UNSAFE_ACTION_TITLE,
} from '../application.ts';
import { type Check, demand, shown, Violation } from '../check.ts';
import type { Seen, SeenWindow } from '../seen.ts';
import type { Session } from '../session.ts';

function repeated(ids: readonly unknown[]): unknown {
  const strings = ids.filter((id) => typeof id === 'string');
  return strings.find((id, index) => strings.indexOf(id) !== index);
}

const noticeOf = ({ blocks }: SeenWindow): Seen | undefined =>
  blocks.find(({ type, severity }) => type === 'notice' && severity === 'info');

/** Changes A's content. */
async function change(session: Session): Promise<void> {
  await session.act(toolOf(await session.windowNamed(TITLES.a), 'set_field'), { value: session.unique() });
}

/** §10.2 to §10.5: app-level modals and conventions. */
export const SECTION_10: readonly Check[] = [
  {
    id: '10.2-1',
    section: '10.2',
    level: 'MUST',
    text: 'While an app-level modal exists, operableWindowIds holds it alone.',
    run: async (session) => {
      const modal = await openAppModal(session);
      const { operable } = await session.read();
      demand(
        operable.length === 1 && operable[0] === modal.id,
        `the modal is ${modal.id}, operable are ${shown(operable)}`,
      );
    },
  },
  {
    id: '10.2-2',
    section: '10.2',
    level: 'MUST',
    text: 'App-level modals can be nested: only the top is operable.',
    run: async (session) => {
      const modal = await openAppModal(session);
      const nested = await opensOne(session, () => session.act(toolOf(modal, 'open_modal')));
      const { operable } = await session.read();
      demand(operable.includes(nested.id), `the top ${nested.id} is not operable`);
      demand(!operable.includes(modal.id), `${modal.id} below the top is operable`);
    },
  },
  {
    id: '10.2-3',
    section: '10.2',
    level: 'MUST',
    text: 'While an app-level modal exists, no tool of another window is listed.',
    run: async (session) => {
      const { windows } = await session.read();
      await openAppModal(session);
      const names = await session.toolNames();
      const left = names.find((name) => windows.some(({ id }) => name.startsWith(`${id}__`)));
      demand(left === undefined, `${left} is listed`);
    },
  },
  {
    id: '10.2-4',
    section: '10.2',
    level: 'MUST',
    text: 'An app-level modal appears with modal: true and ownerId: null.',
    run: async (session) => {
      const { modal, ownerId } = await openAppModal(session);
      demand(modal && ownerId === null, `modal is ${modal}, ownerId ${shown(ownerId)}`);
    },
  },
  {
    id: '10.3-1',
    section: '10.3',
    level: 'MUST',
    text: 'Window ids are unique.',
    run: async (session) => {
      await openNested(session);
      const twice = repeated((await session.read()).windows.map(({ id }) => id));
      demand(twice === undefined, `two windows have the id ${shown(twice)}`);
    },
  },
  {
    id: '10.3-2',
    section: '10.3',
    level: 'MUST',
    text: 'Block ids are unique within their window.',
    run: async (session) => {
      for (const { title, blocks } of (await session.read()).windows) {
        const twice = repeated(blocks.map(({ id }) => id));
        demand(twice === undefined, `two blocks of "${title}" have the id ${shown(twice)}`);
      }
    },
  },
  {
    id: '10.3-3',
    section: '10.3',
    level: 'MUST',
    text: 'The id of a window that was closed is never used again.',
    run: async (session) => {
      const first = await openExtra(session);
      await session.act(toolOf(first, 'close'));
      const second = await openExtra(session);
      demand(first.id !== second.id, `a new window has the id ${first.id} of the one just closed`);
    },
  },
  {
    id: '10.3-4',
    section: '10.3',
    level: 'MUST',
    text: 'Ids are stable: a window and its blocks keep theirs when its content changes.',
    run: async (session) => {
      const before = await session.windowNamed(TITLES.a);
      await change(session);
      const after = findWindow(await session.read(), before.id);
      demand(after !== undefined, `"${TITLES.a}" had the id ${before.id} and has it no more`);
      const idOf = ({ blocks }: SeenWindow) => blocks.find(({ type }) => type === 'fields')?.['id'];
      demand(idOf(after) === idOf(before), `a block had the id ${shown(idOf(before))} and has ${shown(idOf(after))}`);
    },
  },
  {
    id: '10.3-5',
    section: '10.3',
    level: 'MUST',
    text: 'The id of a block that was removed is never used again.',
    run: async (session) => {
      const show = async (on: boolean) => {
        await session.act(toolOf(await session.windowNamed(TITLES.a), 'set_notice'), { shown: on });
        return noticeOf(await session.windowNamed(TITLES.a));
      };
      const first = await show(true);
      await show(false);
      const second = await show(true);
      if (first === undefined || second === undefined)
        throw new Violation('set_notice shows no notice of severity info');
      demand(
        first['id'] === undefined || first['id'] !== second['id'],
        `a new block has the id ${shown(first['id'])} of a removed one`,
      );
    },
  },
  {
    id: '10.4-1',
    section: '10.4',
    level: 'MUST',
    text: 'An action whose name is not safe is listed under a stable handle and can be called by it.',
    run: async (session) => {
      const a = await session.windowNamed(TITLES.a);
      const listed = async () => {
        const own = (await session.tools()).filter(({ name }) => name.startsWith(`${a.id}__`));
        return own.find(({ raw }) => String(raw['title']).includes(UNSAFE_ACTION_TITLE))?.name;
      };
      const name = await listed();
      demand(name !== undefined, `"${TITLES.a}" has no tool titled "${UNSAFE_ACTION_TITLE}"`);
      const { failed } = await session.call(name);
      demand(!failed, `${name} is listed and cannot be called`);
      await change(session);
      const later = await listed();
      demand(later === name, `it was called ${name} and is now called ${later}`);
    },
  },
  {
    id: '10.5-1',
    section: '10.5',
    level: 'MUST',
    text: 'Versions never go back.',
    last: true,
    run: async ({ observed: { lowered } }) => demand(lowered.length === 0, String(lowered[0])),
  },
];
