import { ACTIONS, openModal, TITLES, toolOf } from '../application.ts';
import { type Check, demand, shown } from '../check.ts';
import { nameParts, outcomeOf, type SeenTool } from '../seen.ts';
import { LIST_CHANGED } from '../session.ts';
import { everyTool, readable } from './listed-tools.ts';

/** Tools that belong to a window, by its id. */
const ofWindow = (tools: readonly SeenTool[], id: string) => tools.filter(({ name }) => nameParts(name)?.owner === id);

/** §5.1 to §5.3: which tools are listed, and what they are called. Results and annotations are in section-5-4. */
export const SECTION_5: readonly Check[] = [
  {
    id: '5.1-1',
    section: '5.1',
    level: 'MUST',
    text: 'Each operable window exposes a group of tools of its own.',
    run: async (session) => {
      const names = await session.toolNames();
      for (const window of ['a', 'b'] as const) {
        const seen = await session.windowNamed(TITLES[window]);
        const missing = ACTIONS[window].find((action) => !names.includes(toolOf(seen, action)));
        demand(
          missing === undefined,
          `"${seen.title}" is operable, but ${toolOf(seen, String(missing))} is not listed`,
        );
      }
    },
  },
  {
    id: '5.1-2',
    section: '5.1',
    level: 'MUST',
    text: 'While a modal blocks a window, its whole group of tools is hidden and those of other windows are not.',
    run: async (session) => {
      const { a, modal } = await openModal(session);
      const tools = await session.tools();
      const [left] = ofWindow(tools, a.id);
      demand(left === undefined, `${left?.name} is listed while ${modal.id} blocks its window`);
      demand(ofWindow(tools, modal.id).length > 0, `no tool of the modal ${modal.id} is listed`);
      const other = toolOf(await session.windowNamed(TITLES.data), 'load_rows');
      demand(
        tools.some(({ name }) => name === other),
        `${other} of a window that is not blocked is hidden too`,
      );
    },
  },
  {
    id: '5.1-3',
    section: '5.1',
    level: 'MUST',
    text: 'An operation that is unavailable is hidden alone.',
    run: async (session) => {
      const a = await session.windowNamed(TITLES.a);
      await session.act(toolOf(a, 'set_locked'), { locked: true });
      const names = await session.toolNames();
      demand(!names.includes(toolOf(a, 'guarded')), `${toolOf(a, 'guarded')} is listed while it is unavailable`);
      demand(names.includes(toolOf(a, 'set_field')), `${toolOf(a, 'set_field')} is hidden too`);
    },
  },
  {
    id: '5.1-4',
    section: '5.1',
    level: 'MUST',
    text: 'Hiding tools, as when a modal opens, triggers tools/list_changed.',
    run: async (session) => {
      const since = await session.quiet();
      await openModal(session);
      demand(await session.told(LIST_CHANGED, since), 'a modal opened and tools/list_changed did not come');
    },
  },
  {
    id: '5.1-5',
    section: '5.1',
    level: 'MUST',
    text: 'Restoring tools, as when a modal closes, triggers tools/list_changed.',
    run: async (session) => {
      const { modal } = await openModal(session);
      const since = await session.quiet();
      await session.act(toolOf(modal, 'close'));
      demand(await session.told(LIST_CHANGED, since), 'a modal closed and tools/list_changed did not come');
    },
  },
  {
    id: '5.1-6',
    section: '5.1',
    level: 'MUST',
    text: 'Visible means available: an operation that is listed can be invoked.',
    run: async (session) => {
      const [a, b] = [await session.windowNamed(TITLES.a), await session.windowNamed(TITLES.b)];
      const names = await session.toolNames();
      const calls: [string, object][] = [
        [toolOf(a, 'guarded'), {}],
        [toolOf(a, 'refresh'), {}],
        [toolOf(b, 'set_field'), { amount: 7 }],
      ];
      for (const [name, args] of calls.filter(([candidate]) => names.includes(candidate))) {
        const answer = await session.call(name, args);
        demand(!answer.failed, `${name} is listed, but ${outcomeOf(answer)}`);
      }
    },
  },
  {
    id: '5.2-1',
    section: '5.2',
    level: 'MUST',
    text: 'A tool name has the form {winId}__{action}.',
    run: async (session) => {
      const wrong = (await session.toolNames()).find((name) => nameParts(name) === undefined);
      demand(wrong === undefined, `a tool is named ${shown(wrong)}`);
    },
  },
  {
    id: '5.2-2',
    section: '5.2',
    level: 'MUST',
    text: 'Tool names consist of A-Z, a-z, 0-9, _ and - only.',
    run: async (session) => {
      const wrong = (await session.toolNames()).find((name) => !/^[A-Za-z0-9_-]+$/.test(name));
      demand(wrong === undefined, `a tool is named ${shown(wrong)}`);
    },
  },
  {
    id: '5.2-3',
    section: '5.2',
    level: 'SHOULD',
    text: 'Every tool has a human-readable title.',
    run: (session) => everyTool(session, 'title', ({ title }) => readable(title)),
  },
  {
    id: '5.2-4',
    section: '5.2',
    level: 'SHOULD',
    text: 'Every tool has a human-readable description.',
    run: (session) => everyTool(session, 'description', ({ description }) => readable(description)),
  },
  {
    id: '5.3-1',
    section: '5.3',
    level: 'MUST',
    text: 'Closing a modal yields the top back to the previous level.',
    run: async (session) => {
      const { a, modal } = await openModal(session);
      await session.act(toolOf(modal, 'close'));
      const { operable } = await session.read();
      demand(operable.includes(a.id), `${a.id} is not operable again after its modal ${modal.id} was closed`);
    },
  },
];
