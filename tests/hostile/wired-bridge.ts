import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import type { Script } from 'node:vm';
import type { AgentSeen, HostToExtension } from '@mcp-gui-bridge/page-sdk/protocol';
import { openBrowserPort } from '../../native-host/src/host/browser-port.ts';
import { encodeFrame, NO_BYTES, takeBytes } from '../../native-host/src/host/frame-codec.ts';
import { Host } from '../../native-host/src/host/host.ts';
import { createLog, type Logger } from '../../native-host/src/link/log.ts';
import type { HostAccess } from '../../native-host/src/mcp/hosts.ts';
import { buildContentScript } from '../extension/content/content-world.ts';
import { FakeBrowser, type FakePort } from '../extension/fake-browser.ts';
import { pagePort, startWorker } from '../extension/running-extension.ts';
import { idle } from '../native-host/host/host-bench.ts';
import { socketPair } from './memory-socket.ts';
import { quiet, until } from './turns.ts';
import { WiredAgent } from './wired-agent.ts';
import { RawPage, WiredPage } from './wired-page.ts';

/** Every place where bytes leave one part for another. */
export type Boundary = 'page' | 'content' | 'native' | 'socket' | 'mcp';
export type Tap = (boundary: Boundary, text: string) => void;

/**
 * The whole way from pages to an agent in one process, and every byte on it told: SDK, content script, worker, native
 * frames, host, link, MCP server with its lines. Only browser and sockets are not real.
 */
export class WiredBridge {
  readonly browser = new FakeBrowser();
  readonly agent: WiredAgent;
  /** What the host said before it would have ended. */
  readonly faults: string[] = [];
  readonly #script: Script;
  readonly #tap: Tap;
  readonly #directory = mkdtempSync(join(tmpdir(), 'mgb-'));
  readonly #host: Host;
  readonly #native: FakePort;
  readonly #stdin = new PassThrough();
  readonly #log: Logger;
  readonly #pages = new Set<WiredPage | RawPage>();
  #moved = false;
  #seen: readonly AgentSeen[] = [];
  #documents = 0;

  private constructor(script: Script, tap: Tap, native: FakePort, browser: FakeBrowser) {
    this.#script = script;
    this.#tap = tap;
    this.browser = browser;
    this.#native = native;
    const env = { MCP_GUI_BRIDGE_HOME: this.#directory, MCP_GUI_BRIDGE_LOG: 'trace' };
    const port = openBrowserPort({
      stdin: this.#stdin,
      stdout: this.#hostOutput(),
      onMessages: (messages) => this.#host.receive(messages),
      onFault: (problem) => this.faults.push(problem),
    });
    this.#host = new Host({
      ...idle(),
      send: port.send,
      onFault: (problem) => this.faults.push(problem),
      log: createLog('host', env),
    });
    this.#log = createLog('mcp', env);
    this.agent = this.newcomer();
  }

  /** Starts it in a profile in which these sites have been allowed. */
  static async start(sites: readonly string[], tap: Tap = () => {}): Promise<WiredBridge> {
    const script = await buildContentScript();
    const browser = new FakeBrowser();
    browser.permissions = sites.map((site) => `${site}/*`);
    browser.local.values.set('grants', [...sites]);
    await startWorker(browser);
    const [native] = browser.natives;
    if (native === undefined) throw new Error('the worker started no native host');
    const bridge = new WiredBridge(script, tap, native, browser);
    await bridge.quiet();
    await bridge.agent.initialize();
    return bridge;
  }

  /** Another agent, with a process of its own. */
  async connect(name?: string): Promise<WiredAgent> {
    const agent = this.newcomer();
    await agent.initialize(name);
    await agent.read();
    return agent;
  }

  /** Another agent that has not said a word yet. */
  newcomer(): WiredAgent {
    return new WiredAgent(this.#access(this.#log), () => this.move(), this.#tap);
  }

  /** The agents that people see in the extension. */
  get agentsSeen(): readonly AgentSeen[] {
    return this.#seen;
  }

  /** A document with SDK and content script. */
  openPage(origin: string): WiredPage {
    const documentId = this.#nextDocument();
    const page = new WiredPage({
      origin,
      script: this.#script,
      connect: () => this.browser.connect(this.#tapped(pagePort(documentId, { origin, url: `${origin}/page` }))),
      told: (boundary, text) => this.#tap(boundary, text),
    });
    this.#pages.add(page);
    return page;
  }

  closePage(page: WiredPage | RawPage): void {
    this.#pages.delete(page);
    page.leave();
  }

  /** A document that speaks the wire itself. */
  openRaw(origin: string, documentId = this.#nextDocument()): RawPage {
    const page = new RawPage(this.browser.connect(pagePort(documentId, { origin, url: `${origin}/raw` })));
    this.#pages.add(page);
    return page;
  }

  move(): boolean {
    const pages = [...this.#pages].map((page) => page.move());
    const frames = this.#native.received.splice(0);
    for (const frame of frames) {
      const text = JSON.stringify(frame);
      this.#tap('native', text);
      this.#stdin.write(encodeFrame(text));
    }
    const moved = this.#moved || frames.length > 0 || pages.includes(true);
    this.#moved = false;
    return moved;
  }

  quiet(): Promise<void> {
    return quiet(() => this.move());
  }

  until<T>(find: () => T | undefined): Promise<T> {
    return until(() => this.move(), find);
  }

  /** Everything in the log files since they were read last. */
  takeLogs(): string {
    const directory = join(this.#directory, 'log');
    return readdirSync(directory)
      .map((file) => {
        const text = readFileSync(join(directory, file), 'utf8');
        truncateSync(join(directory, file));
        return text;
      })
      .join('');
  }

  async stop(): Promise<void> {
    await this.agent.close();
    this.#host.end();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #nextDocument(): string {
    this.#documents += 1;
    return `document-${this.#documents}`;
  }

  #tapped(port: FakePort): FakePort {
    port.onMessage.addListener((text) => {
      if (typeof text === 'string') this.#tap('content', text);
    });
    return port;
  }

  #hostOutput(): Writable {
    let partial = NO_BYTES;
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        const taken = takeBytes(partial, chunk);
        partial = taken.partial;
        for (const text of taken.texts) {
          const message = JSON.parse(text) as HostToExtension;
          if (message.type === 'agents') this.#seen = message.agents;
          this.#native.say(message);
        }
        this.#moved = true;
        done();
      },
    });
  }

  #access(log: Logger): HostAccess {
    const extension = { version: '0.1.0', browser: 'Testium 1', profileId: 'wired-profile', generation: 1 };
    const descriptor = {
      wire: 1,
      version: '0.1.0',
      pid: 1,
      startedAt: 0,
      socket: '',
      secret: '0'.repeat(64),
      extension,
    };
    let isOpen = true;
    return {
      list: async () => (isOpen ? [descriptor] : []),
      watch: () => () => {},
      removeStale: async () => false,
      log: (message, details) => log.info(details ?? {}, message),
      connect: async () => {
        const ends = socketPair((text) => {
          this.#moved = true;
          this.#tap('socket', text);
        });
        const agent = ends.agent.asAgent();
        agent.onClose(() => {
          isOpen = false;
        });
        this.#host.connect(ends.host.asHost());
        return agent;
      },
    };
  }
}
