import type { Snapshot, SnapshotWindow } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '../../demo-site/runner/agent.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
let alice: Agent;
let bob: Agent;

beforeAll(async () => {
  rig = await startRig();
  [alice, bob] = await Promise.all([rig.agent('alice'), rig.agent('bob')]);
});
afterAll(() => rig.stop());

const titles = ({ windows }: Snapshot, ids: readonly string[]) =>
  windows
    .filter(({ id }) => ids.includes(id))
    .map(({ title }) => title)
    .sort();
const operable = (snapshot: Snapshot) => titles(snapshot, snapshot.operableWindowIds);
const named = (snapshot: Snapshot, title: string) => snapshot.windows.find((window) => window.title === title);
const whenOperable = (agent: Agent, expected: string[]) =>
  agent.waitFor(`operable: ${expected.join(', ')}`, (snapshot) =>
    operable(snapshot).join() === [...expected].sort().join() ? snapshot : undefined,
  );

/** The protocol's example of §2, and its tools: A, B with D1 and D2, C. */
const openExample = (page: Page) =>
  page.evaluate(() => {
    const bridge = window.sdk.createBridge({ name: 'Example' });
    const actions = { touch: { title: 'Touch', run: () => ({ message: 'touched' }) } };
    const open = (title: string) => bridge.openWindow({ title, actions });
    const [, b] = [open('A'), open('B'), open('C')];
    const d1 = b?.openModal({ title: 'D1', actions });
    const d2 = d1?.openModal({ title: 'D2', actions });
    window.kept = { bridge, b, d1, d2, actions };
  });

describe('windows of several tabs, for several agents', () => {
  let first: Page;
  let second: Page;

  test("the protocol's example is read alike by both, and only operable windows have tools", async () => {
    first = await rig.open();
    await openExample(first);
    for (const agent of [alice, bob]) {
      const snapshot = await whenOperable(agent, ['A', 'C', 'D2']);
      expect(named(snapshot, 'D1')).toMatchObject({ modal: true, ownerId: named(snapshot, 'B')?.id });
      const tools = (await agent.toolNames()).filter((name) => !name.startsWith('app__'));
      expect(tools.sort()).toEqual(snapshot.operableWindowIds.map((id) => `${id}__touch`).sort());
    }
  });

  test("an app-level modal in another tab blocks that tab's windows and no others", async () => {
    second = await rig.open();
    await second.evaluate(() => {
      const bridge = window.sdk.createBridge({ name: 'Second' });
      bridge.openWindow({ title: 'X' });
      const modal = bridge.openAppModal({ title: 'M' });
      window.kept = { modal };
    });
    for (const agent of [alice, bob]) {
      const snapshot = await whenOperable(agent, ['A', 'C', 'D2', 'M']);
      expect(named(snapshot, 'M')).toMatchObject({ modal: true, ownerId: null });
      expect(snapshot.applications.map(({ name }) => name).sort()).toEqual(['Example', 'Second']);
      for (const { origin } of snapshot.applications) expect(origin).toBe(rig.origin);
    }
  });

  test('closing a modal gives the place back, and both agents are told of both changes', async () => {
    const before = [alice, bob].map((agent) => agent.notifications.length);
    await first.evaluate(() => (window.kept['d2'] as { close(): void }).close());
    await Promise.all([alice, bob].map((agent) => whenOperable(agent, ['A', 'C', 'D1', 'M'])));
    for (const [index, agent] of [alice, bob].entries()) {
      const told = agent.notifications.slice(before[index]);
      expect(told).toContain('notifications/tools/list_changed');
      expect(told).toContain('notifications/resources/updated');
    }
  });

  test('closing a window closes the modals it owns, deepest first, in one change', async () => {
    await first.evaluate(() => (window.kept['b'] as { close(): void }).close());
    const snapshot = await whenOperable(alice, ['A', 'C', 'M']);
    expect(
      titles(
        snapshot,
        snapshot.windows.map(({ id }) => id),
      ),
    ).toEqual(['A', 'C', 'M', 'X']);
  });

  test('closing a tab takes its windows away; a call to one of them says so', async () => {
    const gone = named(await alice.readWindows(), 'M') as SnapshotWindow;
    await second.close();
    for (const agent of [alice, bob]) await whenOperable(agent, ['A', 'C']);
    const { answer } = await bob.call(`${gone.id}__touch`);
    expect(answer).toMatchObject({ ok: false, error: { code: 'window_not_found', outcome: 'not_executed' } });
  });

  test('a reload brings new windows; no id is ever used again', async () => {
    const before = (await alice.readWindows()).windows.map(({ id }) => id);
    await first.reload();
    await alice.waitFor('no window', ({ windows }) => (windows.length === 0 ? true : undefined));
    await first.waitForFunction(() => document.title === 'Laboratory ready');
    await openExample(first);
    const after = await whenOperable(alice, ['A', 'C', 'D2']);
    for (const { id } of after.windows) expect(before).not.toContain(id);
    expect((await alice.call(`${before[0]}__touch`)).answer).toMatchObject({ error: { code: 'window_not_found' } });
  });

  test('versions grow with content as exposed, and only with it', async () => {
    const version = async () => named(await alice.readWindows(), 'A')?.version ?? 0;
    const start = await version();
    await first.evaluate(() => {
      const { bridge } = window.kept as { bridge: { openWindow(d: object): { update(c: object): void } } };
      const counted = bridge.openWindow({ title: 'Counted' });
      window.kept['counted'] = counted;
      for (let i = 0; i < 5; i++) counted.update({ summary: 'same' });
    });
    const counted = await alice.waitFor('the summary', (snapshot) => {
      const window = named(snapshot, 'Counted');
      return window?.summary === 'same' ? window : undefined;
    });
    expect(counted.version).toBe(2);
    expect(await version()).toBe(start);
  });

  test('a page in a background tab is read and operated like any other', async () => {
    const front = await rig.open('about:blank');
    await front.bringToFront();
    expect(await first.evaluate(() => document.visibilityState)).toBe('hidden');
    const { id } = named(await alice.readWindows(), 'A') as SnapshotWindow;
    expect((await alice.call(`${id}__touch`)).answer).toMatchObject({ ok: true, value: { message: 'touched' } });
    await first.evaluate(() =>
      (window.kept['counted'] as { update(c: object): void }).update({ summary: 'seen hidden' }),
    );
    await bob.waitFor('the change of the hidden page', (snapshot) =>
      named(snapshot, 'Counted')?.summary === 'seen hidden' ? true : undefined,
    );
    await front.close();
  });
});
