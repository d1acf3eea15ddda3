import { openModal, openNested, TITLES } from '../application.ts';
import { type Check, demand } from '../check.ts';

/** §2 Terminology: window states, modal chains and the operable set. */
export const SECTION_2: readonly Check[] = [
  {
    id: '2-1',
    section: '2',
    level: 'MUST',
    text: 'Every window is in one of the three states: an ordinary one has no owner, so only modals have an ownerId.',
    run: async (session) => {
      await openModal(session);
      const { windows } = await session.read();
      const wrong = windows.find(({ modal, ownerId }) => !modal && ownerId !== null);
      demand(wrong === undefined, `"${wrong?.title}" (${wrong?.id}) is not modal but has the owner ${wrong?.ownerId}`);
    },
  },
  {
    id: '2-2',
    section: '2',
    level: 'MUST',
    text: 'A window-level modal takes the place of its owner in operableWindowIds; other windows stay operable.',
    run: async (session) => {
      const { a, modal } = await openModal(session);
      const { operable, windows } = await session.read();
      demand(operable.includes(modal.id), `the open modal ${modal.id} is not operable`);
      demand(!operable.includes(a.id), `its owner ${a.id} is operable`);
      const b = windows.find(({ title }) => title === TITLES.b);
      demand(b !== undefined && operable.includes(b.id), `"${TITLES.b}" is not operable`);
    },
  },
  {
    id: '2-3',
    section: '2',
    level: 'MUST',
    text: 'Of a modal chain only the tail is operable.',
    run: async (session) => {
      const { modal, nested } = await openNested(session);
      const { operable } = await session.read();
      demand(operable.includes(nested.id), `the tail ${nested.id} is not operable`);
      demand(!operable.includes(modal.id), `${modal.id} in the middle of the chain is operable`);
    },
  },
];
