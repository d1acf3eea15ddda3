import {
  AgentToHost,
  type ExtensionToHost,
  HostToAgent,
  HostToExtension,
  LIMITS,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { Host } from '../../native-host/src/host/host.ts';
import type { HostAccess } from '../../native-host/src/mcp/hosts.ts';
import { socketPair } from '../hostile/memory-socket.ts';
import { quiet } from '../hostile/turns.ts';
import { WiredAgent } from '../hostile/wired-agent.ts';
import { FakeConnection } from '../native-host/host/fake-connection.ts';
import { idle } from '../native-host/host/host-bench.ts';
import { type Json, messagesOf } from './arbitrary-of.ts';
import { mutated } from './mutations.ts';
import { FlatHeap, RUNS } from './runs.ts';
import { CALL_ID } from './samples.ts';
import {
  AGENT_MESSAGES,
  DIALOG,
  EXTENSION,
  HOST_TO_AGENT,
  IDLE_PAGE,
  SHOP,
  WORKER_MESSAGES,
} from './samples-between.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const hello = {
  type: 'hello',
  wire: WIRE_VERSION,
  role: 'agent',
  version: '0.1.0',
  process: '1'.repeat(32),
  program: 'fuzz',
} as const;
const naming = { type: 'agent', agent: { name: 'fuzz' } } as const;

/** A host whose page answers every call at once. */
function answeringHost() {
  const pending: ExtensionToHost[] = [];
  const calls: string[] = [];
  const faults: string[] = [];
  const host = new Host({
    ...idle(),
    onFault: (problem) => faults.push(problem),
    send: (message) => {
      HostToExtension.parse(message);
      if (message.type === 'call') {
        const { callId, appId } = message.call;
        calls.push(callId);
        pending.push({ type: 'answer', appId, callId, answer: { ok: true, value: { openedWindowIds: [] } } });
      }
      if (message.type === 'recall') {
        const { callId, appId } = message;
        pending.push({ type: 'recalled', appId, recalled: { callId, state: 'unseen' } });
      }
    },
  });
  host.receive([{ type: 'hello', wire: WIRE_VERSION, extension: EXTENSION, expected: [] }, IDLE_PAGE]);
  ends.push(() => host.end());
  const settle = () => {
    while (pending.length > 0) host.receive(pending.splice(0));
  };
  return { host, calls, faults, settle };
}

const fromAgent = mutated(fc.oneof(fc.constantFrom<Json>(...AGENT_MESSAGES), messagesOf(AgentToHost)));

test('at the host: any text of an agent is taken, or costs that agent its connection, and no call is made of it', () => {
  const { host, calls, faults, settle } = answeringHost();
  const good = new FakeConnection();
  host.connect(good);
  good.says(hello);
  good.says(naming);
  const heap = new FlatHeap();
  const outcomes = { refused: 0, taken: 0, called: 0 };
  let made = 0;
  fc.assert(
    fc.property(fc.array(fromAgent, { minLength: 1, maxLength: 4 }), fc.boolean(), (texts, greets) => {
      const pair = socketPair(() => {});
      const sent: string[] = [];
      pair.agent.on('message', (data: Buffer) => sent.push(data.toString()));
      host.connect(pair.host.asHost());
      if (greets) for (const message of [hello, naming]) pair.agent.send(JSON.stringify(message));
      made += 1;
      // A host answers an id that it knows with what it knows.
      const ownId = `f${made.toString(16).padStart(31, '0')}`;
      for (const text of texts) {
        calls.length = 0;
        const isOpen = pair.agent.readyState === 1;
        if (isOpen) pair.agent.send(text.replaceAll(CALL_ID, ownId));
        settle();
        outcomes.called += calls.length;
        if (!isOpen || pair.agent.readyState !== 1) expect(calls).toEqual([]);
      }
      for (const text of sent) HostToAgent.parse(JSON.parse(text));
      outcomes[pair.agent.readyState === 1 ? 'taken' : 'refused'] += 1;
      pair.agent.close();
      settle();
      const callId = made.toString(16).padStart(32, '0');
      const call = { callId, appId: SHOP, windowId: DIALOG, action: 'submit', arguments: {}, agent: { name: 'good' } };
      good.says({ type: 'call', call: { ...call, timeoutMs: 1_000 }, budgetMs: 5_000 });
      settle();
      expect(good.got('settled')).toMatchObject([{ callId, answer: { ok: true } }]);
      good.sent.length = 0;
      expect(faults).toEqual([]);
      heap.count();
    }),
    RUNS,
  );
  heap.check();
  expect(Math.min(outcomes.refused, outcomes.taken)).toBeGreaterThan(RUNS.numRuns / 20);
  expect(outcomes.called).toBeGreaterThan(0);
}, 600_000);

test('at the host: more agents than it serves are refused, and calls beyond the queue answered at once', () => {
  const { host, settle } = answeringHost();
  const flood = Array.from({ length: LIMITS.agentsPerHost + 5 }, () => {
    const agent = new FakeConnection();
    host.connect(agent);
    agent.says(hello);
    agent.says(naming);
    return agent;
  });
  expect(flood.filter(({ closed }) => closed !== undefined)).toHaveLength(5);
  const [one] = flood;
  for (let n = 1; n <= 200; n++) {
    const callId = n.toString(16).padStart(32, '0');
    const call = { callId, appId: SHOP, windowId: DIALOG, action: 'submit', arguments: {}, agent: { name: 'flood' } };
    one?.says({ type: 'call', call: { ...call, timeoutMs: 1_000 }, budgetMs: 5_000 });
  }
  const full = one?.got('settled').filter(({ answer }) => !answer.ok && answer.error.reason === 'queue_full');
  expect(full).toHaveLength(200 - 1 - LIMITS.queuedPerAgent);
  settle();
  expect(one?.got('settled')).toHaveLength(200);
});

const fromHost = mutated(fc.oneof(fc.constantFrom<Json>(...HOST_TO_AGENT), messagesOf(HostToAgent)));

/** The hosts of an agent's process: one, whose end of the link a test holds. */
function scriptedAccess(pair: ReturnType<typeof socketPair>): HostAccess {
  const descriptor = { wire: 1, version: '0.1.0', pid: 1, startedAt: 0, socket: '', secret: '0'.repeat(64) };
  let isOpen = true;
  return {
    list: async () => (isOpen ? [{ ...descriptor, extension: EXTENSION }] : []),
    watch: () => () => {},
    removeStale: async () => false,
    log: () => {},
    connect: async () => {
      const link = pair.agent.asAgent();
      link.onClose(() => {
        isOpen = false;
      });
      for (const message of [HOST_TO_AGENT[0], WORKER_MESSAGES[1], { type: 'ready' }]) {
        setImmediate(() => pair.host.send(JSON.stringify(message)));
      }
      return link;
    },
  };
}

const CALL_REQUEST = { jsonrpc: '2.0', id: 'the call', method: 'tools/call', params: { name: `${DIALOG}__submit` } };

/** An agent's process whose host does not answer its calls. */
class CallingAgent {
  readonly pair = socketPair(() => {});
  readonly agent = new WiredAgent(
    scriptedAccess(this.pair),
    () => false,
    () => {},
  );
  /** Of the call under way, as the agent's process drew it; a host that knows it may answer it. */
  callId: string | undefined;

  async start(): Promise<void> {
    this.pair.host.on('message', (text: Buffer) => {
      const message = JSON.parse(text.toString());
      if (message.type === 'call') this.callId = message.call.callId;
    });
    await this.agent.initialize();
    expect((await this.agent.read()).applications).toHaveLength(1);
    await this.call();
    expect(this.callId).toBeDefined();
  }

  /** Leaves no `callId` when the window cannot be operated any more. */
  async call(): Promise<void> {
    this.callId = undefined;
    this.agent.write(`${JSON.stringify(CALL_REQUEST)}\n`);
    await quiet(() => false);
  }

  answers(): unknown[] {
    return this.agent.lines.filter(({ id }) => id === CALL_REQUEST.id);
  }
}

async function callingAgent(): Promise<CallingAgent> {
  const calling = new CallingAgent();
  await calling.start();
  return calling;
}

test('at the agent: any text of a host is taken, or costs that host its link; the MCP server goes on answering', async () => {
  const heap = new FlatHeap();
  const outcomes = { refused: 0, taken: 0, answered: 0 };
  let current = await callingAgent();
  await fc.assert(
    fc.asyncProperty(fc.array(fromHost, { minLength: 1, maxLength: 4 }), async (texts) => {
      const { pair, agent, callId = '' } = current;
      for (const text of texts) if (pair.host.readyState === 1) pair.host.send(text.replaceAll(CALL_ID, callId));
      expect(Array.isArray(await agent.tools())).toBe(true);
      await agent.read();
      const isOpen = pair.host.readyState === 1;
      outcomes[isOpen ? 'taken' : 'refused'] += 1;
      const answers = current.answers();
      expect(answers.length).toBeLessThanOrEqual(1);
      agent.forget();
      if (isOpen && answers.length === 1) {
        outcomes.answered += 1;
        await current.call();
        agent.forget();
      }
      if (!isOpen || current.callId === undefined) {
        await agent.close();
        current = await callingAgent();
      }
      heap.count();
    }),
    RUNS,
  );
  await current.agent.close();
  heap.check();
  expect(Math.min(outcomes.refused, outcomes.taken)).toBeGreaterThan(RUNS.numRuns / 20);
  expect(outcomes.answered).toBeGreaterThan(0);
}, 600_000);
