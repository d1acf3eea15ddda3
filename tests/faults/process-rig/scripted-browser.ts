import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import {
  EXTENSION_ID,
  type ExtensionToHost,
  HostToExtension,
  type PartialMessage,
  takeFrame,
  toFrames,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { encodeFrame, NO_BYTES, type PartialFrame, takeBytes } from '../../../native-host/src/host/frame-codec.ts';
import { runDirectory } from '../../../native-host/src/link/state-directory.ts';
import { ended } from '../ended.ts';
import { FaultPipe, type PipeFault } from '../fault-pipe.ts';
import { nativeFraming } from '../framing.ts';
import type { History } from '../history.ts';
import { ScriptedPage } from './scripted-page.ts';
import { SocketProxy } from './socket-proxy.ts';

interface Host {
  readonly process: ChildProcess;
  readonly toHost: FaultPipe;
  readonly toBrowser: FaultPipe;
  readonly startedAt: number;
  proxy?: SocketProxy;
  /** It has had our hello, so that anything may follow. */
  isIntroduced: boolean;
  bytes: PartialFrame;
  message: PartialMessage | undefined;
}

export interface ScriptedBrowserOptions {
  readonly cli: string;
  readonly directory: string;
  readonly history: () => History;
  /** Without a fault proxy on the socket: a host that is to live for more than 30 s. */
  readonly direct?: boolean;
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** As the extension makes them for windows and applications. */
const randomId = (): string => [...randomBytes(10)].map((byte) => BASE32[byte % BASE32.length]).join('');

/**
 * Browser, extension and page in one, as far as a real host can tell. When its host goes it starts another at once, as
 * the extension does; a host that writes nonsense is hung up on.
 */
export class ScriptedBrowser {
  readonly page: ScriptedPage;
  readonly #options: ScriptedBrowserOptions;
  #host: Host | undefined;
  #ready: Promise<void> = Promise.resolve();
  #generation = 0;
  #sent = 0;
  #isEnded = false;

  constructor(options: ScriptedBrowserOptions) {
    this.#options = options;
    this.page = new ScriptedPage(randomId(), options.history, (message) => this.#send(message));
    this.#startHost();
  }

  get hostPid(): number {
    const pid = this.#host?.process.pid;
    if (pid === undefined) throw new Error('there is no host at this moment');
    return pid;
  }

  /** Milliseconds since the present host was started. */
  get hostAge(): number {
    return performance.now() - (this.#host?.startedAt ?? 0);
  }

  /** Resolves when the present host has been told of the page. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** What native messaging and the private socket do to their messages. */
  setFault(link: 'native' | 'socket', fault: PipeFault | undefined): void {
    if (this.#host === undefined) return;
    const { toHost, toBrowser, proxy } = this.#host;
    if (link === 'native') {
      toHost.fault = fault;
      toBrowser.fault = fault;
    } else if (proxy !== undefined) {
      proxy.fault = fault;
    }
  }

  cutSocket(): void {
    this.#host?.proxy?.cut();
  }

  /** The worker dies, or the browser closes the port: the host's stdin ends, and a new worker starts another host. */
  hangUp(): void {
    this.#host?.process.stdin?.end();
  }

  /** Another host, with nobody struck: the one before has done its time. */
  async renewHost(): Promise<void> {
    const before = this.#host?.process;
    this.hangUp();
    if (before !== undefined) await ended(before);
    await this.#ready;
  }

  async end(): Promise<void> {
    const host = this.#host;
    if (host === undefined || this.#isEnded) return;
    this.#isEnded = true;
    host.process.stdin?.end();
    await ended(host.process);
  }

  #startHost(): void {
    const { cli, directory } = this.#options;
    const origin = `chrome-extension://${EXTENSION_ID}/`;
    const child = spawn(process.execPath, [cli, 'host', '--allow', EXTENSION_ID, origin], {
      env: { PATH: process.env['PATH'], MCP_GUI_BRIDGE_HOME: directory },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#generation += 1;
    child.stdin?.on('error', () => {});
    let told: () => void = () => {};
    this.#ready = new Promise((resolve) => {
      told = resolve;
    });
    const host: Host = {
      process: child,
      toHost: new FaultPipe(nativeFraming, (bytes) => child.stdin?.write(bytes)),
      toBrowser: new FaultPipe(nativeFraming, (bytes) => this.#take(host, bytes, told)),
      startedAt: performance.now(),
      isIntroduced: false,
      bytes: NO_BYTES,
      message: undefined,
    };
    this.#host = host;
    child.stdout?.on('data', (bytes: Buffer) => host.toBrowser.push(bytes));
    child.once('exit', () => {
      host.proxy?.close();
      if (this.#isEnded) return;
      this.#startHost();
      void this.#ready.then(told);
    });
  }

  #take(host: Host, bytes: Buffer, told: () => void): void {
    if (host !== this.#host) return;
    try {
      const { texts, partial } = takeBytes(host.bytes, bytes);
      host.bytes = partial;
      for (const text of texts) {
        const taken = takeFrame(host.message, JSON.parse(text));
        host.message = taken.partial;
        if (taken.message !== undefined) this.#receive(host, HostToExtension.parse(taken.message), told);
      }
    } catch {
      this.hangUp();
    }
  }

  #receive(host: Host, message: HostToExtension, told: () => void): void {
    const { page } = this;
    if (message.type === 'hello') {
      this.#interpose(host)
        .then(() => {
          this.#introduce(host);
          told();
        })
        // It has ended meanwhile, its socket with it; the next one will be told.
        .catch(() => host.process.stdin?.end());
    } else if (message.type === 'call') page.receive(message.call);
    else if (message.type === 'recall') page.recall(message.callId);
    else if (message.type === 'resync') page.attach();
  }

  async #interpose(host: Host): Promise<void> {
    const { directory, direct } = this.#options;
    if (direct === true) return;
    host.proxy = await SocketProxy.interpose(runDirectory(directory));
    if (host.process.exitCode !== null || host.process.signalCode !== null) host.proxy.close();
  }

  #introduce(host: Host): void {
    const extension = {
      version: '0.1.0',
      browser: 'Scripted 1',
      profileId: 'scripted-profile',
      generation: this.#generation,
    };
    host.isIntroduced = true;
    this.#send({ type: 'hello', wire: WIRE_VERSION, extension, expected: [this.page.appId] });
    this.page.attach();
  }

  /** What is said while there is no host is lost: the next one is told everything. */
  #send(message: ExtensionToHost): void {
    if (this.#host?.isIntroduced !== true) return;
    this.#sent += 1;
    for (const frame of toFrames(JSON.stringify(message), this.#sent)) this.#host?.toHost.push(encodeFrame(frame));
  }
}
