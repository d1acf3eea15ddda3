import {
  type AccessRules,
  ChangeError,
  type ExtensionIdentity,
  type ExtensionToHost,
  type HostStatus,
  type HostToExtension,
  type ModelEvent,
  RELEASE_VERSION,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { Clock } from '../link/clock.ts';
import type { Logger } from '../link/log.ts';
import { AgentViews } from './agent-access.ts';
import type { AgentConnection, AgentLink } from './agent-link.ts';
import { type AgentRequest, Agents } from './agents.ts';
import type { dispatch } from './dispatch/dispatch.ts';
import type { DispatchEffect, DispatchEvent } from './dispatch/event.ts';
import { EMPTY } from './dispatch/state.ts';
import { HistoryRequests } from './history-requests.ts';
import { HopClock, hasLivePage, hostStatus } from './host-status.ts';
import { applyModelEvent, type Mirror, overlayUnresponsive } from './mirror.ts';
import { SeenReport } from './seen-report.ts';
import { Timers } from './timers.ts';
import { ViewRequests } from './view-requests.ts';
import { refuseWire } from './wire-refusal.ts';

type Untimed<E> = E extends unknown ? Omit<E, 'now'> : never;

export interface HostOptions {
  readonly pid: number;
  /** Fingerprint of the installation, by which the extension knows it again. */
  readonly installation: string;
  readonly send: (message: HostToExtension) => void;
  /** Lets agents find this host. */
  readonly describe: (extension: ExtensionIdentity) => Promise<void>;
  /** The worker broke the protocol: the process must end, so that both begin anew. */
  readonly onFault: (problem: string) => void;
  readonly log: Logger;
  /** What the host decides on, so that the wall clock may jump. */
  readonly clock: Clock;
  /** What is started when, and what it answers. */
  readonly decide: typeof dispatch;
  /** In ms, for people only. */
  readonly wallClock: () => number;
}

/** One browser profile's host: applies what the worker tells, decides with `dispatch`, and carries its effects out. */
export class Host {
  readonly #options: HostOptions;
  readonly #agents: Agents;
  readonly #timers: Timers;
  readonly #seen: SeenReport;
  readonly #views = new ViewRequests({
    canSee: (agentId, appId) => this.#seenBy(agentId, this.#model).has(appId),
    toBrowser: (message) => this.#options.send(message),
    toAgent: (agentId, message) => this.#agents.find(agentId)?.send(message),
  });
  readonly #histories = new HistoryRequests({
    canSee: (agentId, appId) => this.#seenBy(agentId, this.#model).has(appId),
    toBrowser: (message) => this.#options.send(message),
    toAgent: (agentId, message) => this.#agents.find(agentId)?.send(message),
    unseen: (callIds) => this.#decide({ type: 'unseen', callIds }),
  });
  readonly #quarantined = new Set<string>();
  readonly #hops: HopClock;
  readonly #access = new AgentViews();
  #extension: ExtensionIdentity | undefined;
  #mirror: Mirror = new Map();
  /** The mirror as agents are told of it. */
  #model: Mirror = new Map();
  #state = EMPTY;

  constructor(options: HostOptions) {
    const { pid, installation, clock, wallClock, send } = options;
    this.#options = options;
    this.#timers = new Timers(clock, (id) => this.#step({ type: 'timer', id }));
    this.#seen = new SeenReport(clock, () => send({ type: 'agents', agents: this.#agents.seen }));
    this.#hops = new HopClock(wallClock);
    this.#agents = new Agents({
      pid,
      wallClock,
      extension: () => this.#extension,
      model: (key) => this.#access.of(this.#model, key),
      status: () => this.#status(),
      onRequest: (agent, request) => this.#request(agent, request),
      onGone: (agent) => {
        this.#views.agentGone(agent.identity.id);
        this.#histories.agentGone(agent.identity.id);
        this.#step({ type: 'agentGone', agentId: agent.identity.id });
      },
      onSeen: () => {
        this.#hops.note('agent', this.#agents.seen.length > 0);
        this.#seen.now();
      },
    });
    send({ type: 'hello', wire: WIRE_VERSION, version: RELEASE_VERSION, pid, installation });
  }

  /** An agent's process that has proved itself. */
  connect(connection: AgentConnection): void {
    this.#agents.accept(connection);
  }

  /** Messages of the worker that arrived together. Agents get their sum. */
  receive(messages: readonly ExtensionToHost[]): void {
    for (const message of messages) this.#receive(message);
    this.#flush();
  }

  /** Stops every timer. */
  end(): void {
    this.#timers.clearAll();
    this.#seen.end();
  }

  #receive(message: ExtensionToHost): void {
    if (message.type === 'hello') this.#meet(message);
    else if (this.#extension === undefined) this.#options.onFault(`${message.type} came before hello`);
    else if (message.type === 'model') this.#apply(message.event);
    else if (message.type === 'viewed') this.#views.answer(message.appId, message.hash, message.html);
    else if (message.type === 'history') this.#histories.answer(message.appId, message.id, message.history);
    else if (message.type === 'access') this.#ruleAccess(message.rules);
    else if (message.type === 'disconnect') this.#agents.disconnect(message.processes);
    else if (message.type === 'ping') this.#options.send({ type: 'pong', id: message.id });
    else this.#decide(message);
  }

  #meet(hello: ExtensionToHost & { type: 'hello' }): void {
    const { log, describe, onFault } = this.#options;
    const refused = refuseWire('extension', { wire: hello.wire, version: hello.extension.version });
    if (refused !== undefined) {
      // The worker reads this host's wire in its hello and tells the person; ending here would make it try again.
      log.error(refused);
      return;
    }
    if (this.#extension !== undefined) {
      onFault('a second hello');
      return;
    }
    this.#extension = hello.extension;
    this.#hops.note('extension', true);
    this.#decide({ type: 'expected', appIds: hello.expected });
    log.info({ extension: hello.extension, expected: hello.expected.length }, 'extension connected');
    describe(hello.extension).catch((error: unknown) => onFault(`the descriptor could not be written: ${error}`));
  }

  /** A change that does not fit costs its own document only, until the worker has told all of it again. */
  #apply(event: ModelEvent): void {
    const appId = event.type === 'attached' ? event.application.id : event.appId;
    try {
      this.#setMirror(applyModelEvent(this.#mirror, event));
    } catch (error) {
      if (!(error instanceof ChangeError)) throw error;
      this.#options.log.error({ appId, problem: error.message }, 'a document was dropped');
      // Asked once: what comes of a document that is not here any more was sent before the worker heard of it.
      const wasHere = event.type === 'changed' && this.#mirror.has(appId);
      this.#apply({ type: 'detached', appId, reason: 'protocol_error' });
      if (wasHere) this.#options.send({ type: 'resync', appId });
      return;
    }
    if (event.type === 'detached') {
      for (const agent of this.#agents.all) agent.noteGone(appId, event.reason);
      this.#views.detached(appId);
      this.#histories.detached(appId);
      this.#decide({ type: 'detached', appId });
    }
    if (event.type === 'attached') {
      this.#views.attached(appId);
      this.#histories.attached(appId);
      this.#decide({ type: 'attached', appId, running: event.running });
    }
  }

  /** What an agent may no longer see is gone for it; what it had started there goes on to its end. */
  #ruleAccess(rules: AccessRules): void {
    this.#access.rule(rules);
    for (const agent of this.#agents.all) {
      const seen = this.#access.of(this.#mirror, agent.identity.key);
      for (const appId of this.#mirror.keys()) if (!seen.has(appId)) agent.noteGone(appId, 'revoked');
    }
  }

  #seenBy(agentId: string, mirror: Mirror): Mirror {
    const key = this.#agents.find(agentId)?.identity.key;
    return key === undefined ? new Map() : this.#access.of(mirror, key);
  }

  #request(agent: AgentLink, request: AgentRequest): void {
    const { id, key } = agent.identity;
    if (request.type === 'view') {
      this.#views.ask(id, request);
      return;
    }
    if (request.type === 'history') {
      this.#histories.ask(id, request);
      return;
    }
    if (request.type !== 'call') {
      this.#step({ ...request, agentId: id });
      return;
    }
    // Person and page read the name that stands in the list of agents, whatever the call says.
    this.#step({ ...request, call: { ...request.call, agent: agent.name }, agentId: id, agentKey: key });
    this.#seen.soon();
  }

  #step(event: Untimed<DispatchEvent>): void {
    this.#decide(event);
    this.#flush();
  }

  #decide(event: Untimed<DispatchEvent>): void {
    const { decide, clock } = this.#options;
    const now = clock.now();
    const decided = decide(this.#state, { ...event, now }, this.#mirror, (agentId) =>
      this.#seenBy(agentId, this.#mirror),
    );
    this.#state = decided.state;
    for (const effect of decided.effects) this.#carryOut(effect);
  }

  #carryOut(effect: DispatchEffect): void {
    switch (effect.kind) {
      case 'browser':
        this.#options.send(effect.message);
        break;
      case 'agent':
        this.#agents.find(effect.agentId)?.send(effect.message);
        break;
      case 'timer':
        this.#timers.set(effect.id, effect.ms);
        break;
      case 'clearTimer':
        this.#timers.clear(effect.id);
        break;
      case 'quarantine':
        this.#quarantine(effect.appId, effect.on);
        break;
    }
  }

  #quarantine(appId: string, on: boolean): void {
    if (on) this.#quarantined.add(appId);
    else this.#quarantined.delete(appId);
    this.#setMirror(this.#mirror);
    this.#options.send({ type: 'quarantine', appId, on });
    this.#options.log.warn({ appId, on }, 'quarantine');
  }

  #setMirror(mirror: Mirror): void {
    this.#mirror = mirror;
    this.#model = overlayUnresponsive(mirror, this.#quarantined);
    this.#hops.note('page', hasLivePage(this.#model));
  }

  #flush(): void {
    for (const agent of this.#agents.all) agent.flush();
  }

  #status(): HostStatus {
    const { pid } = this.#options;
    const agents = this.#agents.seen;
    return hostStatus({ pid, since: this.#hops.since, extension: this.#extension, model: this.#model, agents });
  }
}
