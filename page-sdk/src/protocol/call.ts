import * as z from 'zod';
import { CallAnswer } from './answer.ts';
import { LIMITS } from './limits.ts';
import { visibleLine } from './page-text.ts';

/** 128 random bits in hex, made by the agent's `mcp` process; the same on every hop, so that a page can tell a repeat. */
export const CallId = z.string().regex(/^[0-9a-f]{32}$/);

/** A name that somebody gave itself, as people may be shown it: one line, nothing in it that cannot be seen. */
export const selfGiven = (length: number) => z.string().max(length).transform(visibleLine);

/** How an agent names itself. Shown to people and pages, trusted by nobody. */
export const AgentName = z.object({ name: selfGiven(120), version: selfGiven(60).optional() });
export type AgentName = z.infer<typeof AgentName>;

/** An agent whose client has not said who it is. It is replaced by the first name that the client does say. */
export const NAMELESS: AgentName = { name: 'unknown' };

/** Drawn by an agent's process at its start, and its own word like its name: tells it from what is started after it. */
export const ProcessId = z.string().regex(/^[0-9a-f]{32}$/);
export type ProcessId = z.infer<typeof ProcessId>;

/** By what a person's decisions about an agent are remembered: a digest of its token, or the program it says it is. */
export const AgentKey = z.string().min(1).max(240);
export type AgentKey = z.infer<typeof AgentKey>;

/**
 * Names an agent to the journals of documents: a hash of its token, or random. Each document is told another name, so
 * that pages cannot compare.
 */
const owner = z.string().min(1).max(64);

const fields = {
  callId: CallId,
  /** The action's name, in the words of the hop: handle towards the worker, declared name towards the page. */
  action: z.string().min(1).max(200),
  arguments: z.record(z.string(), z.json()),
  /** As the agent sent it; `null` and absent mean the same, another type is refused by the page (protocol §5.5). */
  expectedVersion: z.json().optional(),
  /** On the way to the host the agent’s own claim; from there on what it last told the host. */
  agent: AgentName,
  timeoutMs: z.int().min(1),
  owner: owner.optional(),
  /** The client's own name for what it wants done: the document does it once, however often it is asked to. */
  idempotencyKey: z.string().min(1).max(LIMITS.idempotencyKeyLength).optional(),
};

/** A call on its way to a page: `windowId` is local there, `null` for an action of the application; `tool` is kept for `history`. */
export const PageCall = z.object({ ...fields, windowId: z.string().nullable(), tool: z.string().optional() });
export type PageCall = z.infer<typeof PageCall>;

/** A call between host, `mcp` and worker: ids are external. */
export const ApplicationCall = z.object({ ...fields, appId: z.string(), windowId: z.string().nullable() });
export type ApplicationCall = z.infer<typeof ApplicationCall>;

/** What a running action tells of its progress; forwarded as an MCP progress notification. */
export const Progress = z.object({
  callId: CallId,
  done: z.number(),
  total: z.number().optional(),
  message: z.string().max(300).optional(),
});
export type Progress = z.infer<typeof Progress>;

/** What a document's journal knows of a call: the only word that counts after a link was lost. */
export const Recalled = z.discriminatedUnion('state', [
  z.object({ callId: CallId, state: z.literal('answered'), answer: CallAnswer }),
  z.object({ callId: CallId, state: z.literal('running') }),
  z.object({ callId: CallId, state: z.literal('unseen') }),
]);
export type Recalled = z.infer<typeof Recalled>;

/** A call as a document's journal remembers it. */
export const PastCall = z.object({
  callId: CallId,
  tool: z.string().max(LIMITS.toolNameLength),
  idempotencyKey: z.string().max(LIMITS.idempotencyKeyLength).optional(),
  state: z.enum(['running', 'executed', 'not_executed', 'unknown']),
  startedMsAgo: z.int().min(0),
  /** Missing when it is too large to be told beside the others. */
  answer: CallAnswer.optional(),
});
export type PastCall = z.infer<typeof PastCall>;

/** The calls of one agent that a document remembers, newest first; `complete` unless some may have been forgotten. */
export const History = z.object({ calls: z.array(PastCall).max(LIMITS.journalCalls), complete: z.boolean() });
export type History = z.infer<typeof History>;

/** Asks for the history of one agent; `id` tells the answers apart on one hop. */
export const HistoryRequest = z.object({ id: z.int().min(0), owner });
