import { SnapshotWindow } from '@mcp-gui-bridge/page-sdk/protocol';
import { findWindow, openModal, SECRETS, TITLES, toolOf } from '../application.ts';
import { type Check, demand, shown } from '../check.ts';
import { isRecord } from '../connection.ts';
import { records } from '../seen.ts';
import type { Session } from '../session.ts';

/** Demands of every window, as it came, that its field fits what the protocol says of it. */
async function everyWindow(session: Session, field: string, fits: (value: unknown) => boolean): Promise<void> {
  for (const window of records((await session.read()).raw['windows'])) {
    const value = window[field];
    demand(fits(value), `${field} is ${shown(value)} in the window ${shown(window['title'])} (${shown(window['id'])})`);
  }
}

const { title, modal, ownerId, version } = SnapshotWindow.shape;

/** As in `btn_47`: no word that a user could understand. */
const CODE = /^[a-z]{1,8}[_-]\d+$/i;

/** What makes something of the screen unreadable for people, or `undefined`. */
function unreadable(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return 'is blank';
  return CODE.test(text.trim()) ? 'is a code' : undefined;
}

/** §4.1 to §4.3: the resource, its fields, understandability. Blocks are in section-4-4. */
export const SECTION_4: readonly Check[] = [
  {
    id: '4.1-1',
    section: '4.1',
    level: 'MUST',
    text: 'One read gives the complete snapshot: windows that a modal blocks are in it with their content.',
    run: async (session) => {
      const { a } = await openModal(session);
      const blocked = findWindow(await session.read(), a.id);
      demand(blocked !== undefined, `the blocked window ${a.id} is missing`);
      const [before, now] = [a.blocks.length, blocked.blocks.length];
      demand(before === now, `${before} blocks while operable, ${now} while blocked`);
    },
  },
  {
    id: '4.1-2',
    section: '4.1',
    level: 'MUST',
    text: 'app://windows can be subscribed.',
    windowless: true,
    run: async ({ subscriptionProblem }) => demand(subscriptionProblem === undefined, String(subscriptionProblem)),
  },
  {
    id: '4.2-1',
    section: '4.2',
    level: 'MUST',
    text: 'operableWindowIds is there and holds strings.',
    run: async (session) => {
      const { operableWindowIds: ids } = (await session.read()).raw;
      demand(Array.isArray(ids) && ids.every((id) => typeof id === 'string'), `operableWindowIds is ${shown(ids)}`);
    },
  },
  {
    id: '4.2-2',
    section: '4.2',
    level: 'MUST',
    text: 'windows is there and holds objects.',
    run: async (session) => {
      const { windows } = (await session.read()).raw;
      demand(Array.isArray(windows) && windows.every(isRecord), `windows is ${shown(windows)}`);
    },
  },
  {
    id: '4.2-3',
    section: '4.2',
    level: 'MUST',
    text: 'Every window has an id, a string.',
    run: (session) => everyWindow(session, 'id', (id) => typeof id === 'string' && id !== ''),
  },
  {
    id: '4.2-4',
    section: '4.2',
    level: 'MUST',
    text: 'Every window has a title, a string.',
    run: (session) => everyWindow(session, 'title', (value) => title.safeParse(value).success),
  },
  {
    id: '4.2-5',
    section: '4.2',
    level: 'MUST',
    text: 'Every window says whether it is modal, a boolean.',
    run: (session) => everyWindow(session, 'modal', (value) => modal.safeParse(value).success),
  },
  {
    id: '4.2-6',
    section: '4.2',
    level: 'MUST',
    text: 'Every window has an ownerId, a string or null.',
    run: (session) => everyWindow(session, 'ownerId', (value) => ownerId.safeParse(value).success),
  },
  {
    id: '4.2-7',
    section: '4.2',
    level: 'MUST',
    text: 'Every window has a version, an integer.',
    run: (session) => everyWindow(session, 'version', (value) => version.safeParse(value).success),
  },
  {
    id: '4.2-8',
    section: '4.2',
    level: 'MUST',
    text: 'Every window has blocks, an array; empty for an empty window.',
    run: (session) => everyWindow(session, 'blocks', Array.isArray),
  },
  {
    id: '4.2-9',
    section: '4.2',
    level: 'SHOULD',
    text: 'Every window has a summary, a string.',
    run: (session) => everyWindow(session, 'summary', (value) => typeof value === 'string'),
  },
  {
    id: '4.3-1',
    section: '4.3',
    level: 'SHOULD',
    text: 'A summary says in words what the window is doing; it is not left blank.',
    run: (session) =>
      everyWindow(session, 'summary', (value) => typeof value !== 'string' || unreadable(value) === undefined),
  },
  {
    id: '4.3-2',
    section: '4.3',
    level: 'SHOULD',
    text: 'Semantic primitives come before custom: no window consists of custom blocks alone.',
    run: async (session) => {
      const { windows } = await session.read();
      const opaque = windows.find(({ blocks }) => blocks.length > 0 && blocks.every(({ type }) => type === 'custom'));
      demand(opaque === undefined, `"${opaque?.title}" (${opaque?.id}) consists of custom blocks`);
    },
  },
  {
    id: '4.3-3',
    section: '4.3',
    level: 'SHOULD',
    text: 'Window titles and the labels of fields are words that users understand, not codes.',
    run: async (session) => {
      for (const { id, title: name, blocks, raw } of (await session.read()).windows) {
        const odd = typeof raw['title'] === 'string' ? unreadable(name) : undefined;
        demand(odd === undefined, `the title "${name}" of ${id} ${odd}`);
        const labels = blocks.filter(({ type }) => type === 'fields').flatMap(({ items }) => records(items));
        const label = labels.map((item) => item['label']).find((text) => typeof text === 'string' && unreadable(text));
        demand(label === undefined, `the label "${label}" in "${name}" ${unreadable(label)}`);
      }
    },
  },
  {
    id: '4.3-4',
    section: '4.3',
    level: 'SHOULD',
    text: 'Errors and warnings are stated as notice blocks with a severity.',
    run: async (session) => {
      await session.act(toolOf(await session.windowNamed(TITLES.a), 'set_field'), { value: '' });
      const { blocks } = await session.windowNamed(TITLES.a);
      const stated = blocks.some(({ type, severity }) => type === 'notice' && severity === 'error');
      demand(stated, `"${TITLES.a}" shows no notice of severity error while its field is empty`);
    },
  },
];

/** §4.5 Sensitive data. */
export const SECTION_4_5: readonly Check[] = [
  {
    id: '4.5-1',
    section: '4.5',
    level: 'MUST',
    text: 'A field marked sensitive is masked before it is exposed.',
    run: async (session) => {
      const { blocks } = await session.windowNamed(TITLES.blocks);
      const items = blocks.filter(({ type }) => type === 'fields').flatMap((block) => records(block['items']));
      const marked = items.find(({ sensitive }) => sensitive === true);
      demand(marked !== undefined, `"${TITLES.blocks}" shows no field marked sensitive`);
      demand(!JSON.stringify(items).includes(SECRETS.field), `the value arrives as it is: ${shown(marked)}`);
    },
  },
  {
    id: '4.5-2',
    section: '4.5',
    level: 'MUST',
    text: 'The value of a block marked sensitive is masked before it is exposed.',
    run: async (session) => {
      const { blocks } = await session.windowNamed(TITLES.blocks);
      const marked = blocks.find(({ sensitive }) => sensitive === true);
      demand(marked !== undefined, `"${TITLES.blocks}" shows no block marked sensitive`);
      demand(!JSON.stringify(blocks).includes(SECRETS.block), `the value arrives as it is: ${shown(marked)}`);
    },
  },
  {
    id: '4.5-3',
    section: '4.5',
    level: 'MUST',
    text: 'Plaintext of sensitive values enters no other message either.',
    last: true,
    run: async ({ observed: { leaks } }) => demand(leaks.length === 0, String(leaks[0])),
  },
];
