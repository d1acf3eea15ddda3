import type { CallContext, CompiledAction } from './action.ts';
import { outcomeOf, readResult, success } from './answer.ts';
import type { PageCall, Progress } from './protocol/call.ts';
import type { PageToWorker } from './protocol/page-hop.ts';
import type { Words } from './words.ts';

/** What the words of a running handler reach. */
export interface CallSurroundings {
  readonly host: {
    readonly words: Words;
    send(message: PageToWorker): void;
    progress(progress: Progress): void;
  };
  /** Whether the call has no answer yet; after it nothing that its handler says counts. */
  isOpen(): boolean;
  /** Ids of the windows that the call has opened, or of those that its handler names. */
  opened(named?: readonly { readonly localId: string }[]): string[];
}

/** What a handler is given beside its input. */
export function callContext(
  { callId, agent }: PageCall,
  signal: AbortSignal,
  { output }: Pick<CompiledAction, 'output'>,
  { host, isOpen, opened: openedBy }: CallSurroundings,
): CallContext {
  const { words } = host;
  return {
    agent,
    signal,
    progress: (done, total, message) => {
      if (!isOpen() || !Number.isFinite(done)) return;
      const known = total !== undefined && Number.isFinite(total) ? { total } : {};
      const said = message === undefined ? {} : { message: words.message(String(message)) };
      host.progress({ callId, done, ...known, ...said });
    },
    commit: (outcome) => {
      if (!isOpen()) return;
      const { message, result, opened } = outcomeOf(outcome);
      const reading = readResult(result, output, words);
      // The page may be gone in the next moment: what cannot be checked at once is not promised.
      const returned =
        reading instanceof Promise
          ? ({ reason: 'result_invalid', why: 'its schema takes time to check' } as const)
          : reading;
      host.send({ type: 'committed', callId, answer: success(message, openedBy(opened), returned, words) });
    },
  };
}
