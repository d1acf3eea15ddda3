import type { Behaviour, Happening, Json, Told } from './behaviour.ts';

/** A server that keeps one notification of one event to itself. */
const silentOn = (what: Told, when: Happening): Partial<Behaviour> => ({
  tells: (told, happening) => told !== what || happening !== when,
});

const capability = (name: string): Partial<Behaviour> => ({
  greeting: (greeting) => ({ ...greeting, capabilities: { ...(greeting['capabilities'] as Json), [name]: {} } }),
});

/** What every client reads of window A, whoever asks, is what was there at the start. */
const frozen = (shown: { windows: { title: string; blocks: Json[] }[] }): Json => ({
  ...shown,
  windows: shown.windows.map((window) =>
    window.title === 'Conformance A'
      ? { ...window, blocks: [{ id: 'fields', type: 'fields', items: [{ label: 'Field', value: 'start' }] }] }
      : window,
  ),
});

/** Faults in the greeting, in notifications, in what several clients see, and in ids and versions over time. */
export const CLIENT_FAULTS: Readonly<Record<string, Partial<Behaviour>>> = {
  '3-1': capability('resources'),
  '3-2': capability('tools'),
  '3-3': { greeting: ({ instructions: _, ...greeting }) => greeting },
  '3-4': { strayLines: ['listening'] },
  '4.1-2': { confirmsSubscription: false },
  '5.1-4': silentOn('list_changed', 'modal_opened'),
  '5.1-5': silentOn('list_changed', 'modal_closed'),
  '6-3': silentOn('updated', 'window_opened'),
  '6-4': silentOn('updated', 'window_closed'),
  '6-5': silentOn('updated', 'modal_opened'),
  '6-6': silentOn('updated', 'modal_closed'),
  '6-7': silentOn('list_changed', 'window_opened'),
  '6-8': silentOn('list_changed', 'window_closed'),
  '6-9': silentOn('updated', 'data'),
  '6-10': silentOn('list_changed', 'unavailable'),
  '6-11': silentOn('list_changed', 'available'),
  '6-12': { updatedUris: ['app://windows', 'app://windows/w1'] },
  '8.1-1': {
    greeting: (greeting) => ({
      ...greeting,
      instructions: String(greeting['instructions']).replace('the sole authority', 'the authority'),
    }),
  },
  '10.1-1': { snapshot: (shown, { client }) => (client % 2 === 0 ? frozen(shown) : shown) },
  '10.1-2': { overlaps: (running, next) => running === next },
  '10.1-3': { overlaps: (running, next) => running !== next },
  '10.1-4': { reaches: (told, to, from) => told !== 'updated' || to === from },
  '10.1-5': { reaches: (told, to, from) => told !== 'list_changed' || to === from },
  '10.1-6': { unsubscribing: 'nobody' },
  '10.1-7': { unsubscribing: 'everybody' },
  '10.3-3': { newWindowId: (kind, number, open) => (kind === 'extra' ? `extra${open}` : `w${number}`) },
  '10.3-4': { fieldsId: (version) => `fields${version}` },
  '10.3-5': { hintId: () => 'hint' },
  '10.4-1': { unsafeHandle: (version) => `gr_e_ndern_${version}` },
  '10.5-1': { resetsVersion: true },
  '12.1-1': { resources: (resources) => [...resources, { uri: 'app://menus', name: 'menus' }] },
  '12.2-1': { readResult: ({ contents }) => ({ contents: [...(contents as Json[]), ...(contents as Json[])] }) },
  '12.2-2': {
    readResult: ({ contents }) => ({
      contents: (contents as Json[]).map((content) => ({ ...content, mimeType: 'text/plain' })),
    }),
  },
};
