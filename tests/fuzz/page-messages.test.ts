import { PageToWorker, type Snapshot, visibleText, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textsOf } from '../hostile/texts-of.ts';
import { WiredBridge } from '../hostile/wired-bridge.ts';
import type { RawPage } from '../hostile/wired-page.ts';
import { type Json, messagesOf } from './arbitrary-of.ts';
import { mutated } from './mutations.ts';
import { FlatHeap, RUNS } from './runs.ts';
import { CALL_ID, declared, opened, PAGE_MESSAGES } from './samples.ts';

const [GOOD, EVIL] = ['https://good.example', 'https://evil.example'] as const;
/** What the agent can read is looked at after so many runs. */
const LOOK_EVERY = 16;

let bridge: WiredBridge;
/** What the worker told the host since it was emptied. */
const told: {
  type: string;
  event?: { type: string; declared?: { windows: { id: string; modal: boolean }[] } };
}[] = [];

beforeAll(async () => {
  bridge = await WiredBridge.start([GOOD, EVIL], (boundary, text) => {
    if (boundary === 'native') told.push(JSON.parse(text));
  });
  const declaring = { name: 'Good', actions: [], windows: [opened(1)] };
  bridge.openRaw(GOOD).say({ type: 'attach', wire: WIRE_VERSION, sdk: 'x', running: [], declared: declaring });
  await bridge.quiet();
});
afterAll(() => bridge.stop());

function partOf(origin: string, { applications, windows, operableWindowIds }: Snapshot) {
  const ids = applications.filter((application) => application.origin === origin).map(({ id }) => id);
  const own = windows.filter(({ appId }) => ids.includes(appId));
  return { ids, windows: own, operable: own.map(({ id }) => id).filter((id) => operableWindowIds.includes(id)) };
}

function expectVisible(value: unknown): void {
  expect([...textsOf(value)].filter((text) => visibleText(text) !== text)).toEqual([]);
}

async function expectSound(good: ReturnType<typeof partOf>): Promise<void> {
  const snapshot = await bridge.agent.read();
  expect(partOf(GOOD, snapshot)).toEqual(good);
  for (const { id } of snapshot.windows) expect(id).toMatch(/^w[a-z2-7]{10}$/);
  const tools = await bridge.agent.tools();
  for (const { name, title = '' } of tools.filter((tool) => !/^app__[a-z_]+$/.test(tool.name))) {
    expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/);
    expect(title).toMatch(/ · (?:good|evil)\.example$/);
  }
  expectVisible([snapshot, tools]);
}

/** Has the agent call the dialog of a page that just attached; resolves with the id under which the page runs the call. */
async function callOf(page: RawPage): Promise<string> {
  const dialog = told.flatMap(({ event }) => event?.declared?.windows ?? []).find(({ modal }) => modal);
  const params = { name: `${dialog?.id}__submit`, arguments: { amount: 1 } };
  bridge.agent.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'the call', method: 'tools/call', params })}\n`);
  await bridge.quiet();
  return page.told.flatMap((message) => (message.type === 'call' ? message.call.callId : [])).join();
}

const messages = fc.oneof(fc.constantFrom<Json>(...PAGE_MESSAGES), messagesOf(PageToWorker));

test('nothing that a page can say changes what belongs to another, breaks a part behind the worker, or gets half in', async () => {
  const good = partOf(GOOD, await bridge.agent.read());
  expect(good.operable).toHaveLength(1);
  const heap = new FlatHeap();
  const outcomes = { refused: 0, taken: 0, answered: 0 };
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(mutated(messages), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (texts, isCalled) => {
        const evil = bridge.openRaw(EVIL);
        told.length = 0;
        evil.say({ type: 'attach', wire: WIRE_VERSION, sdk: 'x', running: isCalled ? [] : [CALL_ID], declared });
        await bridge.quiet();
        const callId = isCalled ? await callOf(evil) : CALL_ID;
        expect(callId).toMatch(/^[0-9a-f]{32}$/);
        for (const text of texts) {
          told.length = 0;
          evil.sayText(text.replaceAll(CALL_ID, callId));
          await bridge.quiet();
          expect(JSON.stringify(told)).not.toContain(good.ids[0]);
          expectVisible(told);
          outcomes[evil.port.isOpen ? 'taken' : 'refused'] += 1;
          if (evil.port.isOpen) continue;
          expect(told.flatMap(({ event }) => event?.type ?? [])).toEqual(['detached']);
          break;
        }
        expect(bridge.faults).toEqual([]);
        expect(bridge.agent.complaints).toEqual([]);
        runs += 1;
        if (runs % LOOK_EVERY === 0) await expectSound(good);
        const answers = () => bridge.agent.lines.filter(({ id }) => id === 'the call').length;
        outcomes.answered += answers();
        bridge.closePage(evil);
        await bridge.quiet();
        expect(answers()).toBe(isCalled ? 1 : 0);
        bridge.browser.clock.pass(1_000);
        bridge.agent.forget();
        heap.count();
      },
    ),
    RUNS,
  );
  heap.check();
  await expectSound(good);
  expect(Math.min(outcomes.refused, outcomes.taken)).toBeGreaterThan(RUNS.numRuns / 10);
  expect(outcomes.answered).toBeGreaterThan(RUNS.numRuns / 20);
  expect(Object.prototype).not.toHaveProperty('polluted');
}, 600_000);
