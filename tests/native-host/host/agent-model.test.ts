import {
  type Action,
  applyChange,
  ChangeError,
  type Declared,
  type DeclaredChange,
  type ModelEvent,
  type Received,
  type WindowPatch,
} from '@mcp-gui-bridge/page-sdk/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modelEvents } from '../../../native-host/src/host/agent-model.ts';
import { applyModelEvent, type Mirror, overlayUnresponsive } from '../../../native-host/src/host/mirror.ts';

const text = (id: string, words: string) => ({ type: 'text', id, text: words }) as const;
const save: Action = {
  name: 'save',
  title: 'Save',
  inputSchema: { type: 'object' },
  available: true,
  timeoutMs: 1_000,
};

const opened = (id: string, number: number, more: Partial<WindowPatch> = {}): WindowPatch => ({
  id,
  opened: number,
  title: id,
  modal: false,
  ownerId: null,
  version: 1,
  blocks: [text('b1', 'one'), text('b2', 'two')],
  actions: [save],
  ...more,
});

const attached = (id: string, declared: DeclaredChange): ModelEvent => ({
  type: 'attached',
  application: { id, origin: `https://${id}.example`, browser: 'Chromium', condition: 'live' },
  declared,
  running: [],
});

const apply = (...events: ModelEvent[]) => events.reduce<Mirror>(applyModelEvent, new Map());
const closed = () => 'closed' as const;

describe('the mirror', () => {
  test('a change that does not fit changes nothing', () => {
    const mirror = apply(attached('A', { name: 'A', windows: [opened('w', 1)] }));
    const wrong: ModelEvent = { type: 'changed', appId: 'A', change: { windows: [{ id: 'w', version: 0 }] } };
    expect(() => applyModelEvent(mirror, wrong)).toThrow(ChangeError);
    expect(mirror.get('A')?.declared.windows[0]?.version).toBe(1);
  });

  test('news of an application that is not there are ignored', () => {
    const mirror = apply(attached('A', { name: 'A' }));
    expect(applyModelEvent(mirror, { type: 'changed', appId: 'B', condition: 'paused' })).toBe(mirror);
    expect(applyModelEvent(mirror, { type: 'detached', appId: 'B', reason: 'closed' })).toBe(mirror);
  });

  test('quarantine is told as unresponsive, unless the worker knows something worse', () => {
    const mirror = apply(attached('A', { name: 'A' }), attached('B', { name: 'B' }), {
      type: 'changed',
      appId: 'B',
      condition: 'paused',
      reason: 'by the user',
    });
    const seen = overlayUnresponsive(mirror, new Set(['A', 'B', 'C']));
    expect([...seen.values()].map(({ condition }) => condition)).toEqual(['unresponsive', 'paused']);
    expect(seen.get('B')?.reason).toBe('by the user');
    expect(overlayUnresponsive(mirror, new Set())).toBe(mirror);
  });
});

describe('what an agent is sent', () => {
  const first = apply(attached('A', { name: 'A', windows: [opened('w', 1)] }), attached('B', { name: 'B' }));

  test('everything at first, nothing when nothing changed', () => {
    expect(modelEvents(new Map(), first, closed).map((event) => event.type)).toEqual(['attached', 'attached']);
    expect(modelEvents(first, first, closed)).toEqual([]);
  });

  test('only the changed block of the changed window', () => {
    const windows = [{ id: 'w', version: 2, blocks: [{ ref: 'b1' }, text('b2', 'changed')] }];
    const after = applyModelEvent(first, { type: 'changed', appId: 'A', change: { windows } });
    expect(modelEvents(first, after, closed)).toEqual([{ type: 'changed', appId: 'A', change: { windows } }]);
  });

  test('what changed and changed back between two flushes costs versions only', () => {
    const change = (version: number, words: string): ModelEvent => ({
      type: 'changed',
      appId: 'A',
      change: { windows: [{ id: 'w', version, title: words }] },
    });
    const after = [change(2, 'other'), change(3, 'w')].reduce(applyModelEvent, first);
    expect(modelEvents(first, after, closed)).toEqual([
      { type: 'changed', appId: 'A', change: { windows: [{ id: 'w', version: 3 }] } },
    ]);
  });

  test('a condition and its reason', () => {
    const after = applyModelEvent(first, { type: 'changed', appId: 'B', condition: 'suspended', reason: 'asleep' });
    expect(modelEvents(first, after, closed)).toEqual([
      { type: 'changed', appId: 'B', condition: 'suspended', reason: 'asleep' },
    ]);
  });

  test('who is gone, and why', () => {
    const after = applyModelEvent(first, { type: 'detached', appId: 'B', reason: 'revoked' });
    expect(modelEvents(first, after, () => 'revoked')).toEqual([{ type: 'detached', appId: 'B', reason: 'revoked' }]);
  });

  test('a document that attached anew is sent as a whole', () => {
    const after = applyModelEvent(first, attached('A', { name: 'A', windows: [opened('w', 1)] }));
    expect(modelEvents(first, after, closed)).toMatchObject([{ type: 'attached', application: { id: 'A' } }]);
  });
});

describe('an agent that reads now and then', () => {
  const step = fc.record({
    what: fc.constantFrom('open', 'close', 'title', 'block', 'actions', 'condition', 'reattach', 'detach', 'read'),
    app: fc.constantFrom('A', 'B'),
    n: fc.nat(20),
  });
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

  function eventFor(mirror: Mirror, { what, app, n }: Step): ModelEvent | undefined {
    const application = mirror.get(app);
    if (application === undefined || what === 'reattach') return attached(app, { name: app });
    if (what === 'detach') return { type: 'detached', appId: app, reason: 'closed' };
    if (what === 'condition') return { type: 'changed', appId: app, condition: n % 2 ? 'live' : 'paused' };
    const { windows, lastOpened } = application.declared;
    const number = lastOpened + 1;
    const change = (change: DeclaredChange): ModelEvent => ({ type: 'changed', appId: app, change });
    if (what === 'open') return change({ windows: [opened(`w${number}`, number)] });
    const window = windows[n % Math.max(1, windows.length)];
    if (window === undefined) return undefined;
    const { id, version, blocks } = window;
    if (what === 'close') return change({ closed: [id] });
    if (what === 'actions') return change({ windows: [{ id, version, actions: n % 2 ? [save] : [] }] });
    if (what === 'title') return change({ windows: [{ id, version: version + 1, title: `t${n}` }] });
    const [kept] = blocks;
    const next = [text(`n${n}`, 'new'), ...(kept && kept.id !== `n${n}` ? [{ ref: kept.id }] : [])];
    return change({ windows: [{ id, version: version + 1, blocks: next }] });
  }

  test('always holds what the host held when it was last sent something', () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let mirror: Mirror = new Map();
        let sent: Mirror = new Map();
        let agent: Mirror = new Map();
        const read = () => {
          const events = modelEvents(sent, mirror, closed);
          agent = events.map((event): ModelEvent => JSON.parse(JSON.stringify(event))).reduce(applyModelEvent, agent);
          sent = mirror;
          expect(view(agent)).toEqual(view(mirror));
        };
        for (const next of steps) {
          const event = eventFor(mirror, next);
          if (next.what === 'read') read();
          else if (event !== undefined) mirror = applyModelEvent(mirror, event);
        }
        read();
      }),
    ));

  const bare = ({ name, actions, windows }: Declared) => ({ name, actions, windows });
  const view = (mirror: Mirror) =>
    [...mirror]
      .map(([id, { condition, declared }]) => ({ id, condition, ...bare(declared) }))
      .sort((a, b) => a.id.localeCompare(b.id));
});

test('the protocol’s own receiver takes the first message of a document', () => {
  const [event] = modelEvents(new Map(), apply(attached('A', { name: 'A', windows: [opened('w', 1)] })), closed);
  const received: Received | undefined =
    event?.type === 'attached' ? applyChange(undefined, event.declared) : undefined;
  expect(received?.windows.map(({ id }) => id)).toEqual(['w']);
});
