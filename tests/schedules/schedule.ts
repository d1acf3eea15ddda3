import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Wanted } from './agent.ts';
import { disagreement } from './agreement.ts';
import type { Waiting } from './document.ts';
import type { Seams } from './seams.ts';
import { World } from './world.ts';

/** What may happen next, with its name in the trace of a failure. */
type Happening = readonly [name: string, happen: () => void];

/**
 * How likely arrivals, calls, pages, time and faults are, as shares of 32 added up. One temper for each world finds more
 * than all in all worlds would: pages that take their time, for one, are where operations overlap.
 */
export const TEMPERS = {
  even: [18, 23, 28, 30, 32],
  slowPages: [19, 25, 26, 31, 32],
  faulty: [18, 22, 26, 28, 32],
} as const;
export type Temper = keyof typeof TEMPERS;

const MOST_OPEN = 3;
const MOST_CALLS = 40;
/** Nothing takes longer than this to come to rest: far above the longest time a call may wait. */
const REST_MS = 10 * 60_000;

/** All microtasks that a step brought about have run. */
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Chooses what happens in a world, one thing a number, and judges what came of it. */
export class Schedule {
  readonly world: World;
  readonly #temper: readonly number[];
  #calls = 0;
  /** What each agent has asked for under a key. */
  readonly #keyed = new Map<number, readonly Wanted[]>();
  faults = 0;
  steps = 0;
  /** What happened, in order. */
  readonly trace: string[] = [];

  constructor(agents: number, temper: Temper, seams?: Seams) {
    this.#temper = TEMPERS[temper];
    this.world = new World(agents, seams);
  }

  /** Plays the numbers, lets everything come to rest and says what went wrong. */
  async play(numbers: readonly number[]): Promise<string | undefined> {
    await this.#begin();
    for (const n of numbers) {
      this.#step(n);
      await turn();
      if (this.world.record.violation !== undefined) return this.world.record.violation;
    }
    await this.#rest();
    return this.world.record.violation;
  }

  /** Everything is connected, and nothing has happened yet. */
  async #begin(): Promise<void> {
    await this.#settle();
  }

  #step(n: number): void {
    this.steps += 1;
    const pick = Math.floor(n / 32);
    const kinds = [this.#arrivals, this.#agents, this.#pages, this.#time, this.#faults];
    const kind = n % 32;
    const first = this.#temper.findIndex((below) => kind < below);
    for (let i = 0; i < kinds.length; i++) {
      const choices = kinds[(first + i) % kinds.length]?.call(this, pick) ?? [];
      const chosen = choices[pick % choices.length];
      if (chosen === undefined) continue;
      this.#happen(chosen);
      return;
    }
  }

  #happen([name, happen]: Happening): void {
    this.trace.push(name);
    happen();
  }

  #arrivals(pick: number): Happening[] {
    const most = 1 + (pick % 3);
    return [
      ...this.world.arriving.map(
        (wire): Happening => [`${wire.name}: ${wire.first} (${most})`, () => wire.deliver(most)],
      ),
      ...this.#starts(),
    ];
  }

  /** What processes do by themselves. */
  #starts(): Happening[] {
    const { world } = this;
    const starts: Happening[] = [];
    const { worker } = world;
    if (worker === undefined) starts.push(['a worker starts', () => world.startWorker()]);
    else {
      if (worker.isReady && !worker.hasMetHost) starts.push(['a host starts', () => world.startHost()]);
      for (const tab of world.tabs) {
        if (!tab.document || tab.port !== undefined || tab.isFrozen) continue;
        starts.push([`${tab.document.id} connects`, () => world.connectPage(tab)]);
      }
    }
    for (const host of world.hosts) {
      if (!host.isDescribed) continue;
      for (const agent of world.agents) {
        if (host.wires.has(agent)) continue;
        starts.push([`${agent.name} connects to ${host.name}`, () => world.connectAgent(agent, host)]);
      }
    }
    return starts;
  }

  #agents(pick: number): Happening[] {
    const { agents } = this.world;
    const agent = agents[pick % agents.length];
    if (agent === undefined) return [];
    const n = Math.floor(pick / agents.length);
    if (n % 8 === 7 && agent.open.size > 0) {
      const aborted = [...agent.open.values()][n % agent.open.size];
      return [[`${agent.name} cancels`, () => aborted?.abort()]];
    }
    if (n % 16 === 6) return [[`${agent.name} asks for its calls`, () => void agent.askStatus()]];
    if (agent.open.size >= MOST_OPEN || this.#calls >= MOST_CALLS) return [];
    const { choices } = agent;
    const choice = choices[Math.floor(n / 8) % choices.length];
    if (choice === undefined) return [];
    const version = n % 3 === 0 ? null : n % 17 === 1 ? choice.version + 1 : choice.version;
    const mine = this.#keyed.get(pick % agents.length) ?? [];
    const again = n % 5 === 4 ? mine[n % mine.length] : undefined;
    const fresh = { op: `op${this.#calls + 1} (${choice.action})`, choice, version, isKeyed: n % 5 === 3 };
    const wanted = again ?? fresh;
    const call = () => {
      this.#calls += 1;
      if (again === undefined && wanted.isKeyed) this.#keyed.set(pick % agents.length, [...mine, wanted]);
      agent.call(this.#calls.toString(16).padStart(32, '0'), wanted);
    };
    const key = wanted.isKeyed ? (again ? ' again' : ' under a key') : '';
    return [[`${agent.name} calls ${wanted.op}${key} of ${wanted.choice.title} at ${wanted.version}`, call]];
  }

  #pages(pick: number): Happening[] {
    const goOn = this.#waiting(({ isLate }) => !isLate()).map((each): Happening => [`${each.op} goes on`, each.goOn]);
    const acts = this.world.tabs.flatMap(({ document, isFrozen }): Happening[] => {
      if (document === undefined || isFrozen) return [];
      return [[`the person acts in ${document.id}`, () => document.userActs(Math.floor(pick / 7))]];
    });
    return [...goOn, ...goOn, ...acts];
  }

  #waiting(fits: (waiting: Waiting) => boolean): Waiting[] {
    return this.world.tabs.flatMap(({ document, isFrozen }) =>
      document && !isFrozen ? [...document.waiting].filter(fits) : [],
    );
  }

  #time(pick: number): Happening[] {
    const { time } = this.world;
    const toTimer: Happening = ['time passes to the next timer', () => void time.advanceToTimer()];
    const ms = pick % 100;
    return [
      toTimer,
      toTimer,
      [`${ms} ms pass`, () => time.advance(ms)],
      ['2 s pass', () => time.advance(LIMITS.laneMs)],
    ];
  }

  #faults(pick: number): Happening[] {
    const { world } = this;
    const { hosts, tabs, agents } = world;
    const tab = tabs[pick % tabs.length];
    const n = Math.floor(pick / 16) % 4;
    const faults: Happening[] = [['the worker is killed', () => world.killWorker(n)]];
    for (const host of hosts) {
      faults.push([`${host.name} is killed`, () => world.killHost(host, n)]);
      for (const [agent, wire] of host.wires) {
        const { hostEnd } = wire;
        faults.push([`${agent.name} loses ${host.name}`, () => wire.reset(n)]);
        faults.push([`${agent.name} reads ${hostEnd.isSlow ? 'again' : 'slowly'}`, () => hostEnd.toggleSlow()]);
      }
    }
    faults.push([`agent ${pick % agents.length} is killed`, () => world.replaceAgent(pick % agents.length, n)]);
    for (const wire of world.arriving) {
      if (wire.first === 'call') faults.push([`${wire.name} repeats a call`, () => wire.duplicate(n)]);
    }
    if (tab?.document === undefined) {
      if (tab !== undefined) faults.push([`a page opens in tab ${tab.id}`, () => world.openDocument(tab)]);
    } else {
      const reload = () => {
        world.closeDocument(tab, n);
        world.openDocument(tab);
      };
      faults.push([`tab ${tab.id} is closed`, () => world.closeDocument(tab, n)]);
      faults.push([`tab ${tab.id} reloads`, reload]);
      if (tab.isFrozen) faults.push([`tab ${tab.id} thaws`, () => world.thaw(tab)]);
      else faults.push([`tab ${tab.id} freezes`, () => world.freeze(tab)]);
    }
    return faults.map(([name, happen]) => [
      name,
      () => {
        this.faults += 1;
        happen();
      },
    ]);
  }

  /** Everything arrives and starts, until nothing is left to. */
  async #settle(): Promise<void> {
    await turn();
    for (let i = 0; i < 2_000; i++) {
      const { arriving } = this.world;
      for (const wire of arriving) wire.deliver(Number.POSITIVE_INFINITY);
      if (arriving.length === 0) {
        const [start] = this.#starts();
        if (start === undefined) return;
        this.#happen(start);
      }
      await turn();
    }
    this.world.record.fail('messages never stop');
  }

  /** No more faults: whatever waits goes on, time passes, and then everything must agree. */
  async #rest(): Promise<void> {
    const { world } = this;
    for (const tab of world.tabs) {
      if (tab.document === undefined) world.openDocument(tab);
      if (tab.isFrozen) world.thaw(tab);
    }
    this.trace.push('--- no more faults');
    const until = world.time.now + REST_MS;
    for (let areDialogsClosed = false; ; ) {
      await this.#settle();
      const [waiting] = this.#waiting(() => true);
      if (waiting !== undefined) waiting.goOn();
      else if (world.time.advanceToTimer()) areDialogsClosed = false;
      else if (areDialogsClosed) break;
      else {
        for (const { document } of world.tabs) document?.closeDialogs();
        areDialogsClosed = true;
      }
      if (world.time.now <= until) continue;
      world.record.fail('it never comes to rest');
      return;
    }
    let asking = world.agents.length;
    for (const agent of world.agents) {
      void agent.askStatus().then(() => {
        asking -= 1;
      });
    }
    do await this.#settle();
    while (asking > 0 && world.time.advanceToTimer());
    if (asking > 0) world.record.fail('an agent was not told what became of its calls');
    world.record.check();
    const problem = disagreement(world);
    if (problem !== undefined) world.record.fail(problem);
  }
}
