import { type DeclaredChange, LIMITS, type ModelEvent, operableWindows } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Model, operableWindowIds as operableOf } from '../../../extension/src/model/documents.ts';
import type { Effect, ModelInput } from '../../../extension/src/model/step.ts';
import { action, attach, declaring, getApplication, handles, large, opening, play } from '../declared-samples.ts';

const change = (documentId: string, words: DeclaredChange): ModelInput => ({
  type: 'page',
  documentId,
  message: { type: 'change', change: words },
});
const gone = (documentId: string): ModelInput => ({ type: 'gone', documentId, reason: 'closed' });
const events = (effects: readonly Effect[]): ModelEvent[] =>
  effects.flatMap((effect) =>
    effect.type === 'host' && effect.message.type === 'model' ? [effect.message.event] : [],
  );
const operableWindowIds = (model: Model) => [...model.applications.values()].flatMap(operableOf);
const conditionOf = (model: Model, documentId: string) => getApplication(model, documentId).condition;

describe('attaching', () => {
  test('the page hears it first, then the host gets everything in the words of agents', () => {
    const { effects } = play([attach('d1', declaring(opening(1), opening(2, { modal: true, ownerId: '1' })))]);
    const owner = handles.window('d1', 1, () => false);
    expect(effects[0]).toEqual({
      type: 'page',
      documentId: 'd1',
      message: { type: 'status', status: 'connected' },
    });
    expect(events(effects)).toMatchObject([
      {
        type: 'attached',
        application: {
          id: handles.application('d1', () => false),
          origin: 'https://shop.example',
          browser: 'Testium 1',
        },
        declared: { name: 'Shop', windows: [{ id: owner }, { ownerId: owner, modal: true }] },
      },
    ]);
  });

  test('again: the same ids, and the earlier word is replaced', () => {
    const first = play([attach('d1', declaring(opening(1), opening(2)))]);
    const again = play([attach('d1', declaring(opening(2)))], first.model);
    expect(getApplication(again.model, 'd1').exposed.windows.map(({ id }) => id)).toEqual([
      handles.window('d1', 2, () => false),
    ]);
    expect(events(again.effects).map(({ type }) => type)).toEqual(['attached']);
  });

  test('running calls are told to the host', () => {
    const { effects } = play([attach('d1', declaring(), ['cd'.repeat(16)])]);
    expect(events(effects)).toMatchObject([{ running: ['cd'.repeat(16)] }]);
  });

  test('names that are no tool names become handles', () => {
    const actions = [action('Bestellung prüfen'), action('submit')];
    const { model } = play([attach('d1', declaring(opening(1, { actions })))]);
    const names = getApplication(model, 'd1').exposed.windows[0]?.actions.map(({ name }) => name);
    expect(names).toEqual([expect.stringMatching(/^Bestellung_prufen_[a-z2-7]{6}$/), 'submit']);
  });
});

describe('changes', () => {
  test('cost what changed: other windows and blocks are not sent again', () => {
    const start = play([attach('d1', declaring(opening(1), opening(2)))]);
    const blocks = [{ ref: 'b1' }, { type: 'text' as const, id: 'b2', text: 'new' }];
    const { effects } = play([change('d1', { windows: [{ id: '2', version: 2, blocks }] })], start.model);
    expect(events(effects)).toEqual([
      {
        type: 'changed',
        appId: getApplication(start.model, 'd1').appId,
        change: { windows: [{ id: handles.window('d1', 2, () => false), version: 2, blocks }] },
      },
    ]);
  });

  test('of availability alone are sent without content', () => {
    const start = play([attach('d1', declaring(opening(1)))]);
    const actions = [action('submit', { available: 'Recipient cannot be empty' })];
    const { effects } = play([change('d1', { windows: [{ id: '1', version: 1, actions }] })], start.model);
    expect(events(effects)).toMatchObject([{ change: { windows: [{ version: 1, actions }] } }]);
  });

  test.each<[string, DeclaredChange]>([
    ['unknown window', { windows: [{ id: '9', version: 2, title: 'x' }] }],
    ['version going back', { windows: [{ id: '1', version: 1, title: 'x' }] }],
    [
      'a circle of owners',
      { windows: [opening(3, { modal: true, ownerId: '4' }), opening(4, { modal: true, ownerId: '3' })] },
    ],
    ['its own owner', { windows: [opening(3, { modal: true, ownerId: '3' })] }],
    ['another owner later', { windows: [{ id: '2', version: 2, ownerId: null }] }],
    ['owner elsewhere', { windows: [opening(3, { modal: true, ownerId: '99' })] }],
    ['owner but not modal', { windows: [opening(3, { ownerId: '1' })] }],
    ['number used again', { windows: [opening(1, { id: 'other' })] }],
    ['closing what is not there', { closed: ['7'] }],
    ['orphaned modal', { closed: ['1'] }],
    ['invisible text', { windows: [{ id: '1', version: 2, title: 'a\u200bb' }] }],
    ['too many windows', { windows: Array.from({ length: 64 }, (_, index) => opening(index + 3)) }],
    ['too large a window', { windows: [large(3, LIMITS.windowBytes + 8_000)] }],
    ['too large a document', { windows: [large(3, 200_000), large(4, 200_000), large(5, 200_000)] }],
  ])('%s: the document is disconnected with a reason, and nobody else', (_, words) => {
    const start = play([
      attach('d1', declaring(opening(1), opening(2, { modal: true, ownerId: '1' }))),
      attach('d2', declaring(opening(1))),
    ]);
    const { model, effects } = play([change('d1', words)], start.model);
    expect(effects.map((effect) => effect.type)).toEqual(['host', 'refuse']);
    expect(events(effects)).toMatchObject([{ type: 'detached', reason: 'protocol_error' }]);
    expect([...model.applications.keys()]).toEqual(['d2']);
    expect(getApplication(model, 'd2')).toBe(getApplication(start.model, 'd2'));
  });

  test('of a document that is not attached change nothing', () => {
    const start = play([attach('d1', declaring(opening(1)))]);
    expect(play([change('d2', { name: 'x' })], start.model)).toEqual({ model: start.model, effects: [] });
  });
});

describe('sleep', () => {
  test('takes a document out of the operable set, and waking it brings it back', () => {
    const start = play([attach('d1', declaring(opening(1)))]);
    const asleep = play([{ type: 'suspended', documentId: 'd1', suspended: true }], start.model);
    expect(events(asleep.effects)).toMatchObject([{ type: 'changed', condition: 'suspended' }]);
    expect(operableWindowIds(asleep.model)).toEqual([]);
    const awake = play([{ type: 'suspended', documentId: 'd1', suspended: false }], asleep.model);
    expect(events(awake.effects)).toMatchObject([{ condition: 'live' }]);
    expect(operableWindowIds(awake.model)).toHaveLength(1);
  });
});

describe('limits over all documents', () => {
  const sixtyFour = (name: string) =>
    attach(name, declaring(...Array.from({ length: 64 }, (_, index) => opening(index + 1))));
  const eight = Array.from({ length: 8 }, (_, index) => `d${index}`);

  test('the document that brings one window too many is over the limit, shows nothing, and fits when another goes', () => {
    const full = play(eight.map(sixtyFour));
    expect(eight.map((id) => conditionOf(full.model, id))).toEqual(eight.map(() => 'live'));
    const over = play([attach('late', declaring(opening(1)))], full.model);
    expect(events(over.effects)).toMatchObject([{ type: 'attached', application: { condition: 'over_limit' } }]);
    expect(getApplication(over.model, 'late').published.windows).toEqual([]);
    const room = play([gone('d3')], over.model);
    expect(events(room.effects)).toMatchObject([
      { type: 'detached' },
      { type: 'changed', condition: 'live', change: { windows: [{ title: 'Window 1' }] } },
    ]);
  });

  test('an update that would exceed the bytes leaves what was accepted, until it fits', () => {
    const documents = ['a', 'b', 'c', 'd', 'e', 'f'];
    const half = documents.map((id) => attach(id, declaring(large(1, 250_000), large(2, 240_000))));
    const full = play([...half, attach('g', declaring(opening(1)))]);
    expect(conditionOf(full.model, 'g')).toBe('live');
    const over = play([change('g', { windows: [large(2, 200_000), large(3, 200_000)] })], full.model);
    expect(events(over.effects)).toEqual([
      { type: 'changed', appId: getApplication(full.model, 'g').appId, condition: 'over_limit' },
    ]);
    expect(getApplication(over.model, 'g').published).toBe(getApplication(full.model, 'g').published);
    const again = play([change('g', { closed: ['2', '3'] })], over.model);
    expect(events(again.effects)).toEqual([
      { type: 'changed', appId: getApplication(full.model, 'g').appId, condition: 'live' },
    ]);
  });
});

/** The rules of modality in the words of protocol §2, read window by window instead of chain by chain. */
function isOperable(windows: ReturnType<typeof getApplication>['exposed']['windows'], id: string): boolean {
  const isBlockedByChild = (owner: string) => windows.some(({ ownerId }) => ownerId === owner);
  const byId = new Map(windows.map((window) => [window.id, window]));
  const root = (start: string): string => {
    const owner = byId.get(start)?.ownerId;
    return owner ? root(owner) : start;
  };
  const appModals = windows.filter(({ modal, ownerId }) => modal && ownerId === null);
  const front = appModals.toSorted((a, b) => b.opened - a.opened)[0];
  if (front && root(id) !== front.id) return false;
  const window = byId.get(id);
  const hasLaterSibling = (candidate: typeof window): boolean =>
    candidate?.ownerId != null &&
    (windows.some(({ ownerId, opened }) => ownerId === candidate.ownerId && opened > candidate.opened) ||
      hasLaterSibling(byId.get(candidate.ownerId)));
  return window !== undefined && !isBlockedByChild(id) && !hasLaterSibling(window);
}

describe('invariants', () => {
  const forest = fc
    .array(fc.record({ owner: fc.nat(), kind: fc.constantFrom('window', 'modal', 'child') }), { maxLength: 24 })
    .map((shapes) =>
      shapes.map(({ owner, kind }, index) => {
        const hasOwner = kind === 'child' && index > 0;
        return opening(index + 1, {
          modal: kind !== 'window',
          ownerId: hasOwner ? String((owner % index) + 1) : null,
        });
      }),
    );

  test('the operable set is what the rules of modality say, over any forests of windows', () => {
    fc.assert(
      fc.property(forest, forest, (one, two) => {
        const { model } = play([attach('d1', declaring(...one)), attach('d2', declaring(...two))]);
        const expected = ['d1', 'd2'].flatMap((documentId) => {
          const { windows } = getApplication(model, documentId).exposed;
          return windows.filter(({ id }) => isOperable(windows, id)).map(({ id }) => id);
        });
        expect(new Set(operableWindowIds(model))).toEqual(new Set(expected));
        expect(operableWindowIds(model)).toHaveLength(expected.length);
        expect(operableWindows(getApplication(model, 'd1').exposed.windows).length).toBeLessThanOrEqual(one.length);
      }),
    );
  });

  test('every id that agents see of a document follows from that document alone, whatever pages say', () => {
    const patch = fc.record({
      id: fc.constantFrom(
        '1',
        '2',
        handles.window('d1', 1, () => false),
        handles.window('d2', 1, () => false),
      ),
      opened: fc.integer({ min: 1, max: 6 }),
      ownerId: fc.constantFrom(
        null,
        '1',
        '2',
        handles.window('d2', 1, () => false),
      ),
    });
    const said = fc.record({ documentId: fc.constantFrom('d1', 'd2'), patch });
    const start = play([attach('d1', declaring()), attach('d2', declaring())]);
    fc.assert(
      fc.property(fc.array(said, { maxLength: 12 }), (messages) => {
        const { model } = play(
          messages.map(({ documentId, patch: { id, opened, ownerId } }) =>
            change(documentId, { windows: [opening(opened, { id, ownerId, modal: ownerId !== null })] }),
          ),
          start.model,
        );
        for (const [documentId, { exposed }] of model.applications) {
          const own = new Set(exposed.windows.map(({ opened }) => handles.window(documentId, opened, () => false)));
          for (const window of exposed.windows) {
            expect(own).toContain(window.id);
            if (window.ownerId !== null) expect(own).toContain(window.ownerId);
          }
        }
      }),
    );
  });
});
