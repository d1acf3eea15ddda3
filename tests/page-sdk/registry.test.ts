import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Addresses } from '../../page-sdk/src/addresses.ts';
import { exposer } from '../../page-sdk/src/mask.ts';
import { applyChange, diffDeclared, type Received, type WindowState } from '../../page-sdk/src/protocol/index.ts';
import {
  type ContentChange,
  closeWindow,
  EMPTY,
  exposeAgain,
  localId,
  openWindow,
  type Registry,
  setActions,
  setName,
  updateWindow,
} from '../../page-sdk/src/registry.ts';
import { Secrets } from '../../page-sdk/src/secrets.ts';
import { words } from '../../page-sdk/src/words.ts';

const secrets = new Secrets();
const expose = exposer(secrets, new Addresses(secrets));
const plain = (title: string, change: ContentChange = {}) => ({
  title,
  change,
  modal: false,
  ownerId: null,
  actions: [],
});
const paragraph = (said: string, name?: string) => ({
  kind: 'text',
  name,
  content: { type: 'text' as const, text: said },
});
const only = (registry: Registry): WindowState | undefined => registry.declared.windows[0];

describe('versions', () => {
  const start = openWindow(EMPTY, plain('A', { summary: 'S', blocks: [paragraph('one'), paragraph('two')] }), expose);

  test.each<[string, ContentChange, number]>([
    ['the same title', { title: 'A' }, 1],
    ['another title', { title: 'B' }, 2],
    ['another title that is cut to the same', { title: 'A' }, 1],
    ['the same summary', { summary: 'S' }, 1],
    ['no summary', { summary: '' }, 2],
    ['equal blocks', { blocks: [paragraph('one'), paragraph('two')] }, 1],
    ['one block less', { blocks: [paragraph('one')] }, 2],
    ['another order', { blocks: [paragraph('two'), paragraph('one')] }, 2],
    ['nothing', {}, 1],
  ])('%s', (_what, change, version) => {
    const next = updateWindow(start, 'window-1', change, expose);
    expect(only(next)?.version).toBe(version);
    if (version === 1) expect(only(next)).toBe(only(start));
  });

  test('what is cut away or masked away is no difference', () => {
    const long = openWindow(EMPTY, plain('A', { summary: `${'s'.repeat(600)}1` }), expose);
    const longer = updateWindow(long, 'window-1', { summary: `${'s'.repeat(600)}2` }, expose);
    expect(only(longer)).toBe(only(long));
    expect(only(long)?.summary).toHaveLength(500);
  });

  test('actions and availability are no content', () => {
    const action = { name: 'go', title: 'Go', inputSchema: {}, available: true as const, timeoutMs: 1 };
    const offered = setActions(start, 'window-1', [action], expose);
    expect(only(offered)).toMatchObject({ version: 1, actions: [action] });
    const unavailable = setActions(offered, 'window-1', [{ ...action, available: 'Later' }], expose);
    expect(only(unavailable)).toMatchObject({ version: 1, actions: [{ available: 'Later' }] });
    expect(setActions(unavailable, 'window-1', [{ ...action, available: 'Later' }], expose).declared.windows[0]).toBe(
      only(unavailable),
    );
  });

  test('unchanged blocks keep their identity', () => {
    const next = updateWindow(start, 'window-1', { blocks: [paragraph('one'), paragraph('three')] }, expose);
    expect(only(next)?.blocks[0]).toBe(only(start)?.blocks[0]);
    expect(only(next)?.blocks[1]).not.toBe(only(start)?.blocks[1]);
  });

  test('looking again without a new secret changes nothing', () => {
    expect(exposeAgain(setName(start, 'App', expose), expose).declared.windows[0]).toBe(only(start));
  });
});

type Step =
  | { readonly do: 'open' | 'modal' | 'appModal' | 'close'; readonly at: number }
  | { readonly do: 'update'; readonly at: number; readonly texts: string[]; readonly summary: string | undefined };

function take(registry: Registry, step: Step): Registry {
  const ids = registry.declared.windows.map(({ id }) => id);
  const id = ids[step.at % Math.max(1, ids.length)];
  if (step.do === 'open') return openWindow(registry, plain('W'), expose);
  if (step.do === 'appModal') return openWindow(registry, { ...plain('W'), modal: true }, expose);
  if (id === undefined) return registry;
  if (step.do === 'modal') return openWindow(registry, { ...plain('W'), modal: true, ownerId: id }, expose);
  if (step.do !== 'update') return closeWindow(registry, id).registry;
  return updateWindow(
    registry,
    id,
    { blocks: step.texts.map((said) => paragraph(said)), summary: step.summary },
    expose,
  );
}

describe('any sequence of declarations', () => {
  const at = fc.nat(20);
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ do: fc.constantFrom('open' as const, 'modal' as const, 'appModal' as const, 'close' as const), at }),
    fc.record({
      do: fc.constant('update' as const),
      at,
      texts: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }),
      summary: fc.constantFrom(undefined, '', 'one', 'two'),
    }),
  );

  test('versions grow with content and only with it, ids are never used again, receivers can follow', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let registry = EMPTY;
        let received: Received = applyChange(undefined, { name: 'A' });
        const seen = new Map<string, WindowState>();
        for (const next of steps) {
          const before = registry;
          registry = take(registry, next);
          const open = new Set(registry.declared.windows.map(({ id }) => id));
          for (const window of registry.declared.windows) {
            const last = before.declared.windows.find(({ id }) => id === window.id);
            if (last === undefined) expect(seen.has(window.id)).toBe(false);
            else {
              const content = ({ title, summary, blocks }: WindowState) => JSON.stringify({ title, summary, blocks });
              expect(window.version).toBe(content(last) === content(window) ? last.version : last.version + 1);
            }
            if (window.ownerId !== null) expect(open.has(window.ownerId)).toBe(true);
            seen.set(window.id, window);
          }
          received = applyChange(
            received,
            diffDeclared({ ...before.declared, name: 'A' }, { ...registry.declared, name: 'A' }) ?? {},
          );
          expect(received.windows).toEqual(registry.declared.windows);
        }
      }),
    );
  });

  test('closing takes the modals along, deepest first', () => {
    let registry = openWindow(EMPTY, plain('A'), expose);
    registry = openWindow(registry, { ...plain('B'), modal: true, ownerId: localId(1) }, expose);
    registry = openWindow(registry, { ...plain('C'), modal: true, ownerId: localId(2) }, expose);
    registry = openWindow(registry, { ...plain('D'), modal: true, ownerId: localId(1) }, expose);
    expect(closeWindow(registry, localId(1)).closed).toEqual(['window-4', 'window-3', 'window-2', 'window-1']);
  });
});

describe('words of an answer', () => {
  test('are visible and short; a result keeps its shape', () => {
    const { message, json } = words(new Secrets());
    expect(message(`a\u202e${'b'.repeat(400)}`)).toBe(`a${'b'.repeat(298)}…`);
    expect(json({ 'k\u200b': ['a\u0007'] })).toEqual({ k: ['a'] });
  });
});
