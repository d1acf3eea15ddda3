import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { BUILT } from '../../../demo-site/runner/workspace.ts';
import { readStatus } from '../../../native-host/src/link/read-status.ts';
import type { World } from '../fault.ts';
import { History } from '../history.ts';
import { RecordedAgent } from '../recorded-agent.ts';
import { ScriptedBrowser } from './scripted-browser.ts';

/** The socket proxy must be gone before the host looks after its socket, which it does every 30 s. */
const HOST_AGE_MS = 15_000;

/** Real host and agents; browser, extension and page are scripted. */
export class ProcessWorld implements World {
  readonly directory: string;
  readonly browser: ScriptedBrowser;
  #history = new History();
  #subject: RecordedAgent | undefined;
  #observer: RecordedAgent | undefined;

  private constructor(directory: string) {
    this.directory = directory;
    this.browser = new ScriptedBrowser({ cli: BUILT.cli, directory, history: () => this.#history });
  }

  static async start(): Promise<ProcessWorld> {
    const world = new ProcessWorld(await mkdtemp(join(tmpdir(), 'mgb-')));
    await world.browser.ready;
    return world;
  }

  get history(): History {
    return this.#history;
  }

  get subject(): RecordedAgent {
    if (this.#subject === undefined) throw new Error('prepare() comes first');
    return this.#subject;
  }

  get observer(): RecordedAgent {
    if (this.#observer === undefined) throw new Error('prepare() comes first');
    return this.#observer;
  }

  get document(): string {
    return this.browser.page.document;
  }

  /** What every process of this world can be known by. */
  get env(): NodeJS.ProcessEnv {
    return { PATH: process.env['PATH'], MCP_GUI_BRIDGE_HOME: this.directory };
  }

  async prepare(): Promise<void> {
    this.browser.setFault('native', undefined);
    this.browser.setFault('socket', undefined);
    await this.browser.ready;
    if (this.browser.hostAge > HOST_AGE_MS) await this.browser.renewHost();
    this.browser.page.hold();
    const history = new History();
    history.note({ type: 'opened', document: this.document, value: this.browser.page.value });
    this.#history = history;
    [this.#subject, this.#observer] = await Promise.all([
      this.#agent('subject', this.#subject),
      this.#agent('observer', this.#observer),
    ]);
  }

  async acceptedCalls(): Promise<number> {
    const { hosts } = await readStatus(this.directory);
    return hosts.flatMap(({ agents }) => agents).reduce((sum, { calls }) => sum + calls, 0);
  }

  release(): Promise<void> {
    this.browser.page.release();
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#subject?.stop(), this.#observer?.stop()]);
    await this.browser.end();
    await rm(this.directory, { recursive: true, force: true });
  }

  #agent(name: string, before: RecordedAgent | undefined): Promise<RecordedAgent> | RecordedAgent {
    if (before?.isRunning) return before;
    return RecordedAgent.start({ name, cli: BUILT.cli, env: this.env, history: () => this.#history });
  }
}
