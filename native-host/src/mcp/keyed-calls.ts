import { createHash } from 'node:crypto';
import { type CallAnswer, keyUsed, LIMITS, type ToolError, unknownOutcome } from '@mcp-gui-bridge/page-sdk/protocol';
import type { CallStatus, Question } from './call-log.ts';
import { newCallId, type Operation, type ToolRequest } from './operate.ts';

export interface EndedCall {
  readonly callId: string;
  readonly answer: CallAnswer;
}

interface Keyed {
  readonly content: string;
  readonly call: Promise<EndedCall>;
}

const outcomeOf = ({ answer }: EndedCall) => (answer.ok ? 'executed' : answer.error.outcome);

const refusal = (error: ToolError): CallAnswer => ({ ok: false, error });

const stillRunning = (): ToolError => unknownOutcome('running', 'The first call under this key still runs.');

const contentOf = ({ tool, args }: Operation): string =>
  createHash('sha256')
    .update(JSON.stringify([tool, args]))
    .digest('hex');

/**
 * Calls under a key of the client's own: each is done once, however often it is asked for. Documents remember keys, for
 * all processes of an agent; this one also knows what became of a call whose document has gone.
 */
export class KeyedCalls {
  readonly #operate: (operation: Operation, request: ToolRequest) => Promise<CallAnswer>;
  readonly #status: (question: Question) => Promise<readonly CallStatus[]>;
  readonly #calls = new Map<string, Keyed>();

  constructor(
    operate: (operation: Operation, request: ToolRequest) => Promise<CallAnswer>,
    status: (question: Question) => Promise<readonly CallStatus[]>,
  ) {
    this.#operate = operate;
    this.#status = status;
  }

  async run(key: string, operation: Operation, request: ToolRequest): Promise<EndedCall> {
    const known = this.#calls.get(key);
    const content = contentOf(operation);
    if (known !== undefined && known.content !== content) return { callId: newCallId(), answer: refusal(keyUsed()) };
    const call = this.#next(key, known?.call, operation, request);
    this.#calls.set(key, { content, call });
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > LIMITS.journalCalls && oldest !== undefined) this.#calls.delete(oldest);
    const ended = await call;
    if (outcomeOf(ended) === 'not_executed' && this.#calls.get(key)?.call === call) this.#calls.delete(key);
    return ended;
  }

  async #next(
    key: string,
    before: Promise<EndedCall> | undefined,
    operation: Operation,
    request: ToolRequest,
  ): Promise<EndedCall> {
    const first = await before;
    if (first !== undefined && outcomeOf(first) === 'executed') return first;
    const { callId } = operation;
    const next = { callId, answer: await this.#operate({ ...operation, idempotencyKey: key }, request) };
    if (outcomeOf(next) !== 'not_executed') return next;
    if (first !== undefined && outcomeOf(first) === 'unknown') return first;
    return (await this.#done(key, operation)) ?? next;
  }

  /** What the first call changed may be why the repeat was refused: then its answer is still the answer. */
  async #done(key: string, { callId, tool }: Operation): Promise<EndedCall | undefined> {
    const calls = await this.#status({ idempotencyKey: key });
    const first = calls.find(
      (call) =>
        call.callId !== callId && call.tool === tool && call.state !== 'not_executed' && call.state !== 'queued',
    );
    return first && { callId: first.callId, answer: first.answer ?? refusal(stillRunning()) };
  }
}
