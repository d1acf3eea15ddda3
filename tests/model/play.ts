import assert from 'node:assert/strict';
import type { CallAnswer } from '@mcp-gui-bridge/page-sdk/protocol';
import type { reduce } from '../../extension/src/model/window-model.ts';
import type { TestAgent } from './agent.ts';
import { BROWSER, Chain } from './chain.ts';
import { argumentsOf, comparedAnswer, comparedTools, refusedByAction } from './compared.ts';
import { expectedRefusal, expectedSnapshot, expectedTools } from './expected.ts';
import { KnownIds } from './known-ids.ts';
import type { CallStep, Sequence, Step } from './steps.ts';
import { forgetTasks, quiet } from './turns.ts';
import { pick, World } from './world.ts';

const AGENTS = 3;
const SCOPES = [
  undefined,
  undefined,
  new Set(['https://desk0.example']),
  new Set(['https://desk1.example', 'https://desk2.example']),
];

interface Seen {
  readonly snapshot: string;
  readonly tools: string;
}

/** One sequence on the real chain and on the reference, which must agree after each step. */
class Play {
  readonly #chain: Chain;
  readonly #world: World;
  readonly #known = new KnownIds();
  readonly #last = new Map<TestAgent, Seen>();

  constructor(decide: typeof reduce | undefined) {
    this.#chain = new Chain(decide);
    this.#world = new World(this.#chain);
  }

  async run({ documents, steps }: Sequence): Promise<void> {
    try {
      for (let slot = 0; slot < documents; slot++) await this.#world.load(slot);
      await quiet();
      await this.#join({ do: 'join', scope: 0, selection: 'all' });
      for (const step of steps) {
        await this.#step(step);
        await quiet();
        for (const agent of this.#chain.agents) this.#compare(agent);
      }
    } finally {
      this.#chain.end();
      forgetTasks();
    }
  }

  async #step(step: Step): Promise<void> {
    if (step.do === 'page') for (const one of step.inOneTask) this.#world.page(one);
    else if (step.do === 'call') await this.#call(step);
    else if (step.do === 'join') await this.#join(step);
    else if (step.do === 'sleep') this.#world.toggleSleep(step.doc);
    else await this.#world.reload(step.doc);
  }

  async #join({ scope, selection }: Step & { do: 'join' }): Promise<void> {
    if (this.#chain.agents.length === AGENTS) return;
    const agent = await this.#chain.startAgent(SCOPES[scope], selection);
    this.#known.learn(agent, agent.text);
    this.#last.set(agent, this.#expected(agent));
  }

  #expected(agent: TestAgent): Seen {
    const { reference } = this.#world;
    return {
      snapshot: JSON.stringify(expectedSnapshot(reference, agent, this.#known.ids, BROWSER)),
      tools: JSON.stringify(expectedTools(reference, agent, this.#known.ids)),
    };
  }

  #compare(agent: TestAgent): void {
    const { text, tools, told } = agent.look();
    if (text !== this.#last.get(agent)?.snapshot) this.#known.learn(agent, text);
    const now = this.#expected(agent);
    const last = this.#last.get(agent);
    this.#last.set(agent, now);
    if (text !== now.snapshot) assert.deepEqual(JSON.parse(text), JSON.parse(now.snapshot), 'the snapshot');
    const listed = comparedTools(tools);
    if (JSON.stringify(listed) !== now.tools) assert.deepEqual(listed, JSON.parse(now.tools), 'the tool list');
    // By presence: two changes may be told together or one after the other.
    const owed = [
      ...(last?.tools === now.tools ? [] : ['list_changed']),
      ...(last?.snapshot === now.snapshot ? [] : ['updated']),
    ];
    assert.deepEqual([...new Set(told)].sort(), owed, 'the notifications');
  }

  async #call(step: CallStep): Promise<void> {
    const agent = pick(this.#chain.agents, step.agent);
    const target = agent && this.#targetOf(step, agent);
    if (agent === undefined || target === undefined) return;
    const { reference } = this.#world;
    const { tool, call, document, window } = target;
    const refusal = () => expectedRefusal(reference, agent, call);
    const early = refusal();
    const answering = agent.call(tool, argumentsOf(step), call.expectedVersion);
    for (const one of step.meanwhile) this.#world.page(one);
    const wanted =
      early ??
      refusal() ??
      refusedByAction(step) ??
      this.#world.expectEffect(step.action === 'act' ? step.effect : 'none', document, window);
    let answer: CallAnswer | undefined;
    void answering.then((settled) => {
      answer = settled;
    });
    await quiet();
    if (answer === undefined) assert.fail(`${tool} was not answered`);
    for (const each of this.#chain.agents) this.#known.learn(each, each.text);
    assert.deepEqual(
      comparedAnswer(answer, (id) => this.#known.keyOf(id), wanted),
      wanted,
      `the answer to ${tool}`,
    );
  }

  #targetOf({ target: { kind, at }, action, version }: CallStep, agent: TestAgent) {
    const { reference } = this.#world;
    const key = kind === 'window' ? pick(this.#known.windowKeys, at) : undefined;
    const document = key === undefined ? pick(reference.documents, at) : reference.documentOf(key);
    const id = this.#known.ids.get(key ?? document?.name ?? '');
    if (document === undefined || id === undefined || (kind === 'window') !== (key !== undefined)) return undefined;
    const window = key === undefined ? undefined : reference.find(key);
    const current = window?.version ?? 1;
    const expectedVersion = { none: undefined, current, other: current + 1, null: null, text: 'one' }[version];
    const tool = key === undefined ? `app__${id}_${action}` : `${id}__${action}`;
    const hasRead = this.#known.hasRead(agent, id);
    return { tool, document, window, call: { document, windowKey: key, action, expectedVersion, hasRead } };
  }
}

/** Plays a sequence; throws where the bridge and the reference differ. */
export const play = (sequence: Sequence, decide?: typeof reduce): Promise<void> => new Play(decide).run(sequence);
