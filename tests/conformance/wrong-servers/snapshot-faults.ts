import { SECRETS } from '../../../native-host/src/conformance/application.ts';
import type { Behaviour, Json, Scene, Shown, ShownWindow } from './behaviour.ts';

type Faults = Readonly<Record<string, Partial<Behaviour>>>;

/** A server whose snapshot is changed before it is sent. */
const snapshot = (change: (shown: Shown, scene: Scene) => Json): Partial<Behaviour> => ({ snapshot: change });

const GHOST: ShownWindow = {
  id: 'ghost',
  title: 'One more window',
  modal: false,
  ownerId: null,
  version: 1,
  summary: 'A window beside the others',
  blocks: [],
};

/** One more window, which breaks a rule of its own. */
const ghost = (wrong: Json): Partial<Behaviour> =>
  snapshot((shown) => ({ ...shown, windows: [...shown.windows, { ...GHOST, ...wrong }] }));

const ghostBlock = (block: Json): Partial<Behaviour> => ghost({ blocks: [{ id: 'block', ...block }] });

/** The window with this title, changed. */
const windowNamed = (title: string, change: (window: ShownWindow, scene: Scene) => Json): Partial<Behaviour> =>
  snapshot((shown, scene) => ({
    ...shown,
    windows: shown.windows.map((window) => (window.title === title ? change(window, scene) : window)),
  }));

/** Blocks of the window with this title, changed. */
const blocksOf = (title: string, change: (block: Json) => Json): Partial<Behaviour> =>
  windowNamed(title, (window) => ({ ...window, blocks: window.blocks.map(change) }));

/** One more id in `operableWindowIds`. */
const alsoOperable = (which: (shown: Shown, scene: Scene) => unknown): Partial<Behaviour> =>
  snapshot((shown, scene) => {
    const more = which(shown, scene);
    return more === undefined ? shown : { ...shown, operableWindowIds: [...shown.operableWindowIds, more] };
  });

const idOf = ({ windows }: Shown, title: string) => windows.find((window) => window.title === title)?.id;

const withoutField = (name: string): Partial<Behaviour> => {
  const { [name]: _, ...rest } = GHOST;
  return snapshot((shown) => ({ ...shown, windows: [...shown.windows, rest] }));
};

const ROWS = Array.from({ length: 5_000 }, (_, number) => [number, number ** 2]);

/** Faults that show in `app://windows`. */
export const SNAPSHOT_FAULTS: Faults = {
  '2-1': windowNamed('Conformance B', (window) => ({ ...window, ownerId: 'w1' })),
  '2-2': alsoOperable((shown, { chain, appModal }) =>
    chain.length === 1 && !appModal ? idOf(shown, 'Conformance A') : undefined,
  ),
  '2-3': alsoOperable((_shown, { chain, appModal }) => (chain.length > 1 && !appModal ? chain[0]?.id : undefined)),
  '4.1-1': windowNamed('Conformance A', (window, { chain }) => (chain.length > 0 ? { ...window, blocks: [] } : window)),
  '4.2-1': alsoOperable(() => 7),
  '4.2-2': snapshot((shown) => ({ ...shown, windows: [...shown.windows, null] })),
  '4.2-3': ghost({ id: 7 }),
  '4.2-4': ghost({ title: 7 }),
  '4.2-5': ghost({ modal: 'no' }),
  '4.2-6': withoutField('ownerId'),
  '4.2-7': ghost({ version: '1' }),
  '4.2-8': ghost({ blocks: null }),
  '4.2-9': withoutField('summary'),
  '4.3-1': ghost({ summary: ' ' }),
  '4.3-2': ghostBlock({ type: 'custom', payload: {} }),
  '4.3-3': ghostBlock({ type: 'fields', items: [{ label: 'fld_12', value: '' }] }),
  '4.3-4': blocksOf('Conformance A', (block) =>
    block['severity'] === 'error' ? { ...block, severity: 'warn' } : block,
  ),
  '4.4-1': ghostBlock({ type: 'text', text: 5 }),
  '4.4-2': ghostBlock({ type: 'fields', items: [{ value: 'nameless' }] }),
  '4.4-3': ghostBlock({ type: 'table', columns: ['Product', 'Quantity'], rows: [['Mug']] }),
  '4.4-4': ghostBlock({ type: 'list', items: 'none' }),
  '4.4-5': ghostBlock({ type: 'notice', severity: 'fatal', text: 'An unknown severity' }),
  '4.4-6': ghostBlock({ type: 'media', mimeType: 'image/png', url: 'javascript:0', alt: 'Nothing' }),
  '4.4-7': blocksOf('Conformance blocks', (block) =>
    block['type'] === 'custom' ? { ...block, type: 'text', text: '' } : block,
  ),
  '4.4-8': ghostBlock({ type: 'tree', text: 'Some text' }),
  '4.4-9': ghost({ blocks: [{ type: 'text', text: 'Some text' }] }),
  '4.4-10': ghostBlock({ type: 'text', text: 'Some text', children: [] }),
  '4.4-11': ghostBlock({ type: 'text', text: 'Some text', actions: ['edit'] }),
  '4.4-12': ghostBlock({ type: 'media', mimeType: 'image/png', url: 'data:image/png;base64,AAAA' }),
  'B-1': blocksOf('Conformance data', ({ total: _, ...block }) => block),
  '4.5-1': blocksOf('Conformance blocks', (block) =>
    block['type'] === 'fields'
      ? { ...block, items: [{ label: 'Password', value: SECRETS.field, sensitive: true }] }
      : block,
  ),
  '4.5-2': blocksOf('Conformance blocks', (block) => (block['sensitive'] ? { ...block, text: SECRETS.block } : block)),
  '5.3-1': snapshot((shown, { modalWasClosed }) => {
    const a = modalWasClosed ? idOf(shown, 'Conformance A') : undefined;
    return { ...shown, operableWindowIds: shown.operableWindowIds.filter((id) => id !== a) };
  }),
  '9-1': blocksOf('Conformance data', (block) => ({ ...block, rows: ROWS })),
  '10.2-1': alsoOperable((shown, { appModal }) => (appModal ? idOf(shown, 'Conformance B') : undefined)),
  '10.2-2': alsoOperable((_shown, { chain, appModal }) => (chain.length > 1 && appModal ? chain[0]?.id : undefined)),
  '10.2-4': windowNamed('Conformance app modal', (window) => ({ ...window, ownerId: 'w1' })),
  '10.3-1': snapshot((shown) => ({ ...shown, windows: [...shown.windows, ...shown.windows.slice(1, 2)] })),
  '10.3-2': ghost({ blocks: [1, 2].map((number) => ({ id: 'block', type: 'text', text: `Text ${number}` })) }),
  '12.4-1': alsoOperable((_shown, { appModal }) => (appModal ? undefined : 'nowhere')),
  '12.4-2': windowNamed('Conformance modal', (window) => (window.ownerId ? { ...window, ownerId: 'nobody' } : window)),
  '12.4-5': ghost({ id: 'one more' }),
  '12.5-1': snapshot((shown, { closed }) => ({ ...shown, windows: [...shown.windows, ...closed] })),
};
