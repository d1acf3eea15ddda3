import type { ApplicationCall, ToolError } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Addressed } from '../model/exposure.ts';
import type { BrowserApi } from './browser-api.ts';
import type { PromptSeen } from './person-hop.ts';

/** What the person answers. */
export type Choice = 'once' | 'always' | 'deny';

/** A call about which the person is asked. */
export interface Question {
  readonly call: ApplicationCall;
  readonly agentKey: string | undefined;
  readonly origin: string;
  /** As the person is shown it. */
  readonly addressed: Addressed;
  /** What an answer "once" allows. */
  readonly onceKey: string;
  /** Names what is asked about; an answer "always" answers every other question with the same key. */
  readonly grantKey: string;
  readonly shown: PromptSeen;
}

export interface PromptsListener {
  decided(question: Question, choice: Choice): void;
  /** The window was closed: none of these was answered. */
  dismissed(questions: readonly Question[]): void;
  changed(): void;
}

const SIZE = { width: 460, height: 680 };

/** The questions, one window for all of them, one shown at a time. */
export class Prompts {
  readonly #windows: BrowserApi['windows'];
  readonly #page: string;
  readonly #listener: PromptsListener;
  readonly #waiting = new Map<string, Question>();
  #window: { id?: number } | undefined;

  /** @param page address of the page that shows them */
  constructor(windows: BrowserApi['windows'], page: string, listener: PromptsListener) {
    this.#windows = windows;
    this.#page = page;
    this.#listener = listener;
  }

  get current(): Question | undefined {
    return this.#waiting.values().next().value;
  }

  get count(): number {
    return this.#waiting.size;
  }

  ask(question: Question): void {
    this.#waiting.set(question.call.callId, question);
    this.#settle();
  }

  answer(callId: string, choice: Choice): void {
    const question = this.#waiting.get(callId);
    if (question === undefined) return;
    const alike = [...this.#waiting.values()].filter(({ grantKey }) => grantKey === question.grantKey);
    const answered = choice === 'always' ? [question, ...alike.filter((other) => other !== question)] : [question];
    for (const { call } of answered) this.#waiting.delete(call.callId);
    for (const each of answered) this.#listener.decided(each, choice);
    this.#settle();
  }

  /** Nobody waits for the answer any more. */
  drop(callId: string): void {
    if (this.#waiting.delete(callId)) this.#settle();
  }

  /** Takes back the questions that have become pointless, and tells why. */
  dropPointless(
    why: (question: Question) => ToolError | undefined,
    tell: (question: Question, error: ToolError) => void,
  ): void {
    for (const question of [...this.#waiting.values()]) {
      // Telling of one may have taken back others.
      const error = this.#waiting.has(question.call.callId) ? why(question) : undefined;
      if (error === undefined) continue;
      this.#waiting.delete(question.call.callId);
      tell(question, error);
    }
    this.#settle();
  }

  /** Shows the questions with the words of now. */
  refresh(asNow: (question: Question) => Question): void {
    let isChanged = false;
    for (const [callId, question] of this.#waiting) {
      const now = asNow(question);
      if (now === question) continue;
      this.#waiting.set(callId, now);
      isChanged = true;
    }
    if (isChanged) this.#listener.changed();
  }

  /** Brings the window to the front. */
  show(): void {
    const id = this.#window?.id;
    if (id !== undefined) this.#windows.update(id, { focused: true }).catch(() => {});
  }

  /** The person closed a window of the browser. */
  windowRemoved(id: number): void {
    if (this.#window === undefined || this.#window.id !== id) return;
    this.#window = undefined;
    this.#dismissAll();
  }

  #dismissAll(): void {
    const questions = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#listener.dismissed(questions);
    this.#listener.changed();
  }

  #settle(): void {
    this.#listener.changed();
    if (this.#waiting.size > 0) {
      if (this.#window === undefined) void this.#open();
      return;
    }
    const id = this.#window?.id;
    this.#window = undefined;
    if (id !== undefined) this.#windows.remove(id).catch(() => {});
  }

  async #open(): Promise<void> {
    const mine: { id?: number } = {};
    this.#window = mine;
    const opened = await this.#windows
      .create({ type: 'popup', url: this.#page, focused: true, ...SIZE })
      .catch(() => undefined);
    if (opened?.id !== undefined) mine.id = opened.id;
    if (this.#window !== mine) {
      if (mine.id !== undefined) this.#windows.remove(mine.id).catch(() => {});
    } else if (mine.id === undefined) {
      this.#window = undefined;
      this.#dismissAll();
    }
  }
}
