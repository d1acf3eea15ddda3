import {
  checkMessage,
  type ExtensionToHost,
  HostToExtension,
  LIMITS,
  NATIVE_HOST_NAME,
  type PartialMessage,
  takeFrame,
  toFrames,
  utf8Length,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { BrowserApi, Runtime, Surroundings } from './browser-api.ts';
import {
  afterClose,
  FAILURES_ALLOWED,
  type HostLife,
  type HostProblem,
  hostProblem,
  type LinkStatus,
} from './link-policy.ts';

type Hello = Extract<ExtensionToHost, { type: 'hello' }>;
type HostHello = Extract<HostToExtension, { type: 'hello' }>;

/** How long a person looking at the popup waits for the host's process. */
const LOOK_MS = 1_000;

export interface HostLinkListener {
  /** The first words to a new host. */
  hello(): Hello;
  /** Whether a host of this installation may go on; another one is told nothing more. */
  mayGoOn(installation: string): boolean;
  /** The host has answered the hello; from here on `send` reaches it. */
  up(): void;
  message(message: Exclude<HostToExtension, HostHello | { type: 'pong' }>): void;
  changed(status: LinkStatus): void;
}

/** The native port: starts the host, speaks frames, and starts it again. While it is open the browser keeps the worker alive. */
export class HostLink {
  readonly #runtime: BrowserApi['runtime'];
  readonly #surroundings: Surroundings;
  readonly #listener: HostLinkListener;
  #status: LinkStatus;
  #port: Runtime.Port | undefined;
  #partial: PartialMessage | undefined;
  #messages = 0;
  /** Steady time at which the host said hello. */
  #upSince: number | undefined;
  /** Wall-clock time at which it went, or was first looked for. */
  #downSince: number;
  #stopWaiting: (() => void) | undefined;
  #pings = 0;

  /** @param failures fast failures in a row that the previous worker saw */
  constructor(
    runtime: BrowserApi['runtime'],
    surroundings: Surroundings,
    listener: HostLinkListener,
    failures: number,
  ) {
    this.#runtime = runtime;
    this.#surroundings = surroundings;
    this.#listener = listener;
    this.#downSince = surroundings.now();
    this.#status =
      failures < FAILURES_ALLOWED
        ? { phase: 'connecting', failures }
        : { phase: 'stopped', failures, problem: 'unknown', detail: '', since: this.#downSince };
  }

  get status(): LinkStatus {
    return this.#status;
  }

  /** Connects unless there is a port or the policy has stopped trying. */
  start(): void {
    if (this.#port === undefined && this.#status.phase !== 'stopped') this.#connect();
  }

  /** A person looks: asks the host's process for a sign of life, and says so when there is none. */
  look(): void {
    if (this.#status.phase !== 'up') return;
    this.#pings += 1;
    const id = this.#pings;
    this.#lives('asked');
    this.#post({ type: 'ping', id });
    this.#surroundings.after(LOOK_MS, () => {
      if (id === this.#pings && this.#status.phase === 'up' && this.#status.life === 'asked') this.#lives('silent');
    });
  }

  /** A person is there: `insist` begins counting anew and gives up a host that stands still, else one attempt is made. */
  retry(insist: boolean): void {
    if (insist && this.#status.phase === 'up' && this.#status.life === 'silent') this.#drop('exited', '');
    if (this.#port !== undefined) {
      if (insist && this.#status.phase === 'connecting') this.#set({ phase: 'connecting', failures: 0 });
      return;
    }
    if (!insist && this.#status.phase !== 'stopped') return;
    this.#stopWaiting?.();
    this.#set({ phase: 'connecting', failures: insist ? 0 : FAILURES_ALLOWED - 1 });
    this.#connect();
  }

  /** Sends to a host that has said hello; without one the message is dropped, as the next host is told everything. */
  send(message: ExtensionToHost): void {
    if (this.#status.phase === 'up') this.#post(message);
  }

  #connect(): void {
    const port = this.#runtime.connectNative(NATIVE_HOST_NAME);
    this.#port = port;
    this.#partial = undefined;
    this.#set({ phase: 'connecting', failures: this.#status.failures });
    port.onMessage.addListener((frame) => {
      if (this.#port === port) this.#receive(frame);
    });
    port.onDisconnect.addListener(() => {
      const detail = port.error?.message ?? this.#runtime.lastError?.message;
      if (this.#port === port) this.#closed(hostProblem(detail), detail ?? '');
    });
    this.#post(this.#listener.hello());
  }

  #post(message: ExtensionToHost): void {
    const json = JSON.stringify(message);
    if (utf8Length(json) <= LIMITS.frameBytes) {
      this.#port?.postMessage(message);
      return;
    }
    this.#messages += 1;
    for (const frame of toFrames(json, this.#messages)) this.#port?.postMessage(JSON.parse(frame));
  }

  #receive(frame: unknown): void {
    let whole: { message?: unknown; partial?: PartialMessage };
    try {
      whole = takeFrame(this.#partial, frame);
    } catch (error) {
      this.#drop('protocol', error instanceof Error ? error.message : String(error));
      return;
    }
    this.#partial = whole.partial;
    if (whole.message === undefined) return;
    const reading = checkMessage(HostToExtension, whole.message);
    if ('problem' in reading) this.#drop('protocol', reading.problem);
    else if ('message' in reading) this.#take(reading.message);
  }

  #take(message: HostToExtension): void {
    if (message.type === 'pong') {
      if (message.id === this.#pings) this.#lives('answered');
      return;
    }
    if (message.type !== 'hello') {
      if (this.#status.phase === 'up') this.#listener.message(message);
      return;
    }
    if (message.wire !== WIRE_VERSION) {
      this.#drop('version', message.wire < WIRE_VERSION ? 'host' : 'extension');
      return;
    }
    if (!this.#listener.mayGoOn(message.installation)) {
      this.#drop('changed', '');
      return;
    }
    const { failures } = this.#status;
    this.#upSince = this.#surroundings.steady();
    this.#set({ phase: 'up', failures, since: this.#surroundings.now(), version: message.version, life: 'answered' });
    this.#listener.up();
  }

  #drop(problem: HostProblem, detail: string): void {
    this.#port?.disconnect();
    this.#closed(problem, detail);
  }

  #closed(problem: HostProblem, detail: string): void {
    this.#port = undefined;
    const { now, steady } = this.#surroundings;
    const livedMs = this.#upSince === undefined ? 0 : steady() - this.#upSince;
    if (this.#upSince !== undefined) this.#downSince = now();
    this.#upSince = undefined;
    const down = { problem, detail, since: this.#downSince };
    const { status, retryInMs } = afterClose(this.#status, livedMs, down);
    this.#set(status);
    if (retryInMs === undefined) return;
    this.#stopWaiting = this.#surroundings.after(retryInMs, () => this.#connect());
  }

  #lives(life: HostLife): void {
    if (this.#status.phase === 'up') this.#set({ ...this.#status, life });
  }

  #set(status: LinkStatus): void {
    this.#status = status;
    this.#listener.changed(status);
  }
}
