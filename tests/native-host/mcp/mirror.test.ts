import { describe, expect, test } from 'vitest';
import {
  EMPTY_MIRROR,
  linkOf,
  type Mirror,
  type MirrorEvent,
  stepMirror,
} from '../../../native-host/src/mcp/mirror.ts';
import { viewOf } from '../../../native-host/src/mcp/view.ts';
import { appId, attached, extension, window, windowId } from './model-events.ts';

const A = appId('orders');

function play(events: MirrorEvent[], from: Mirror = EMPTY_MIRROR) {
  const effects: unknown[] = [];
  const mirror = events.reduce((before, event) => {
    const step = stepMirror(before, event);
    effects.push(...step.effects);
    return step.mirror;
  }, from);
  return { mirror, effects };
}

const hello = (link: string, generation: number, profileId?: string): MirrorEvent => ({
  type: 'hello',
  link,
  extension: extension(profileId, generation),
});
const model = (link: string, event = attached('orders', [window('one', 1)])): MirrorEvent => ({
  type: 'model',
  link,
  event,
});
const ready = (link: string): MirrorEvent => ({ type: 'ready', link });
const lost = (link: string): MirrorEvent => ({ type: 'lost', link });
const connected = [hello('l1', 1), model('l1'), ready('l1')];
const states = (mirror: Mirror) => viewOf(mirror, undefined).applications.map(({ id, state }) => [id, state]);

describe('one profile', () => {
  test('a host counts from ready on, with all it said before', () => {
    expect(states(play([hello('l1', 1), model('l1')]).mirror)).toEqual([]);
    expect(states(play(connected).mirror)).toEqual([[A, 'live']]);
  });

  test('a newer host replaces the old one in one step and the old link is closed', () => {
    const { mirror, effects } = play([...connected, hello('l2', 2), model('l2')]);
    expect(linkOf(mirror, A)).toBe('l1');
    expect(effects).not.toContainEqual(expect.objectContaining({ type: 'close' }));
    const replaced = play([ready('l2')], mirror);
    expect(linkOf(replaced.mirror, A)).toBe('l2');
    expect(replaced.effects).toContainEqual(expect.objectContaining({ type: 'close', link: 'l1' }));
    expect(states(play([lost('l1')], replaced.mirror).mirror)).toEqual([[A, 'live']]);
  });

  test('a lower generation is refused and changes nothing', () => {
    const { mirror } = play([hello('l2', 2), model('l2'), ready('l2')]);
    const step = stepMirror(mirror, hello('l1', 1));
    expect(step.mirror).toBe(mirror);
    expect(step.effects).toEqual([{ type: 'close', link: 'l1', reason: expect.stringContaining('replaced by 2') }]);
  });

  test('what a dying host still says counts no more', () => {
    const { mirror } = play([...connected, hello('l2', 2), model('l2'), ready('l2')]);
    const event = { type: 'detached', appId: A, reason: 'closed' } as const;
    expect(stepMirror(mirror, { type: 'model', link: 'l1', event }).mirror).toBe(mirror);
  });

  test('a newer host that dies before ready leaves the old one in place', () => {
    const { mirror } = play([...connected, hello('l2', 2), model('l2'), lost('l2')]);
    expect(linkOf(mirror, A)).toBe('l1');
  });
});

describe('a lost host', () => {
  test('its windows stay listed, reconnecting and not operable, until the grace period ends', () => {
    const { mirror, effects } = play([...connected, lost('l1')]);
    const [application] = viewOf(mirror, undefined).applications;
    expect(application).toMatchObject({ state: 'reconnecting', operable: [] });
    expect(application?.declared.windows).toHaveLength(1);
    expect(linkOf(mirror, A)).toBeUndefined();
    const grace = effects.at(-1);
    expect(grace).toMatchObject({ type: 'grace', profileId: 'profile-1' });
    const over = play([{ ...(grace as { profileId: string; grace: number }), type: 'grace_over' }], mirror).mirror;
    expect(states(over)).toEqual([]);
    expect(over.departed.get(windowId('one'))).toBe('not_connected');
  });

  test('a document that is back in time is live, and the old grace period does not touch it', () => {
    const { mirror, effects } = play([...connected, lost('l1')]);
    const grace = effects.at(-1) as { profileId: string; grace: number };
    const back = play([hello('l2', 2), ready('l2'), model('l2')], mirror).mirror;
    expect(states(back)).toEqual([[A, 'live']]);
    expect(states(play([{ ...grace, type: 'grace_over' }], back).mirror)).toEqual([[A, 'live']]);
  });

  test('only the documents that do not come back go', () => {
    const second = attached('stock', [window('two', 1)]);
    const { mirror } = play([hello('l1', 1), model('l1'), model('l1', second), ready('l1'), lost('l1')]);
    const { mirror: back, effects } = play([hello('l2', 2), model('l2', second), ready('l2')], mirror);
    expect(states(back)).toEqual([
      [A, 'reconnecting'],
      [appId('stock'), 'live'],
    ]);
    const graces = [1, 2, 3].map((grace) => ({ type: 'grace_over', profileId: 'profile-1', grace }) as const);
    expect(effects).toContainEqual(expect.objectContaining({ type: 'grace' }));
    expect(states(play(graces, back).mirror)).toEqual([[appId('stock'), 'live']]);
  });
});

test('two profiles are merged, and the loss of one leaves the other alone', () => {
  const other = [hello('l2', 7, 'profile-2'), model('l2', attached('stock', [window('two', 1)])), ready('l2')];
  const { mirror } = play([...connected, ...other, lost('l1')]);
  expect(states(mirror)).toEqual([
    [A, 'reconnecting'],
    [appId('stock'), 'live'],
  ]);
});

test('a change that does not fit closes its link and applies nothing', () => {
  const { mirror } = play(connected);
  const change = { windows: [{ id: windowId('one'), version: 0, title: 'back' }] };
  const step = stepMirror(mirror, { type: 'model', link: 'l1', event: { type: 'changed', appId: A, change } });
  expect(step.mirror).toBe(mirror);
  expect(step.effects).toEqual([{ type: 'close', link: 'l1', reason: expect.stringContaining('version') }]);
});

test('the condition and its reason follow the host', () => {
  const paused = { type: 'changed', appId: A, condition: 'paused', reason: 'by the user' } as const;
  const { mirror } = play([...connected, { type: 'model', link: 'l1', event: paused }]);
  expect(viewOf(mirror, undefined).applications[0]).toMatchObject({
    state: 'paused',
    reason: 'by the user',
    operable: [],
  });
  const live = { type: 'changed', appId: A, condition: 'live' } as const;
  const after = play([{ type: 'model', link: 'l1', event: live }], mirror).mirror;
  expect(viewOf(after, undefined).applications[0]).not.toHaveProperty('reason');
});
