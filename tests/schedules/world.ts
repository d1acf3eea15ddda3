import type { ExtensionToHost, HostToExtension, PageToWorker, WorkerToPage } from '@mcp-gui-bridge/page-sdk/protocol';
import { isForThisPort } from '../../extension/src/background/tab-ports.ts';
import { Host } from '../../native-host/src/host/host.ts';
import { createLog } from '../../native-host/src/link/log.ts';
import { SimulatedAgent } from './agent.ts';
import { AgentWire } from './agent-wire.ts';
import { SimulatedDocument } from './document.ts';
import { HostWatch } from './host-watch.ts';
import { Record } from './record.ts';
import { REAL, type Seams } from './seams.ts';
import { type Port, signalsTo, type Tab } from './tab.ts';
import { type ProcessClock, SimulatedTime } from './time.ts';
import { type Message, Wire } from './wire.ts';
import { SimulatedWorker } from './worker.ts';

const LOG = createLog('host', { MCP_GUI_BRIDGE_LOG: 'silent' });
/** How long the worker waits before it starts a host again. */
const HOST_RESTART_MS = 500;

interface Deliverable {
  readonly wire: Pick<Wire<Message>, 'name' | 'first' | 'isBusy' | 'isOver' | 'deliver' | 'duplicate'>;
  /** The receiver does nothing now. */
  readonly isBlocked: () => boolean;
}

export interface HostProcess {
  readonly name: string;
  readonly host: Host;
  readonly clock: ProcessClock;
  readonly worker: SimulatedWorker;
  readonly toHost: Wire<ExtensionToHost>;
  readonly toWorker: Wire<HostToExtension>;
  readonly wires: Map<SimulatedAgent, AgentWire>;
  /** Agents find it. */
  isDescribed: boolean;
}

/** Pages, worker, hosts and agents, all of them the real code, joined by links that deliver when the schedule says so. */
export class World {
  readonly time = new SimulatedTime();
  readonly record = new Record();
  readonly tabs: Tab[];
  readonly hosts = new Set<HostProcess>();
  readonly agents: SimulatedAgent[];
  /** The host that the worker speaks with. */
  host: HostProcess | undefined;
  worker: SimulatedWorker | undefined;
  readonly #seams: Seams;
  readonly #watch: HostWatch;
  readonly #deliverable = new Set<Deliverable>();
  /** As the worker has them. */
  readonly #ports = new Map<string, Port>();
  readonly #session: { [key: string]: unknown } = {};
  #generations = 0;
  #documents = 0;
  #hosts = 0;

  constructor(agents: number, seams: Seams = REAL) {
    this.#seams = seams;
    this.#watch = new HostWatch(this.record, this.time, seams.handles);
    this.tabs = [1, 2].map((id) => ({ id, document: undefined, port: undefined, signals: undefined, isFrozen: false }));
    for (const tab of this.tabs) this.openDocument(tab);
    this.agents = Array.from({ length: agents }, (_, index) => this.#agent(index, 0));
  }

  /** Links on which something can arrive now. */
  get arriving(): Deliverable['wire'][] {
    const arriving: Deliverable['wire'][] = [];
    for (const each of this.#deliverable) {
      if (each.wire.isOver) this.#deliverable.delete(each);
      else if (each.wire.isBusy && !each.isBlocked()) arriving.push(each.wire);
    }
    return arriving;
  }

  #carry<M extends Message>(wire: Wire<M>, isBlocked: () => boolean = () => false): Wire<M> {
    this.#deliverable.add({ wire, isBlocked });
    return wire;
  }

  openDocument(tab: Tab): void {
    this.#documents += 1;
    const id = `tab-${tab.id} document-${this.#documents}`;
    const document = new SimulatedDocument(
      id,
      `https://site${tab.id}.example`,
      this.record,
      this.#seams,
      () => this.time.now,
      this.#documents * 3,
    );
    tab.document = document;
    tab.signals = this.#carry(signalsTo(document, tab), () => tab.isFrozen);
  }

  /** The page is left: the worker is told by the browser, after what was on its way. */
  closeDocument(tab: Tab, arriving: number): void {
    const { document, port, signals } = tab;
    if (document === undefined) return;
    tab.document = undefined;
    tab.port = undefined;
    signals?.drop();
    tab.isFrozen = false;
    this.record.documentGone(document.id);
    port?.up.cut(arriving);
    port?.down.drop();
  }

  /** The content script connects to the worker. */
  connectPage(tab: Tab): void {
    const { document } = tab;
    const worker = this.worker;
    if (document === undefined || worker === undefined) return;
    const page = { documentId: document.id, origin: document.origin, tabId: tab.id, isFrame: false };
    const { signals } = tab;
    let hasAttached = false;
    const port: Port = {
      page,
      worker,
      up: this.#carry(
        new Wire<PageToWorker>(
          `${document.id} to worker`,
          (message) => {
            hasAttached ||= message.type === 'attach';
            if (isForThisPort(hasAttached, message.type)) worker.hearPage(page, message);
          },
          () => {
            this.#ports.delete(document.id);
            worker.bridge.gone(document.id, 'closed');
          },
        ),
        () => !worker.isReady,
      ),
      down: this.#carry(
        new Wire<WorkerToPage>(
          `worker to ${document.id}`,
          (message) => {
            for (const each of document.filterIn(message)) document.receive(each);
          },
          () => {
            tab.port = undefined;
            signals?.send({ type: 'closed' });
          },
        ),
        () => tab.isFrozen,
      ),
    };
    tab.port = port;
    this.#ports.set(document.id, port);
    signals?.send({ type: 'open' });
  }

  freeze(tab: Tab): void {
    tab.isFrozen = true;
    this.worker?.health.updated(tab.id, { frozen: true });
  }

  thaw(tab: Tab): void {
    tab.isFrozen = false;
    this.worker?.health.updated(tab.id, { frozen: false });
  }

  startWorker(): void {
    this.#generations += 1;
    this.#watch.workerStarted();
    const clock = this.time.processClock();
    this.worker = new SimulatedWorker({
      generation: this.#generations,
      clock,
      session: {
        get: async (key) => ({ [String(key)]: this.#session[String(key)] }),
        set: async (items) => void Object.assign(this.#session, items),
      },
      seams: this.#seams,
      record: this.record,
      pages: {
        all: () => [...this.#ports.values()].map(({ page }) => page),
        send: (documentId, message) => this.#ports.get(documentId)?.down.send(message),
        end: () => undefined,
      },
    });
  }

  /** With the worker its native port is gone: its host will see the end of its input. */
  killWorker(arriving: number): void {
    const { worker, host } = this;
    if (worker === undefined) return;
    worker.clock.end();
    this.worker = undefined;
    this.host = undefined;
    host?.toHost.cut(arriving);
    host?.toWorker.drop();
    for (const port of this.#ports.values()) {
      port.up.drop();
      port.down.cut(arriving);
    }
    this.#ports.clear();
  }

  startHost(): void {
    const { worker } = this;
    if (worker === undefined) return;
    this.#hosts += 1;
    const name = `host-${this.#hosts}`;
    const clock = this.time.processClock();
    const toWorker = this.#carry(
      new Wire<HostToExtension>(
        `${name} to worker`,
        (message) => worker.hearHost(message),
        () => {
          this.host = undefined;
          worker.hostLost();
          worker.clock.after(HOST_RESTART_MS, () => this.startHost());
        },
      ),
    );
    const host = new Host({
      pid: this.#hosts,
      installation: '0123-4567-89ab-cdef-0123-4567-89ab-cdef',
      clock,
      decide: this.#seams.decide,
      wallClock: () => 0,
      log: LOG,
      describe: async () => {
        started.isDescribed = true;
      },
      onFault: (problem) => this.record.fail(`${name}: ${problem}`),
      send: (message) => {
        this.#watch.said(name, message);
        toWorker.send(message);
      },
    });
    const toHost = this.#carry(
      new Wire<ExtensionToHost>(
        `worker to ${name}`,
        (message) => {
          this.#watch.heard(name, message);
          host.receive([message]);
        },
        () => this.#endHost(started, Number.POSITIVE_INFINITY),
      ),
    );
    const started: HostProcess = { name, host, clock, worker, toHost, toWorker, wires: new Map(), isDescribed: false };
    this.hosts.add(started);
    this.host = started;
    worker.meetHost((message) => toHost.send(message));
  }

  killHost(killed: HostProcess, arriving: number): void {
    killed.toHost.drop();
    killed.toWorker.cut(arriving);
    this.#endHost(killed, arriving);
  }

  connectAgent(agent: SimulatedAgent, process: HostProcess): void {
    const wire = new AgentWire(`${agent.name}`, agent.filter, this.#seams.toAgent());
    this.#carry(wire.up);
    this.#carry(wire.down);
    process.wires.set(agent, wire);
    process.host.connect(wire.hostEnd);
    agent.connect(wire.agentEnd, () => {
      if (process.wires.get(agent) === wire) process.wires.delete(agent);
    });
  }

  /** The agent's process is gone; its client starts another one with the same token. */
  replaceAgent(index: number, arriving: number): void {
    const agent = this.agents[index];
    if (agent === undefined) return;
    for (const process of this.hosts) process.wires.get(agent)?.agentDies(arriving);
    agent.die();
    this.agents[index] = this.#agent(index, Number(agent.name.split('.')[1]) + 1);
  }

  #agent(index: number, life: number): SimulatedAgent {
    const clock = this.time.processClock();
    return new SimulatedAgent(`agent-${index}.${life}`, `token-${index}`, clock, this.record, this.#seams);
  }

  #endHost(process: HostProcess, arriving: number): void {
    process.host.end();
    process.clock.end();
    process.isDescribed = false;
    for (const wire of process.wires.values()) wire.hostDies(arriving);
    this.hosts.delete(process);
  }
}
