import type { ApplicationCall, HostToExtension } from '@mcp-gui-bridge/page-sdk/protocol';
import { expect, test } from 'vitest';
import { action, CALL_ID, connected, declaring, opening } from '../declared-samples.ts';
import type { FakeBrowser, FakePort } from '../fake-browser.ts';
import {
  attachMessage,
  attachPage,
  callFrom,
  HOST_HELLO,
  hostSays,
  openView,
  say,
  startAllowed,
  startWorker,
  tell,
  toldHost,
  toldPage,
} from '../running-extension.ts';

const PAY = action('pay', { title: 'Pay' });
const DROP = action('drop', { title: 'Drop', hints: { destructive: true } });
const NEEDS = action('needs', { inputSchema: { type: 'object', properties: { q: {} }, required: ['q'] } });
const AGENT = connected().key;

interface Started {
  readonly browser: FakeBrowser;
  readonly page: FakePort;
  consent(action: string): Promise<void>;
  answer(choice: 'once' | 'deny'): Promise<void>;
}

async function start(): Promise<Started> {
  const browser = await startAllowed();
  const page = await attachPage(browser, 'd1');
  await say(page, { ...attachMessage, declared: declaring(opening(1, { actions: [PAY, DROP, NEEDS] })) });
  const prompt = await openView(browser, { view: 'prompt' });
  return {
    browser,
    page,
    consent: (name) => hostSays(browser, { type: 'consent', call: callFrom(browser, name), agentKey: AGENT }),
    answer: (choice) => tell(prompt, { type: 'answer', callId: CALL_ID, choice }),
  };
}

const ran = (page: FakePort) =>
  toldPage(page).flatMap((message) => (message.type === 'call' ? message.call.action : []));
const answers = (browser: FakeBrowser) => toldHost(browser).filter(({ type }) => type === 'answer');
const made = (call: ApplicationCall): HostToExtension => ({ type: 'call', call, agentKey: AGENT });

test.each<[string, (on: Started) => Promise<unknown>]>([
  ['was refused before the person was asked', ({ consent }) => consent('needs')],
  ['the person declined', ({ consent, answer }) => consent('drop').then(() => answer('deny'))],
  [
    'the agent took back while the person was asked',
    ({ browser, consent }) => consent('drop').then(() => hostSays(browser, { type: 'call_over', callId: CALL_ID })),
  ],
  [
    'was refused at its turn',
    ({ browser }) => hostSays(browser, made({ ...callFrom(browser, 'drop'), expectedVersion: 1 })),
  ],
  [
    'ran',
    async ({ browser, page }) => {
      await hostSays(browser, made(callFrom(browser, 'pay')));
      await say(page, { type: 'answer', callId: CALL_ID, answer: { ok: true, value: { openedWindowIds: [] } } });
    },
  ],
])('no other call comes under the id of one that %s', async (_what, happen) => {
  const on = await start();
  const { browser, page } = on;
  await happen(on);
  const before = { ran: ran(page), answers: answers(browser).length };
  const other = { ...callFrom(browser, 'pay'), arguments: { amount: 1_000 } };
  await hostSays(browser, { type: 'consent', call: other, agentKey: AGENT });
  await hostSays(browser, made(other));
  expect({ ran: ran(page), answers: answers(browser).length }).toEqual(before);
});

test('what was refused when it came is not done when it comes again and may be done, by this worker', async () => {
  const { browser, page } = await start();
  const options = await openView(browser, { view: 'options' });
  await hostSays(browser, { type: 'agents', agents: [connected()] });
  await tell(options, { type: 'decide_agent', key: AGENT, decision: { blocked: true } });
  await hostSays(browser, made(callFrom(browser, 'pay')));
  expect(answers(browser)).toHaveLength(1);
  await tell(options, { type: 'decide_agent', key: AGENT, decision: { blocked: false } });
  await hostSays(browser, made(callFrom(browser, 'pay')));
  expect(ran(page)).toEqual([]);
  expect(answers(browser)).toHaveLength(1);
});

test('a call that the person allowed and that comes twice is made once, and nobody is told that it was not', async () => {
  const { browser, page, consent, answer } = await start();
  await consent('drop');
  await answer('once');
  await hostSays(browser, made(callFrom(browser, 'drop')));
  await hostSays(browser, made(callFrom(browser, 'drop')));
  expect(ran(page)).toEqual(['drop']);
  expect(answers(browser)).toEqual([]);
});

test('the next worker knows from its log what has ended', async () => {
  const { browser, page } = await start();
  await hostSays(browser, made(callFrom(browser, 'pay')));
  await say(page, { type: 'answer', callId: CALL_ID, answer: { ok: true, value: { openedWindowIds: [] } } });
  browser.clock.pass(1_000);
  await startWorker(browser);
  await hostSays(browser, HOST_HELLO);
  const again = await attachPage(browser, 'd1');
  await say(again, { ...attachMessage, declared: declaring(opening(1, { actions: [PAY, DROP, NEEDS] })) });
  await hostSays(browser, made(callFrom(browser, 'drop')));
  expect(ran(again)).toEqual([]);
});
