import type { ModelEvent, WindowPatch } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesSince, readCursor } from '../../../native-host/src/mcp/change-log.ts';
import { describeChanges } from '../../../native-host/src/mcp/describe-changes.ts';
import type { GuiModel } from '../../../native-host/src/mcp/gui-model.ts';
import { snapshotOf, snapshotText } from '../../../native-host/src/mcp/snapshot.ts';
import { action, appId, attached, modelOf, window, windowId } from './model-events.ts';

const A = appId('orders');
const change = (gui: GuiModel, windows: WindowPatch[], closed: string[] = []) =>
  gui.apply({ type: 'model', link: 'one', event: { type: 'changed', appId: A, change: { windows, closed } } });

test('a cursor of another process, of the future, forgotten or malformed is of no use', () => {
  const { log } = modelOf([attached('orders', [window('one', 1)])]);
  expect(readCursor(log, 'test', `test.${log.n}`)).toBe(log.n);
  for (const cursor of [`other.${log.n}`, `test.${log.n + 1}`, 'test.-1', 'test.', 'test.1.0', 'test.1e1', '']) {
    expect(readCursor(log, 'test', cursor), cursor).toBeUndefined();
  }
  expect(readCursor({ ...log, oldest: 2, n: 3 }, 'test', 'test.1')).toBeUndefined();
});

test('availability is no content: the window is not among the changed ones, its tools are', () => {
  const gui = modelOf([attached('orders', [window('one', 1)])]);
  const { n } = gui.log;
  change(gui, [{ id: windowId('one'), version: 1, actions: [action('go', { available: 'not now' })] }]);
  const changes = describeChanges(gui, n);
  expect(changes.windows).toEqual([]);
  expect(changes.actionsChanged).toEqual([windowId('one')]);
});

test('a modal changes the tools of the window that it blocks, and the operable windows', () => {
  const gui = modelOf([attached('orders', [window('one', 1)])]);
  const { n } = gui.log;
  change(gui, [window('sure', 2, { modal: true, ownerId: windowId('one') })]);
  const changes = describeChanges(gui, n);
  expect(changes.operableWindowIds).toEqual([windowId('sure')]);
  expect(changes.windows.map(({ id }) => id)).toEqual([windowId('sure')]);
  expect([...changes.actionsChanged].sort()).toEqual([windowId('one'), windowId('sure')]);
});

test('what an agent may not see counts for nothing', () => {
  const gui = modelOf([attached('orders', [window('one', 1)])], new Set(['https://other.example']));
  expect(gui.log.n).toBe(0);
  expect(JSON.parse(snapshotText(gui.view))).toEqual({ operableWindowIds: [], windows: [], applications: [] });
});

test('only so many closed windows are remembered, and older cursors are refused rather than answered wrongly', () => {
  const gui = modelOf([attached('orders', [])]);
  const start = gui.log.n;
  let opened = 0;
  for (let round = 0; round < 600; round++) {
    const [a, b] = [`x${round}`, `y${round}`];
    change(gui, [window(a, ++opened), window(b, ++opened)]);
    change(gui, [], [windowId(a), windowId(b)]);
  }
  expect(readCursor(gui.log, 'test', `test.${start}`)).toBeUndefined();
  expect(readCursor(gui.log, 'test', `test.${gui.log.n - 10}`)).toBe(gui.log.n - 10);
  expect(gui.log.closed.size).toBeLessThanOrEqual(1024);
});

type Step = { open: number } | { close: number } | { edit: number } | { disable: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ open: fc.nat(5) }),
  fc.record({ close: fc.nat(5) }),
  fc.record({ edit: fc.nat(5) }),
  fc.record({ disable: fc.nat(5) }),
);

function playSteps(gui: GuiModel, steps: readonly Step[], seen: (gui: GuiModel) => void) {
  let opened = 0;
  const open = new Map<number, { id: string; version: number }>();
  for (const entry of steps) {
    const [kind, slot] = Object.entries(entry)[0] as [keyof Step, number];
    const at = open.get(slot);
    if (entry && 'open' in entry && at === undefined) {
      const name = `s${slot}n${++opened}`;
      open.set(slot, { id: windowId(name), version: 1 });
      change(gui, [window(name, opened)]);
    } else if (at !== undefined && 'close' in entry) {
      open.delete(slot);
      change(gui, [], [at.id]);
    } else if (at !== undefined && 'edit' in entry) {
      at.version += 1;
      change(gui, [{ id: at.id, version: at.version, summary: `${kind} ${at.version}` }]);
    } else if (at !== undefined) {
      change(gui, [{ id: at.id, version: at.version, actions: [action('go', { available: `no ${at.version}` })] }]);
    }
    seen(gui);
  }
}

test('from any cursor, what is described leads from the windows of then to the windows of now', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.nat(24), (steps, cut) => {
      const gui = modelOf([attached('orders', [])] satisfies ModelEvent[]);
      let then = { n: gui.log.n, windows: snapshotOf(gui.view).windows };
      let count = 0;
      playSteps(gui, steps, () => {
        if (count++ === cut) then = { n: gui.log.n, windows: snapshotOf(gui.view).windows };
      });
      const changes = describeChanges(gui, then.n);
      const replayed = new Map(then.windows.map((entry) => [entry.id, entry]));
      for (const id of changes.closedWindowIds) replayed.delete(id);
      for (const entry of changes.windows) replayed.set(entry.id, entry);
      const now = new Map(snapshotOf(gui.view).windows.map((entry) => [entry.id, entry]));
      expect(replayed).toEqual(now);
      expect(changesSince(gui.log, gui.log.n)).toMatchObject({ changed: false, closedWindowIds: [] });
    }),
  );
});
