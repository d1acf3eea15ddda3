import { Snapshot } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RawAgent, startRawAgent } from './raw-agent.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
let page: Page;
let agent: RawAgent;
let id: string | undefined;

const UPDATED = 'notifications/resources/updated';
const LISTED = 'notifications/tools/list_changed';

const read = async (): Promise<Snapshot> => {
  const { contents } = (await agent.ask('resources/read', { uri: 'app://windows' })) as {
    contents: { text: string }[];
  };
  return Snapshot.parse(JSON.parse(contents[0]?.text ?? ''));
};

beforeAll(async () => {
  rig = await startRig();
  page = await rig.open();
  await page.evaluate(() => {
    const bridge = window.sdk.createBridge({ name: 'Wire' });
    let n = 0;
    const counter = bridge.openWindow({
      title: 'Counter',
      summary: 'at 0',
      actions: {
        count: { title: 'Count', run: (): void => counter.update({ summary: `at ${++n}` }) },
        ask: { title: 'Ask', run: () => void counter.openModal({ title: 'Question' }) },
        look: { title: 'Look', hints: { readOnly: true }, run: () => ({ message: 'nothing changed' }) },
      },
    });
  });
  agent = startRawAgent(rig.profile.env);
  await agent.initialize();
  await agent.request('resources/subscribe', { uri: 'app://windows' });
  while (id === undefined) {
    const { windows } = await read();
    const [counter] = windows;
    if (counter !== undefined) id = counter.id;
    else await agent.waitFor('a change', ({ method }) => method === UPDATED);
  }
});
afterAll(async () => {
  await agent.close();
  await rig.stop();
});

/** Calls, and says what came out of the process between request and answer, the answer included. */
async function between(tool: string): Promise<(string | undefined)[]> {
  const before = agent.lines.length;
  const answer = await agent.request('tools/call', { name: `${id}__${tool}`, arguments: {} });
  return agent.lines
    .slice(before, agent.lines.indexOf(answer) + 1)
    .map(({ method, id: answered }) => method ?? `answer ${answered !== undefined}`);
}

test('a change of content: updated, then the answer, and a read after the answer sees the effect', async () => {
  expect(await between('count')).toEqual([UPDATED, 'answer true']);
  expect((await read()).windows[0]?.summary).toBe('at 1');
});

test('no change: the answer alone', async () => {
  expect(await between('look')).toEqual(['answer true']);
});

test('a dialog: list_changed, then updated, then the answer', async () => {
  expect(await between('ask')).toEqual([LISTED, UPDATED, 'answer true']);
  const { windows, operableWindowIds } = await read();
  expect(operableWindowIds).toEqual(
    windows.filter(({ title }: { title: string }) => title === 'Question').map((window: { id: string }) => window.id),
  );
});

test('a refusal changes nothing and brings no notification', async () => {
  expect(await between('count')).toEqual(['answer true']);
});

test('every byte of stdout is JSON-RPC, and stdin at its end ends the process', async () => {
  const other = startRawAgent({ ...rig.profile.env, NODE_OPTIONS: '--trace-warnings', DEBUG: '*' });
  await other.initialize();
  await other.request('tools/list');
  expect(other.lines.length).toBeGreaterThan(1);
  expect(await other.close()).toBe(0);
});
