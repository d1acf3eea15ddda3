import { PassThrough } from 'node:stream';
import {
  applyChange,
  type ExtensionToHost,
  ExtensionToHost as ExtensionToHostWords,
  HostToAgent,
  HostToExtension,
  type Received,
  WIRE_VERSION,
  WorkerToPage,
} from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openBrowserPort } from '../../native-host/src/host/browser-port.ts';
import { encodeFrame } from '../../native-host/src/host/frame-codec.ts';
import { Host } from '../../native-host/src/host/host.ts';
import { attachPage, HOST_HELLO, hostSays, startAllowed, toldHost, toldPage } from '../extension/running-extension.ts';
import { turn } from '../hostile/turns.ts';
import { FakeConnection } from '../native-host/host/fake-connection.ts';
import { idle } from '../native-host/host/host-bench.ts';
import { type Json, messagesOf } from './arbitrary-of.ts';
import { mutated, share } from './mutations.ts';
import { FlatHeap, RUNS } from './runs.ts';
import { CALL_ID } from './samples.ts';
import { DIALOG, EXTENSION, HOST_TO_WORKER, IDLE_PAGE, SHOP, WORKER_MESSAGES } from './samples-between.ts';

/** Under way while the worker's bytes come. */
const call = {
  callId: CALL_ID,
  appId: SHOP,
  windowId: DIALOG,
  action: 'submit',
  arguments: { amount: 3 },
  agent: { name: 'good' },
  timeoutMs: 30_000,
};

interface Chopping {
  /** Where the stream is cut, from 0 to 1. */
  readonly cuts: readonly number[];
  /** A length in the header that is not the frame's; `undefined` leaves it right. */
  readonly length: number | undefined;
}

const wrongLength = fc.oneof(fc.constantFrom(0, 1, 3, 8 * 1024 * 1024 + 1, 0xffffffff), fc.nat(2_000));
const chopping: fc.Arbitrary<Chopping> = fc.record({
  cuts: fc.array(share, { maxLength: 3 }),
  length: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: wrongLength }),
});

/** Some messages in parts of their own, as the worker sends what is too large for a frame; the parts may be wrong. */
const chunked = fc
  .tuple(fc.constantFrom<Json>(...WORKER_MESSAGES), fc.nat(3), fc.nat(3), fc.constantFrom(0, 1, 2, 64, 65))
  .map(
    ([message, id, index, count]): Json => ({
      chunk: { id, index, count, text: JSON.stringify(message).slice(index * 50) },
    }),
  );

const frames = mutated(fc.oneof(fc.constantFrom<Json>(...WORKER_MESSAGES), messagesOf(ExtensionToHostWords), chunked));

function bytesOf(texts: readonly string[], { cuts, length }: Chopping): Buffer[] {
  const encoded = texts.map(encodeFrame);
  const last = encoded.at(-1);
  if (length !== undefined) last?.writeUInt32LE(length, 0);
  const whole = Buffer.concat(encoded);
  const at = [0, ...cuts.map((cut) => Math.floor(cut * whole.length)).sort((a, b) => a - b), whole.length];
  return at.slice(1).map((end, index) => whole.subarray(at[index], end));
}

/** Everything that an agent was sent must be words of the link that it can hold together. */
function expectConsistent(agent: FakeConnection): void {
  const held = new Map<string, Received>();
  for (const message of agent.sent) {
    HostToAgent.parse(message);
    if (message.type !== 'model') continue;
    const { event } = message;
    if (event.type === 'attached') held.set(event.application.id, applyChange(undefined, event.declared));
    else if (event.type === 'detached') held.delete(event.appId);
    else if (event.change) held.set(event.appId, applyChange(held.get(event.appId), event.change));
  }
}

test('at the host: any bytes of the worker are taken, or end the host with a sentence; nothing is taken after that', async () => {
  const heap = new FlatHeap();
  const outcomes = { faults: 0, taken: 0, settled: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(frames, { minLength: 1, maxLength: 3 }), chopping, async (texts, chops) => {
      const stdin = new PassThrough();
      const faults: string[] = [];
      const onFault = (problem: string) => void faults.push(problem);
      const host = new Host({ ...idle(), send: (message) => void HostToExtension.parse(message), onFault });
      const taken: ExtensionToHost[] = [];
      openBrowserPort({
        stdin,
        stdout: new PassThrough(),
        onFault,
        onMessages: (messages) => {
          taken.push(...messages);
          host.receive(messages);
        },
      });
      host.receive([{ type: 'hello', wire: WIRE_VERSION, extension: EXTENSION, expected: [] }, IDLE_PAGE]);
      const agent = new FakeConnection();
      host.connect(agent);
      agent.says({
        type: 'hello',
        wire: WIRE_VERSION,
        role: 'agent',
        version: '0',
        process: '1'.repeat(32),
        program: 'good',
      });
      agent.says({ type: 'agent', agent: { name: 'good' } });
      agent.says({ type: 'call', call, budgetMs: 10_000 });
      expect(agent.got('dispatched')).toHaveLength(1);
      for (const bytes of bytesOf(texts, chops)) {
        stdin.write(bytes);
        await turn();
      }
      for (const problem of faults) expect(problem).not.toBe('');
      const before = taken.length;
      if (faults.length > 0) stdin.write(encodeFrame(JSON.stringify(WORKER_MESSAGES[1])));
      await turn();
      if (faults.length > 0 && !faults.includes('a second hello')) expect(taken).toHaveLength(before);
      expectConsistent(agent);
      expect(agent.got('settled').length).toBeLessThanOrEqual(1);
      outcomes.settled += agent.got('settled').length;
      outcomes[faults.length > 0 ? 'faults' : 'taken'] += 1;
      host.end();
      stdin.destroy();
      heap.count();
    }),
    RUNS,
  );
  heap.check();
  expect(Math.min(outcomes.faults, outcomes.taken)).toBeGreaterThan(RUNS.numRuns / 20);
  expect(outcomes.settled).toBeGreaterThan(0);
}, 600_000);

const fromHost = mutated(fc.oneof(fc.constantFrom<Json>(...HOST_TO_WORKER), messagesOf(HostToExtension)));

/** A native port hands over parsed JSON; text that is none never arrives. */
function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

test('at the worker: any frame of the host is taken, or ends that host; pages hear words of the wire only', async () => {
  const browser = await startAllowed();
  const page = await attachPage(browser, 'd1');
  const heap = new FlatHeap();
  let hosts = 0;
  await fc.assert(
    fc.asyncProperty(fromHost, async (text) => {
      const frame = parsed(text);
      if (frame === undefined) return;
      browser.natives.at(-1)?.say(frame.value);
      await hostSays(browser, { type: 'agents', agents: [] });
      if (browser.natives.at(-1)?.isOpen !== true) {
        hosts += 1;
        browser.clock.pass(60_000);
        await hostSays(browser, { ...HOST_HELLO, pid: hosts });
      }
      for (const message of toldPage(page)) WorkerToPage.parse(message);
      for (const message of toldHost(browser)) ExtensionToHostWords.parse(message);
      expect(page.isOpen).toBe(true);
      page.received.length = 0;
      browser.natives.splice(0, browser.natives.length - 1);
      browser.natives[0]?.received.splice(0);
      heap.count();
    }),
    RUNS,
  );
  heap.check();
  expect(hosts).toBeGreaterThan(1);
}, 600_000);
