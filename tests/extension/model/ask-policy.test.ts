import type { Action, Hints, WindowState } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ASK_DESTRUCTIVE,
  type AskMode,
  type AskPolicy,
  askModeFor,
  asks,
  fingerprint,
  grantKey,
  mayCross,
} from '../../../extension/src/model/ask-policy.ts';
import { reduce } from '../../../extension/src/model/window-model.ts';
import { action, attach, declaring, getApplication, handles, opening, play } from '../declared-samples.ts';

const SITE = 'https://shop.example';
const inApplication = (of: Action) => ({ window: null, action: of });
const LOCAL = 'http://localhost:5173';
const MODES: AskMode[] = ['destructive', 'crossing', 'always'];
const QUIET = ['http://localhost/*'];

describe('when the person is asked on a site', () => {
  test.each<[string, AskMode, AskMode | undefined, string, ReturnType<typeof askModeFor>]>([
    ['a site', 'destructive', undefined, SITE, 'destructive'],
    ['a site', 'always', undefined, SITE, 'always'],
    ['a site', 'destructive', 'always', SITE, 'always'],
    ['a site', 'always', 'destructive', SITE, 'destructive'],
    ['a page that the build starts without asking', 'destructive', undefined, LOCAL, 'never'],
    ['a page that the build starts without asking', 'crossing', undefined, LOCAL, 'crossing'],
    ['a page that the build starts without asking', 'always', undefined, LOCAL, 'always'],
    ['a page that the build starts without asking', 'destructive', 'destructive', LOCAL, 'destructive'],
    ['a page that the build starts without asking', 'destructive', 'always', LOCAL, 'always'],
  ])('%s, in general %s, for this site %s', (_, mode, own, origin, expected) => {
    const sites = new Map(own === undefined ? [] : [[origin, own] as const]);
    expect(askModeFor({ ...ASK_DESTRUCTIVE, mode, sites, quiet: QUIET }, origin)).toBe(expected);
  });
});

describe('whether an action asks', () => {
  const destructive: Hints = { destructive: true };
  const readOnly: Hints = { readOnly: true };
  test.each<[AskMode | 'never', string, Hints | undefined, 'granted' | 'not granted', boolean]>([
    ['destructive', 'nothing', undefined, 'not granted', false],
    ['destructive', 'read-only', readOnly, 'not granted', false],
    ['destructive', 'not destructive', { destructive: false }, 'not granted', false],
    ['destructive', 'destructive', destructive, 'not granted', true],
    ['destructive', 'destructive and read-only', { ...destructive, ...readOnly }, 'not granted', true],
    ['destructive', 'destructive', destructive, 'granted', false],
    ['always', 'nothing', undefined, 'not granted', true],
    ['always', 'read-only', readOnly, 'not granted', true],
    ['always', 'not destructive', { destructive: false }, 'not granted', true],
    ['always', 'destructive', destructive, 'not granted', true],
    ['always', 'nothing', undefined, 'granted', false],
    ['always', 'destructive', destructive, 'granted', false],
    ['never', 'destructive', destructive, 'not granted', false],
    ['never', 'nothing', undefined, 'not granted', false],
  ])('asking before %s, declared %s, %s', (mode, _, hints, granted, expected) => {
    const declared = action('drop', hints && { hints });
    const policy: AskPolicy = {
      mode: mode === 'never' ? 'destructive' : mode,
      sites: new Map(),
      quiet: mode === 'never' ? ['https://shop.example/*'] : [],
      grants: new Set(granted === 'granted' ? [grantKey(SITE, inApplication(declared))] : []),
    };
    expect(asks(policy, SITE, inApplication(declared))).toBe(expected);
  });

  test('no hint of a page makes it ask less', () => {
    const hints = fc.record<Hints>(
      { readOnly: fc.boolean(), destructive: fc.boolean(), idempotent: fc.boolean(), openWorld: fc.boolean() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(hints, fc.constantFrom(...MODES), fc.boolean(), (given, mode, crosses) => {
        const policy = { ...ASK_DESTRUCTIVE, mode };
        const silent = asks(policy, SITE, inApplication(action('drop')), crosses);
        expect(!silent || asks(policy, SITE, inApplication(action('drop', { hints: given })), crosses)).toBe(true);
      }),
    );
  });
});

describe('an agent that may use other sites too', () => {
  const policy: AskPolicy = { ...ASK_DESTRUCTIVE, mode: 'crossing' };
  test.each<[string, Hints, boolean, boolean]>([
    ['harmless', {}, true, true],
    ['read-only', { readOnly: true }, true, true],
    ['destructive', { destructive: true }, true, true],
    ['harmless', {}, false, false],
    ['read-only', { readOnly: true }, false, false],
    ['destructive', { destructive: true }, false, true],
  ])('an action declared %s (%o), crossing: %s', (_, hints, crosses, expected) => {
    expect(asks(policy, SITE, inApplication(action('drop', { hints })), crosses)).toBe(expected);
  });

  test.each<[string, AskMode, boolean]>([
    ['destructive', 'destructive', false],
    ['always', 'always', true],
  ])('counts in no other mode: %s', (_, mode, expected) => {
    for (const crosses of [true, false])
      expect(asks({ ...policy, mode }, SITE, inApplication(action('look')), crosses)).toBe(expected);
  });

  test('is asked about no more once the action is always allowed', () => {
    const granted = { ...policy, grants: new Set([grantKey(SITE, inApplication(action('look')))]) };
    expect(asks(granted, SITE, inApplication(action('look')))).toBe(false);
  });

  test.each<[string, string[] | null, string[], boolean]>([
    ['all sites, and there is this one alone', null, [SITE], false],
    ['all sites, and this one is not among the allowed any more', null, [], false],
    ['all sites, and there is another', null, [SITE, LOCAL], true],
    ['sites that were chosen together', [SITE, LOCAL], [SITE, LOCAL], false],
    ['this site', [SITE], [SITE, LOCAL], false],
  ])('may use %s', (_, sites, allowed, expected) => {
    expect(mayCross({ sites, readOnly: false }, SITE, allowed)).toBe(expected);
  });
});

describe('a grant', () => {
  const declared = action('drop', { title: 'Drop', description: 'Drops it', hints: { destructive: true } });
  const policy: AskPolicy = { ...ASK_DESTRUCTIVE, grants: new Set([grantKey(SITE, inApplication(declared))]) };

  test.each<[string, Partial<Action>, boolean]>([
    ['the same', {}, false],
    ['available or not', { available: 'not now' }, false],
    ['with another time limit', { timeoutMs: 1 }, false],
    ['under another name', { name: 'drop_all' }, true],
    ['under another title', { title: 'Drop all' }, true],
    ['with another description', { description: 'Drops all' }, true],
    ['with other arguments', { inputSchema: { type: 'object', properties: { all: { type: 'boolean' } } } }, true],
  ])('for an action that is %s', (_, change, expected) => {
    expect(asks(policy, SITE, inApplication({ ...declared, ...change }))).toBe(expected);
  });

  test.each<[string, Hints | undefined, Hints | undefined, boolean]>([
    ['harmless stays so', undefined, { destructive: false }, false],
    ['harmless is read-only now', undefined, { readOnly: true }, false],
    ['harmless is destructive now', undefined, { destructive: true }, true],
    ['read-only is destructive now', { readOnly: true }, { readOnly: true, destructive: true }, true],
    ['destructive is open to the world too', { destructive: true }, { destructive: true, openWorld: true }, false],
  ])('for an action that was %s', (_, before, now, expected) => {
    const as = (hints: Hints | undefined) => inApplication(action('drop', hints && { hints }));
    for (const mode of MODES) {
      const granted = { ...ASK_DESTRUCTIVE, mode, grants: new Set([grantKey(SITE, as(before))]) };
      expect(asks(granted, SITE, as(now))).toBe(expected);
    }
  });

  const titled = (title: string, modal: boolean): WindowState => ({
    id: '1',
    opened: 1,
    title,
    modal,
    ownerId: null,
    version: 1,
    blocks: [],
    actions: [declared],
  });
  test.each<[string, WindowState | null, WindowState | null, boolean]>([
    [
      'the same dialog',
      titled('Discard?', true),
      { ...titled('Discard?', true), id: '2', opened: 2, version: 9 },
      false,
    ],
    ['a dialog with another title', titled('Discard?', true), titled('Delete?', true), true],
    ['a window, from a dialog', titled('Discard?', true), titled('Discard?', false), true],
    ['a dialog, from a window', titled('Discard?', false), titled('Discard?', true), true],
    ['a dialog, from the application', null, titled('', true), true],
    ['the application, from a dialog', titled('', true), null, true],
    ['a window with another title', titled('Inbox (1)', false), titled('Inbox (2)', false), false],
    ['a window, from the application', null, titled('Inbox', false), false],
  ])('holds for %s or asks again', (_, before, now, expected) => {
    const granted = { ...ASK_DESTRUCTIVE, grants: new Set([grantKey(SITE, { window: before, action: declared })]) };
    expect(asks(granted, SITE, { window: now, action: declared })).toBe(expected);
  });

  test('is one site’s', () => {
    expect(asks(policy, 'https://other.example', inApplication(declared))).toBe(true);
    expect(asks(policy, 'https://shop.example:8443', inApplication(declared))).toBe(true);
  });

  test('without a description is not one with an empty schema', () => {
    const { description: _, ...without } = declared;
    expect(fingerprint(without)).not.toBe(fingerprint({ ...without, description: '' }));
  });
});

describe('agents are told which actions ask', () => {
  const drop = action('drop', { hints: { destructive: true } });
  const page = attach('d1', declaring(opening(1, { actions: [drop, action('look', { asks: true })] })));
  const marks = (model: ReturnType<typeof play>['model']) =>
    getApplication(model, 'd1').exposed.windows[0]?.actions.map(({ asks: mark }) => mark);

  test('by the worker, whatever the page says', () => {
    expect(marks(play([page]).model)).toEqual([true, undefined]);
  });

  test('anew when the person decides anew, and only what changed is sent', () => {
    const { model } = play([page]);
    const always = reduce(model, { type: 'policy', policy: { ...ASK_DESTRUCTIVE, mode: 'always' } }, handles);
    expect(marks(always.model)).toEqual([true, true]);
    expect(always.effects).toMatchObject([
      {
        type: 'host',
        message: { event: { type: 'changed', change: { windows: [{ version: 1, actions: [{}, {}] }] } } },
      },
    ]);
    const again = reduce(always.model, { type: 'policy', policy: { ...ASK_DESTRUCTIVE, mode: 'always' } }, handles);
    expect(again.effects).toEqual([]);
    const granted = { ...ASK_DESTRUCTIVE, grants: new Set([grantKey(SITE, { window: null, action: drop })]) };
    expect(marks(reduce(model, { type: 'policy', policy: granted }, handles).model)).toEqual([undefined, undefined]);
  });

  test('of a dialog anew when its title changes, of another window only when its actions do', () => {
    const dialog = opening(2, { modal: true, title: 'Discard?', actions: [drop] });
    const { model } = play([attach('d1', declaring(opening(1, { actions: [drop] }), dialog))]);
    const [, window = null] = getApplication(model, 'd1').received.windows;
    const granted = { ...ASK_DESTRUCTIVE, grants: new Set([grantKey(SITE, { window, action: drop })]) };
    const allowed = reduce(model, { type: 'policy', policy: granted }, handles).model;
    const marksOf = (of: typeof model) =>
      getApplication(of, 'd1').exposed.windows.map(({ actions }) => actions[0]?.asks === true);
    expect(marksOf(allowed)).toEqual([true, false]);
    const windows = [
      { id: '1', version: 2, title: 'Other' },
      { id: '2', version: 2, title: 'Delete?' },
    ];
    const input = { type: 'page', documentId: 'd1', message: { type: 'change', change: { windows } } } as const;
    const renamed = reduce(allowed, input, handles);
    expect(marksOf(renamed.model)).toEqual([true, true]);
    const before = getApplication(allowed, 'd1').exposed.windows;
    const after = getApplication(renamed.model, 'd1').exposed.windows;
    expect(after[0]?.actions).toBe(before[0]?.actions);
    expect(after[1]?.actions).not.toBe(before[1]?.actions);
  });

  test('also of windows that open later', () => {
    const always: AskPolicy = { ...ASK_DESTRUCTIVE, mode: 'always' };
    const { model } = play([
      { type: 'policy', policy: always },
      page,
      { type: 'page', documentId: 'd1', message: { type: 'change', change: { windows: [opening(2)] } } },
    ]);
    expect(getApplication(model, 'd1').exposed.windows[1]?.actions).toMatchObject([{ asks: true }]);
  });
});
