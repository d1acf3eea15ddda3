import { LIMITS, Snapshot, utf8Length } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { routeCall } from '../../../native-host/src/mcp/route-call.ts';
import { sameSnapshot, snapshotText } from '../../../native-host/src/mcp/snapshot.ts';
import { action, appId, attached, modelOf, window, windowId } from './model-events.ts';

describe('the snapshot', () => {
  const one = { type: 'model', link: 'one' } as const;
  test('has the fields of the protocol and no others', () => {
    const gui = modelOf([attached('orders', [window('editor', 1, { summary: 'S' })])]);
    expect(JSON.parse(snapshotText(gui.view))).toEqual({
      operableWindowIds: [windowId('editor')],
      windows: [
        {
          id: windowId('editor'),
          appId: appId('orders'),
          title: 'editor',
          modal: false,
          ownerId: null,
          version: 1,
          summary: 'S',
          blocks: [],
        },
      ],
      applications: [
        { id: appId('orders'), name: 'orders', origin: 'https://orders.example', browser: 'B', state: 'live' },
      ],
    });
  });

  test('a modal in one application does not block another’s windows', () => {
    const gui = modelOf([
      attached('orders', [window('editor', 1), window('expired', 2, { modal: true })]),
      attached('stock', [window('index', 1)]),
    ]);
    expect(JSON.parse(snapshotText(gui.view)).operableWindowIds).toEqual([windowId('expired'), windowId('index')]);
  });

  test('always fits into one answer: what does not is left out by whole applications, and said', () => {
    const quoted = Array.from({ length: 50_000 }, () => 'x');
    const large = (name: string) => {
      const blocks = [0, 1].map((n) => ({ type: 'list', id: `b${n}`, items: quoted }) as const);
      return attached(name, [window(name, 1, { blocks })], { actions: [action('act')] });
    };
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const gui = modelOf(names.map(large));
    const line = JSON.stringify({ text: snapshotText(gui.view) });
    expect(utf8Length(line)).toBeLessThan(LIMITS.lineBytes);
    const { windows, applications, operableWindowIds } = Snapshot.parse(JSON.parse(snapshotText(gui.view)));
    const left = applications.filter(({ state }) => state === 'over_limit');
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(names.length);
    expect(windows).toHaveLength(names.length - left.length);
    expect(operableWindowIds).toHaveLength(windows.length);
    for (const { id, reason } of left) {
      expect(reason).toContain('more than one answer can hold');
      const route = routeCall(gui.mirror, gui.view, `app__${id}_act`, undefined);
      expect(route).toMatchObject({ kind: 'refused', error: { code: 'action_not_available', reason: 'over_limit' } });
    }
  });

  test('an unchanged window is the same text; comparing needs no assembling', () => {
    const gui = modelOf([attached('orders', [window('editor', 1), window('report', 2)])]);
    const before = gui.view;
    gui.apply({ ...one, event: { type: 'changed', appId: appId('orders') } });
    expect(gui.view).not.toBe(before);
    expect(sameSnapshot(before, gui.view)).toBe(true);
    const change = { windows: [{ id: windowId('report'), version: 2, summary: 'new' }] };
    gui.apply({ ...one, event: { type: 'changed', appId: appId('orders'), change } });
    expect(sameSnapshot(before, gui.view)).toBe(false);
  });
});
