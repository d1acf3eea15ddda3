import type { DrivenClient, Shown } from './driven-client.ts';

/** What a step came to: done and how, or why not. */
export interface StepResult {
  readonly step: Step;
  readonly ok: boolean;
  readonly how: string;
}

export const STEPS = ['list', 'read', 'write', 'stale', 'invalid', 'dialog', 'notified', 'order'] as const;
export type Step = (typeof STEPS)[number];

interface Answer {
  readonly code?: string;
  readonly currentVersion?: number;
  readonly fields?: readonly { readonly field: string }[];
  readonly openedWindowIds?: readonly string[];
  readonly blockedBy?: { readonly id: string };
  readonly result?: unknown;
  readonly cursor?: string;
  readonly [part: string]: unknown;
}

interface Windows {
  readonly windows: readonly { id: string; title: string; version: number; blocks: readonly object[] }[];
}

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && ('code' in value || 'openedWindowIds' in value || 'result' in value);

function isReadable(shown: Shown): boolean {
  try {
    return readAnswer(shown).answer !== undefined;
  } catch {
    return false;
  }
}

/** The answer as far as the client shows it, and in which channel. */
function readAnswer({ text, structured }: Shown): { answer: Answer; channel: string } {
  if (isAnswer(structured)) return { answer: structured, channel: 'structured' };
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    const parsed: unknown = JSON.parse(json);
    if (isAnswer(parsed)) return { answer: parsed, channel: 'text' };
  } catch {
    // Not JSON: said below.
  }
  throw new Error(`no answer can be read from: ${text.slice(0, 200)}`);
}

function expectThat(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}

const OPENED_MS = 60_000;

/** Orders in the order desk with this client, and recovers from refusals by what the client shows. */
export class Scenario {
  readonly results: StepResult[] = [];
  readonly #client: DrivenClient;
  #editor = '';
  #version = 0;
  #dialog = '';
  #listed: ReadonlySet<string> = new Set();

  constructor(client: DrivenClient) {
    this.#client = client;
  }

  /** Plays all steps; a step that fails ends it, as those after it build on it. */
  async play(): Promise<readonly StepResult[]> {
    for (const step of STEPS) {
      try {
        this.results.push({ step, ok: true, how: await this.#steps[step]() });
      } catch (error) {
        this.results.push({ step, ok: false, how: error instanceof Error ? error.message : String(error) });
        break;
      }
    }
    return this.results;
  }

  readonly #steps: Record<Step, () => Promise<string>> = {
    list: async () => {
      const deadline = Date.now() + OPENED_MS;
      for (;;) {
        const names = [...(await this.#list())];
        const tool = names.find((name) => name.endsWith('__set_fields'));
        if (tool !== undefined && names.includes('app__call')) {
          this.#editor = tool.replace('__set_fields', '');
          return `${names.length} tools`;
        }
        expectThat(Date.now() < deadline, `the tools of the order desk are not listed: ${names.join(', ')}`);
      }
    },
    read: async () => {
      const { windows } = await this.#windows();
      const editor = windows.find(({ id }) => id === this.#editor);
      expectThat(editor !== undefined, 'the editor is not among the windows');
      this.#version = editor.version;
      return this.#client.readWindows === undefined ? 'app__read_windows' : 'resource';
    },
    write: async () => {
      const { answer, channel } = await this.#call(`${this.#editor}__set_fields`, { recipient: 'Ada', amount: 250 });
      expectThat(answer.openedWindowIds !== undefined, `refused: ${JSON.stringify(answer)}`);
      return channel;
    },
    stale: async () => {
      const late = { note: 'late', expectedVersion: this.#version };
      const { answer, channel } = await this.#call(`${this.#editor}__set_fields`, late);
      expectThat(answer.code === 'stale_state', `not stale_state: ${JSON.stringify(answer)}`);
      const again = { note: 'late', expectedVersion: answer.currentVersion };
      const recovered = await this.#call(`${this.#editor}__set_fields`, again);
      expectThat(recovered.answer.code === undefined, `no way back: ${JSON.stringify(recovered.answer)}`);
      return channel;
    },
    invalid: async () => {
      const wrong = { amount: -5 };
      const shown = await this.#client.call(`${this.#editor}__set_fields`, wrong);
      // Some clients hold arguments against the published schema themselves; then the server never hears of them.
      const isOwnCheck = !isReadable(shown);
      if (!isOwnCheck) await this.#recover(readAnswer(shown).answer, 'amount');
      await this.#call(`${this.#editor}__add_line`, { product: 'Pen', quantity: 1, price: 2 });
      const refused = await this.#call(`${this.#editor}__remove_line`, { line: 9 });
      const { channel } = refused;
      expectThat(refused.answer.fields?.[0]?.field === 'line', `not named: ${JSON.stringify(refused.answer)}`);
      if (!isOwnCheck) return channel;
      const named = shown.text.includes('amount') ? 'and names the field' : 'without naming the field';
      return `${channel}; the published schema it checks itself, ${named}`;
    },
    dialog: async () => {
      await this.#list();
      const { answer } = await this.#call(`${this.#editor}__submit`, {});
      this.#dialog = answer.openedWindowIds?.[0] ?? '';
      expectThat(this.#dialog !== '', `no dialog opened: ${JSON.stringify(answer)}`);
      const confirm = `${this.#dialog}__confirm`;
      const isListed = (await this.#list()).has(confirm);
      const late = { tool: `${this.#editor}__set_fields`, arguments: { note: 'blocked?' } };
      const blocked = await this.#call('app__call', late);
      expectThat(blocked.answer.blockedBy?.id === this.#dialog, `not blocked: ${JSON.stringify(blocked.answer)}`);
      const confirmed = await this.#call(confirm, {});
      expectThat(confirmed.answer.code === undefined, `not confirmed: ${JSON.stringify(confirmed.answer)}`);
      return isListed ? 'new tool listed and called' : 'app__call';
    },
    notified: async () => {
      const { heard } = this.#client;
      if (heard === undefined) return 'not tried';
      const told = [...(heard.tools ? ['tools'] : []), ...(heard.windows ? ['windows'] : [])];
      expectThat(told.length > 0, 'listened, and heard nothing');
      return told.join(' and ');
    },
    order: async () => {
      const deadline = Date.now() + OPENED_MS;
      for (;;) {
        const editor = (await this.#windows()).windows.find(({ id }) => id === this.#editor);
        const isDone = editor?.blocks.some((block) => 'severity' in block && block.severity === 'success');
        if (isDone === true) return 'submitted';
        expectThat(Date.now() < deadline, 'the order was not submitted');
      }
    },
  };

  async #windows(): Promise<Windows> {
    if (this.#client.readWindows !== undefined) return JSON.parse(await this.#client.readWindows()) as Windows;
    return (await this.#call('app__read_windows', {})).answer.result as Windows;
  }

  async #list(): Promise<ReadonlySet<string>> {
    this.#listed = new Set(await this.#client.listTools());
    return this.#listed;
  }

  async #recover(refusal: Answer, field: string): Promise<void> {
    expectThat(refusal.code === 'validation_failed', `not validation_failed: ${JSON.stringify(refusal)}`);
    expectThat(refusal.fields?.[0]?.field === field, `the field is not named: ${JSON.stringify(refusal)}`);
    const { answer } = await this.#call(`${this.#editor}__set_fields`, { [field]: 5 });
    expectThat(answer.code === undefined, `no way back: ${JSON.stringify(answer)}`);
  }

  /** By its own name if the client knows it, else through `app__call`. */
  async #call(tool: string, args: Record<string, unknown>): Promise<{ answer: Answer; channel: string }> {
    if (this.#listed.has(tool)) return readAnswer(await this.#client.call(tool, args));
    return readAnswer(await this.#client.call('app__call', { tool, arguments: args }));
  }
}
