import * as z from 'zod';
import { CallAnswer } from './answer.ts';
import {
  AgentName,
  ApplicationCall,
  CallId,
  History,
  HistoryRequest,
  ProcessId,
  Progress,
  Recalled,
  selfGiven,
} from './call.ts';
import { AgentSeen, ExtensionIdentity, ModelEvent } from './host-hop.ts';
import { LIMITS } from './limits.ts';
import { ViewDocument, ViewHash } from './view.ts';

/** One hop of the chain, as truthful as its owner can be. `since` is a wall-clock time in ms, for people only. */
export const LinkState = z.object({
  hop: z.enum(['agent', 'host', 'extension', 'page']),
  up: z.boolean(),
  since: z.number(),
  fix: z.string().optional(),
});
export type LinkState = z.infer<typeof LinkState>;

/** What `status` prints of one host. */
export const HostStatus = z.object({
  pid: z.int(),
  browser: z.string(),
  extensionVersion: z.string(),
  since: z.number(),
  links: z.array(LinkState),
  applications: z.array(
    z.object({ id: z.string(), name: z.string(), origin: z.string(), state: z.string(), windows: z.int() }),
  ),
  agents: z.array(AgentSeen),
});
export type HostStatus = z.infer<typeof HostStatus>;

/** Agent's process (`mcp`, or `status`) to host. */
export const AgentToHost = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    wire: z.int(),
    role: z.enum(['agent', 'status']),
    version: z.string(),
    process: ProcessId,
    program: selfGiven(200),
    token: z.string().max(200).optional(),
  }),
  /**
   * The client has named itself: sent with whatever it asks first that is answered from pages, never by a mere handshake.
   * Until then the host tells nothing and takes nothing, as a person could not see to whom.
   */
  z.object({ type: z.literal('agent'), agent: AgentName }),
  /** `budgetMs`: the host answers by then at the latest. */
  z.object({ type: z.literal('call'), call: ApplicationCall, budgetMs: z.int().min(1) }),
  z.object({ type: z.literal('cancel'), callId: CallId }),
  /** After a host was replaced: what does the page's journal say? Makes this agent the owner of the late answer. */
  z.object({ type: z.literal('recall'), appId: z.string(), callId: CallId, budgetMs: z.int().min(1) }),
  /**
   * What does a document remember of this agent's calls? Those of `asked` that it has not seen are never run any more, so
   * that they can be said not to have happened.
   */
  z.object({
    type: z.literal('history'),
    appId: z.string(),
    ...HistoryRequest.shape,
    asked: z.array(CallId).max(LIMITS.historyCalls),
  }),
  /** Asks for the document of a view; answered by one `viewed` of the same application and hash. */
  z.object({ type: z.literal('view'), appId: z.string(), hash: ViewHash }),
  z.object({ type: z.literal('status') }),
]);
export type AgentToHost = z.infer<typeof AgentToHost>;

/** Host to agent's process. */
export const HostToAgent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    wire: z.int(),
    version: z.string(),
    pid: z.int(),
    extension: ExtensionIdentity,
  }),
  /** `disconnected`: by the person, who does not want this process to keep anything either. */
  z.object({ type: z.literal('refused'), message: z.string(), disconnected: z.boolean().optional() }),
  z.object({ type: z.literal('model'), event: ModelEvent }),
  /** Everything that was there when the agent named itself has been sent. */
  z.object({ type: z.literal('ready') }),
  /** The person is being asked; the call has no place in the queue yet. */
  z.object({ type: z.literal('awaiting_consent'), callId: CallId }),
  z.object({ type: z.literal('queued'), callId: CallId }),
  z.object({ type: z.literal('dispatched'), callId: CallId }),
  z.object({ type: z.literal('settled'), callId: CallId, answer: CallAnswer }),
  z.object({ type: z.literal('progress'), progress: Progress }),
  z.object({ type: z.literal('recalled'), recalled: Recalled }),
  /** `history` is missing when the document cannot be asked. */
  z.object({ type: z.literal('history'), id: HistoryRequest.shape.id, history: History.optional() }),
  z.object({ type: z.literal('viewed'), appId: z.string(), hash: ViewHash, html: ViewDocument }),
  z.object({ type: z.literal('status'), status: HostStatus }),
]);
export type HostToAgent = z.infer<typeof HostToAgent>;
