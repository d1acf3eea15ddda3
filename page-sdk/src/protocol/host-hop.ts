import * as z from 'zod';
import { CallAnswer, Reason } from './answer.ts';
import { AgentKey, ApplicationCall, CallId, History, HistoryRequest, ProcessId, Progress, Recalled } from './call.ts';
import { ViewDocument, ViewHash } from './view.ts';
import { ApplicationCondition, DeclaredChange } from './window.ts';

const appId = z.string().min(1).max(64);

/** Why a document is no longer there. */
export const GoneReason = z.enum(['closed', 'revoked', 'protocol_error', 'replaced', 'host_lost']);
export type GoneReason = z.infer<typeof GoneReason>;

/** The origin of a web page as browsers write it: scheme, host in ASCII and lower case, a port that is not the usual one. */
const WebOrigin = z.string().regex(/^https?:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9._~!$&'()*+,;=-]+)(?::\d{1,5})?$/);

/** An application's identity as the browser vouches for it, not the page. */
export const ApplicationIdentity = z.object({
  id: appId,
  origin: WebOrigin,
  browser: z.string(),
  condition: ApplicationCondition,
  /** Words for a person, when the condition is not `live`. */
  reason: z.string().max(300).optional(),
});
export type ApplicationIdentity = z.infer<typeof ApplicationIdentity>;

/** One way of the model's life, the same on the native hop and on the link: a document appears, changes, goes. */
export const ModelEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('attached'),
    application: ApplicationIdentity,
    declared: DeclaredChange,
    running: z.array(CallId),
  }),
  z.object({
    type: z.literal('changed'),
    appId,
    change: DeclaredChange.optional(),
    condition: ApplicationCondition.optional(),
    reason: z.string().max(300).optional(),
  }),
  z.object({ type: z.literal('detached'), appId, reason: GoneReason }),
]);
export type ModelEvent = z.infer<typeof ModelEvent>;

/** A browser profile's extension, as it introduces itself. `generation` grows by one at every start of its worker. */
export const ExtensionIdentity = z.object({
  version: z.string().max(40),
  browser: z.string().max(80),
  profileId: z.string().min(8).max(64),
  generation: z.int().min(1),
});
export type ExtensionIdentity = z.infer<typeof ExtensionIdentity>;

/** What an agent may see and do. */
export const AgentAccess = z.object({
  /** Origins it may see; `null` means every site that the person has allowed. */
  sites: z.array(WebOrigin).nullable(),
  /** Offers it only what sites declare read-only: their word, so this protects from mistakes and not from a lying site. */
  readOnly: z.boolean(),
});
export type AgentAccess = z.infer<typeof AgentAccess>;

/** What the person lets agents do: those decided about one by one, and all others. */
export const AccessRules = z.object({ others: AgentAccess, agents: z.record(AgentKey, AgentAccess) });
export type AccessRules = z.infer<typeof AccessRules>;

/** How it stands with a question to the person. `unanswered`: it was put away without an answer. */
export const ConsentVerdict = z.enum(['asking', 'allowed', 'denied', 'unanswered']);
export type ConsentVerdict = z.infer<typeof ConsentVerdict>;

/** Worker to host. */
export const ExtensionToHost = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    wire: z.int(),
    extension: ExtensionIdentity,
    /** Applications that were attached to the previous worker and should be back within `LIMITS.reconnectMs`. */
    expected: z.array(appId),
  }),
  z.object({ type: z.literal('model'), event: ModelEvent }),
  z.object({ type: z.literal('answer'), appId, callId: CallId, answer: CallAnswer }),
  z.object({ type: z.literal('committed'), appId, callId: CallId, answer: CallAnswer }),
  z.object({ type: z.literal('progress'), appId, progress: Progress }),
  z.object({ type: z.literal('recalled'), appId, recalled: Recalled }),
  z.object({ type: z.literal('history'), appId, id: HistoryRequest.shape.id, history: History }),
  z.object({ type: z.literal('viewed'), appId, hash: ViewHash, html: ViewDocument }),
  /** Replaces the rules before. Until the first one everybody may see and do everything there is, which is nothing yet. */
  z.object({ type: z.literal('access'), rules: AccessRules }),
  z.object({ type: z.literal('consented'), callId: CallId, verdict: ConsentVerdict }),
  /** Ends these processes' connections for good: they are not let in again. A new host is told of all before, first of all. */
  z.object({ type: z.literal('disconnect'), processes: z.array(ProcessId) }),
  /** A person looks: is the process behind the port moving? Answered with `pong`. */
  z.object({ type: z.literal('ping'), id: z.int() }),
]);
export type ExtensionToHost = z.infer<typeof ExtensionToHost>;

/** Tells one installation of the host from another, for people to compare: a hash in eight groups, and no secret. */
export const InstallationFingerprint = z.string().regex(/^[0-9a-f]{4}(-[0-9a-f]{4}){7}$/);

/** An agent as the person sees it. */
export const AgentSeen = z.object({
  name: z.string(),
  program: z.string(),
  since: z.number(),
  calls: z.int(),
});
export type AgentSeen = z.infer<typeof AgentSeen>;

/** A connection that an agent has, so that the person can tell it from others and end it. */
export const ConnectedAgent = AgentSeen.extend({
  id: z.string(),
  key: AgentKey,
  process: ProcessId,
  version: z.string().max(60).optional(),
});
export type ConnectedAgent = z.infer<typeof ConnectedAgent>;

/** Host to worker. */
export const HostToExtension = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    wire: z.int(),
    version: z.string(),
    pid: z.int(),
    installation: InstallationFingerprint,
  }),
  /** `agentKey`: whose call it is; the worker checks once more what that agent may do. */
  z.object({ type: z.literal('call'), call: ApplicationCall, agentKey: AgentKey.optional() }),
  /** May this call be made? Answered with `consented`, or with the call's `answer` when it cannot be made anyway. */
  z.object({ type: z.literal('consent'), call: ApplicationCall, agentKey: AgentKey.optional() }),
  /** A call that the worker was asked about has ended without being made: nobody need decide any more. */
  z.object({ type: z.literal('call_over'), callId: CallId, reason: Reason.optional() }),
  z.object({ type: z.literal('abort'), appId, callId: CallId, reason: z.enum(['cancelled', 'timeout']) }),
  z.object({ type: z.literal('recall'), appId, callId: CallId }),
  z.object({ type: z.literal('history'), appId, ...HistoryRequest.shape }),
  /** Asks for the document of a view. */
  z.object({ type: z.literal('view'), appId, hash: ViewHash }),
  /** The host overlays its own conclusion, so that popup and page agree with what agents read. */
  z.object({ type: z.literal('quarantine'), appId, on: z.boolean() }),
  /** A change did not fit what the host holds: it wants all of the document again. */
  z.object({ type: z.literal('resync'), appId }),
  z.object({ type: z.literal('agents'), agents: z.array(ConnectedAgent) }),
  z.object({ type: z.literal('pong'), id: z.int() }),
]);
export type HostToExtension = z.infer<typeof HostToExtension>;
