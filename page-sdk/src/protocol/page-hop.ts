import * as z from 'zod';
import { CallAnswer } from './answer.ts';
import { CallId, History, HistoryRequest, PageCall, Progress, Recalled } from './call.ts';
import { LIMITS } from './limits.ts';
import { ViewDocument, ViewHash } from './view.ts';
import { DeclaredChange } from './window.ts';

/** `type` of the window messages by which page and content script find each other (see README.md, Page hop). */
export const PAGE_CHANNEL = 'mcp-gui-bridge';

/** Window message of the SDK: carries one MessagePort. `generation` grows with each SDK release, newest wins. */
export interface PageHello {
  readonly channel: typeof PAGE_CHANNEL;
  readonly kind: 'hello';
  readonly generation: number;
}

/** Window message of a content script that has just started: "who is here, say hello". */
export interface PageCallout {
  readonly channel: typeof PAGE_CHANNEL;
  readonly kind: 'ready';
}

/**
 * What the content script itself says on the MessagePort, as an object; everything else on it is JSON text that only
 * page and worker read. `open`: a fresh port to the worker, attach now. `closed`: no worker until the next `open`.
 */
export const PipeSignal = z.object({ pipe: z.enum(['open', 'closed']) });
export type PipeSignal = z.infer<typeof PipeSignal>;

/** Page to worker. */
export const PageToWorker = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('attach'),
    wire: z.int(),
    sdk: z.string().max(40),
    declared: DeclaredChange,
    /** Calls whose handler has been started and not answered. */
    running: z.array(CallId).max(LIMITS.journalCalls),
  }),
  z.object({ type: z.literal('change'), change: DeclaredChange, solicited: z.boolean().optional() }),
  z.object({ type: z.literal('answer'), callId: CallId, answer: CallAnswer }),
  /** `commit(outcome)`: the answer to give if this document goes away first. */
  z.object({ type: z.literal('committed'), callId: CallId, answer: CallAnswer }),
  z.object({ type: z.literal('progress'), progress: Progress }),
  z.object({ type: z.literal('recalled'), recalled: Recalled }),
  z.object({ type: z.literal('history'), id: HistoryRequest.shape.id, history: History }),
  /** The document that `view` asked for. */
  z.object({ type: z.literal('viewed'), hash: ViewHash, html: ViewDocument }),
  z.object({ type: z.literal('pong'), id: z.int() }),
  z.object({ type: z.literal('detach') }),
]);
export type PageToWorker = z.infer<typeof PageToWorker>;

/** Worker to page. */
export const WorkerToPage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status'), status: z.enum(['connected', 'paused']) }),
  /** Refused for good, with the sentence to show in the page's console. */
  z.object({ type: z.literal('refused'), message: z.string() }),
  z.object({ type: z.literal('call'), call: PageCall }),
  z.object({ type: z.literal('abort'), callId: CallId, reason: z.enum(['cancelled', 'timeout']) }),
  z.object({ type: z.literal('recall'), callId: CallId }),
  z.object({ type: z.literal('history'), ...HistoryRequest.shape }),
  /** Asks for the document of a view; `viewed` is the answer. */
  z.object({ type: z.literal('view'), hash: ViewHash }),
  /** Gives back one unsolicited state message; the page starts with `LIMITS.stateBurst`. */
  z.object({ type: z.literal('credit') }),
  z.object({ type: z.literal('ping'), id: z.int() }),
]);
export type WorkerToPage = z.infer<typeof WorkerToPage>;
