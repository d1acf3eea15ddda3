import type {
  Action,
  ApplicationCall,
  CallAnswer,
  DeclaredChange,
  ExtensionToHost,
  Recalled,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { History } from '../history.ts';

const action = (name: string, timeoutMs: number): Action => ({
  name,
  title: name,
  inputSchema: {
    type: 'object',
    properties: { key: { type: 'string' }, holdAt: { enum: ['check', 'start', 'effect'] } },
    required: ['key'],
  },
  available: true,
  timeoutMs,
});

/**
 * A document with a counter, as a host sees it through an extension: it remembers every call, runs none twice, tells
 * its state before its answer, and keeps its word across hosts.
 */
export class ScriptedPage {
  readonly appId: string;
  readonly document: string;
  readonly #history: () => History;
  readonly #send: (message: ExtensionToHost) => void;
  readonly #journal = new Map<string, CallAnswer | 'running'>();
  readonly #waiting = new Set<() => void>();
  #isHeld = true;
  #count = 0;
  #version = 1;

  constructor(document: string, history: () => History, send: (message: ExtensionToHost) => void) {
    this.document = document;
    this.appId = `a${document}`;
    this.#history = history;
    this.#send = send;
  }

  get value(): number {
    return this.#count;
  }

  get windowId(): string {
    return `w${this.document}`;
  }

  /** Handlers wait at the place that their call names, until `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    for (const go of this.#waiting) go();
    this.#waiting.clear();
  }

  attach(): void {
    const running = [...this.#journal].flatMap(([callId, word]) => (word === 'running' ? [callId] : []));
    const application = {
      id: this.appId,
      origin: 'https://counter.example',
      browser: 'Scripted 1',
      condition: 'live',
    } as const;
    const declared: DeclaredChange = {
      name: 'Counter',
      actions: [],
      windows: [
        {
          id: this.windowId,
          opened: 1,
          title: `Counter ${this.document}`,
          modal: false,
          ownerId: null,
          version: this.#version,
          summary: `at ${this.#count}`,
          blocks: [],
          actions: [action('add', 20_000), action('add_briefly', 1_000)],
        },
      ],
    };
    this.#send({ type: 'model', event: { type: 'attached', application, declared, running } });
  }

  recall(callId: string): void {
    this.#send({ type: 'recalled', appId: this.appId, recalled: this.#recalled(callId) });
  }

  receive(call: ApplicationCall): void {
    const { callId } = call;
    const known = this.#journal.get(callId);
    if (typeof known === 'object') this.#answer(callId, known);
    if (known !== undefined) return;
    this.#journal.set(callId, 'running');
    void this.#run(call);
  }

  #recalled(callId: string): Recalled {
    const word = this.#journal.get(callId);
    if (word === undefined) return { callId, state: 'unseen' };
    return word === 'running' ? { callId, state: word } : { callId, state: 'answered', answer: word };
  }

  async #run({ callId, arguments: { key, holdAt } }: ApplicationCall): Promise<void> {
    const call = String(key);
    const { document } = this;
    const note = (type: 'checking' | 'start' | 'committed' | 'end' | 'answered') =>
      this.#history().note({ type, document, call });
    note('checking');
    if (holdAt === 'check') await this.#held();
    note('start');
    if (holdAt === 'start') await this.#held();
    this.#count += 1;
    this.#version += 1;
    this.#history().note({ type: 'effect', document, call, value: this.#count });
    this.#tell();
    const answer: CallAnswer = { ok: true, value: { message: `at ${this.#count}`, openedWindowIds: [] } };
    if (holdAt === 'effect') {
      this.#send({ type: 'committed', appId: this.appId, callId, answer });
      note('committed');
      await this.#held();
    }
    note('end');
    this.#journal.set(callId, answer);
    this.#answer(callId, answer);
    note('answered');
  }

  #tell(): void {
    const window = { id: this.windowId, version: this.#version, summary: `at ${this.#count}` };
    this.#send({ type: 'model', event: { type: 'changed', appId: this.appId, change: { windows: [window] } } });
  }

  #answer(callId: string, answer: CallAnswer): void {
    this.#send({ type: 'answer', appId: this.appId, callId, answer });
  }

  #held(): Promise<void> {
    return this.#isHeld ? new Promise((resolve) => this.#waiting.add(resolve)) : Promise.resolve();
  }
}
