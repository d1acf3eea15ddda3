import type { Page } from 'puppeteer';
import { BUILT, inWorkspace } from '../../../demo-site/runner/workspace.ts';
import { readStatus } from '../../../native-host/src/link/read-status.ts';
import { type Rig, startRig } from '../../e2e/rig.ts';
import type { World } from '../fault.ts';
import { History } from '../history.ts';
import { signalAll } from '../processes.ts';
import { RecordedAgent } from '../recorded-agent.ts';
import { type PageNote, type Site, serveSite } from '../site-server.ts';
import { within } from '../within.ts';

declare global {
  interface Window {
    /** The counter page's own hands; there on the page of this rig alone. */
    counter: {
      name(): string;
      hold(): void;
      release(): void;
      loop(): void;
      openDialog(): void;
      closeDialog(): void;
      replaceWindow(): void;
    };
  }
}

/** Switches that the faults need: a page that is left can come back, and a session too. */
const SWITCHES = ['--enable-features=BackForwardCache', '--restore-last-session', '--hide-crash-restore-bubble'];

const ANSWER_MS = 5_000;
const STOP_MS = 15_000;

/** Real browser, extension, host and agents; two tabs of one site, of which the first is struck. */
export class BrowserWorld implements World {
  readonly rig: Rig;
  readonly #site: Site;
  /** Counters of all documents that have ever been, as their pages noted them. */
  readonly #values = new Map<string, number>();
  readonly #noteListeners = new Set<(note: PageNote) => void>();
  readonly #pages: (Page | undefined)[] = [undefined, undefined];
  #history = new History();
  #subject: RecordedAgent | undefined;
  #observer: RecordedAgent | undefined;
  /** The struck one comes first. */
  #documents: string[] = [];

  private constructor(rig: Rig, site: Site) {
    this.rig = rig;
    this.#site = site;
  }

  static async start(): Promise<BrowserWorld> {
    const listeners: ((note: PageNote) => void)[] = [];
    const site = await serveSite(inWorkspace('tests/faults/browser-rig/site'), (note) => {
      for (const listener of listeners) listener(note);
    });
    const world = new BrowserWorld(await startRig({ args: SWITCHES }), site);
    listeners.push((note) => world.#take(note));
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
    return this.#documents[0] ?? '';
  }

  get origin(): string {
    return this.#site.origin;
  }

  /** The tab whose document is struck. */
  get page(): Page {
    const [page] = this.#pages;
    if (page === undefined) throw new Error('prepare() comes first');
    return page;
  }

  async prepare(): Promise<void> {
    for (const [index, page] of this.#pages.entries()) {
      if (page === undefined || !(await isCounter(page))) await this.#openTab(index);
    }
    const names = await Promise.all(this.#pages.map((page) => page?.evaluate(() => window.counter.name()) ?? ''));
    await Promise.all(this.#pages.map((page) => page?.evaluate(() => window.counter.hold())));
    this.#documents = names;
    const history = new History();
    for (const document of names) history.note({ type: 'opened', document, value: this.#values.get(document) ?? 0 });
    this.#history = history;
    [this.#subject, this.#observer] = await Promise.all([
      this.#agent('subject', this.#subject),
      this.#agent('observer', this.#observer),
    ]);
  }

  async acceptedCalls(): Promise<number> {
    const { hosts } = await readStatus(this.rig.profile.stateDirectory);
    return hosts.flatMap(({ agents }) => agents).reduce((sum, { calls }) => sum + calls, 0);
  }

  async release(): Promise<void> {
    // The page may be gone, or be another one by now; then there is nobody to be told.
    await this.page.evaluate(() => window.counter.release()).catch(() => {});
  }

  /** The process of the native host that serves this rig's browser. */
  async hostPid(): Promise<number> {
    const { hosts } = await readStatus(this.rig.profile.stateDirectory);
    const [host] = hosts;
    if (host === undefined) throw new Error('no host is running');
    return host.pid;
  }

  /** Resolves with the next note that fits. */
  nextNote(fits: (note: PageNote) => boolean): Promise<PageNote> {
    return new Promise((resolve) => {
      const listener = (note: PageNote) => {
        if (!fits(note)) return;
        this.#noteListeners.delete(listener);
        resolve(note);
      };
      this.#noteListeners.add(listener);
    });
  }

  /** Says that the struck document is gone for good. */
  noteClosed(): void {
    this.#history.note({ type: 'closed', document: this.document });
  }

  /** Closes a tab; documents that open meanwhile have opened in it, and are gone with it. */
  async closingWhatOpens(close: () => Promise<void>): Promise<void> {
    const opened = new Set<string>();
    const listener = (note: PageNote) => {
      if (note.type === 'opened') opened.add(note.document);
    };
    this.#noteListeners.add(listener);
    await close();
    this.#noteListeners.delete(listener);
    for (const document of opened) this.#history.note({ type: 'closed', document });
  }

  /** The struck tab shows nothing that could still answer; another one takes its place. */
  forgetTab(): void {
    const [dead] = this.#pages.splice(0, 1, undefined);
    void dead?.close().catch(() => {});
  }

  /** Says that the browser took all documents with it. */
  noteAllClosed(): void {
    for (const document of this.#documents) this.#history.note({ type: 'closed', document });
  }

  /** Says that the struck document is back, the same as it was. */
  noteReopened(): void {
    const value = this.#values.get(this.document) ?? 0;
    this.#history.note({ type: 'opened', document: this.document, value });
  }

  /** Makes the tabs of the session before this rig's own. */
  async adoptRestoredTabs(): Promise<void> {
    const pages = await this.rig.browser.pages();
    for (const index of this.#pages.keys()) {
      this.#pages[index] = pages.find((page) => page.url() === this.#address(index));
    }
    // Each start of a browser brings an empty tab, and the session before has its own.
    await Promise.all(pages.filter((page) => page.url() === 'about:blank').map((page) => page.close()));
  }

  async stop(): Promise<void> {
    await Promise.all([this.#subject?.stop(), this.#observer?.stop()]);
    const stopped = this.rig.stop();
    // A browser that cannot even be closed is killed, with all that belongs to it.
    await within(STOP_MS, 'the end of the browser', stopped).catch(() =>
      signalAll(this.rig.profile.stateDirectory, 'SIGKILL'),
    );
    await stopped;
    await this.#site.close();
  }

  #take(note: PageNote): void {
    if (note.type === 'opened' || note.type === 'effect') this.#values.set(note.document, note.value);
    if (note.type !== 'looping') this.#history.note(note);
    for (const listener of [...this.#noteListeners]) listener(note);
  }

  #address(index: number): string {
    return `${this.origin}/counter.html${index === 0 ? '?struck' : ''}`;
  }

  async #openTab(index: number): Promise<void> {
    await this.#pages[index]?.close().catch(() => {});
    const opened = this.nextNote(({ type }) => type === 'opened');
    this.#pages[index] = await this.rig.open(this.#address(index));
    await opened;
  }

  #agent(name: string, before: RecordedAgent | undefined): Promise<RecordedAgent> | RecordedAgent {
    if (before?.isRunning) return before;
    return RecordedAgent.start({ name, cli: BUILT.cli, env: this.rig.profile.env, history: () => this.#history });
  }
}

/** A page that does not answer is none either. */
async function isCounter(page: Page): Promise<boolean> {
  if (page.isClosed()) return false;
  const asked = page.evaluate(() => window.counter !== undefined);
  return within(ANSWER_MS, 'the answer of the page', asked).catch(() => false);
}
