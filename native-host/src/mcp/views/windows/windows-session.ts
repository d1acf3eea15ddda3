import { type Answer, Change, Reading, readAnswer } from './tool-answers.ts';

/** A tool result as it comes through a chat host. */
export interface ToolResult {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
}

export type CallTool = (name: string, args: Record<string, unknown>) => Promise<ToolResult>;

/** `waiting`: nothing was read yet. `static`: the host lets a view call no tools. `following`: live. */
export type Liveness = 'waiting' | 'static' | 'following' | 'stopped';

export interface SessionState {
  readonly reading: Reading | undefined;
  readonly liveness: Liveness;
  /** Why it is not live any more, in words. */
  readonly problem: string | undefined;
}

/** No server gave it out, so the answer is everything there is. */
const NO_CURSOR = 'start';
/** Hosts give up on a call after a minute. */
const WAIT_MS = 25_000;

/** What the view knows of the windows, kept current through the server's helper tools. */
export class WindowsSession {
  readonly #callTool: CallTool | undefined;
  readonly #listeners = new Set<(state: SessionState) => void>();
  #state: SessionState;
  #cursor = NO_CURSOR;
  #ended = false;
  #following = false;

  /** @param callTool missing where the host lets a view call no tools */
  constructor(callTool: CallTool | undefined) {
    this.#callTool = callTool;
    this.#state = { reading: undefined, liveness: 'waiting', problem: undefined };
  }

  get state(): SessionState {
    return this.#state;
  }

  subscribe(listener: (state: SessionState) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The result that the host shows this view for: seen at once, before anything has been asked. */
  show(result: ToolResult): void {
    const reading = Reading.safeParse(result.structuredContent);
    if (reading.success && this.#state.reading === undefined) this.#set({ reading: reading.data });
    if (this.#callTool === undefined) this.#set({ liveness: 'static' });
  }

  /** Follows the windows until `end`. Calling it again begins anew where it has stopped. */
  async follow(): Promise<void> {
    if (this.#following || this.#callTool === undefined) return;
    this.#following = true;
    this.#cursor = NO_CURSOR;
    this.#set({ liveness: 'following', problem: undefined });
    try {
      while (!this.#ended) await this.#round(this.#callTool);
    } catch (error) {
      if (this.#ended) return;
      const why = error instanceof Error ? error.message : String(error);
      this.#set({ liveness: 'stopped', problem: `Updates have stopped: ${why}` });
    } finally {
      this.#following = false;
    }
  }

  end(): void {
    this.#ended = true;
  }

  /** Calls a window's or application's tool for the person. */
  async run(tool: string, args: Record<string, unknown>, expectedVersion: number | undefined): Promise<Answer> {
    if (this.#callTool === undefined) throw new Error('This chat does not let views call tools.');
    const version = expectedVersion === undefined ? {} : { expectedVersion };
    // With a cursor of the view's own: what the model was last told stays what it was.
    return readAnswer(await this.#callTool('app__call', { tool, arguments: args, ...version, cursor: this.#cursor }));
  }

  async #round(callTool: CallTool): Promise<void> {
    const waited = await callTool('app__wait_for_change', {
      cursor: this.#cursor,
      timeoutMs: this.#cursor === NO_CURSOR ? 0 : WAIT_MS,
    });
    if (this.#ended) return;
    const { result: change } = Change.parse(waited.structuredContent);
    const first = this.#cursor === NO_CURSOR;
    this.#cursor = change.cursor;
    if (!change.changed && !first) return;
    const known = this.#state.reading?.result;
    const windows = [...(known?.windows ?? []), ...change.windows].map(({ id }) => id);
    const applications = (known?.applications ?? []).map(({ id }) => id);
    let reading = await this.#read(callTool, [...windows, ...applications]);
    const now = reading.result.applications.map(({ id }) => id);
    if (now.some((id) => !applications.includes(id))) reading = await this.#read(callTool, [...windows, ...now]);
    if (!this.#ended) this.#set({ reading });
  }

  /**
   * By name, actions of applications too: reading everything would count as the model's own reading, which is then told
   * of no change that it has not seen.
   */
  async #read(callTool: CallTool, ids: readonly string[]): Promise<Reading> {
    const { structuredContent } = await callTool('app__read_windows', {
      windowIds: [...new Set(ids)],
      includeActions: true,
    });
    return Reading.parse(structuredContent);
  }

  #set(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener(this.#state);
  }
}
