import {
  type AgentAccess,
  InstallationFingerprint,
  type ModelEvent,
  ProcessId,
} from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';
import type { LogEntry } from '../model/activity-log.ts';
import type { AgentRecord } from '../model/agent-records.ts';
import type { AskMode } from '../model/ask-policy.ts';
import type { SiteConsent } from './consent.ts';
import { type ActionGrant, Preferences, SiteDecision } from './decisions.ts';
import type { PopupState } from './popup-state.ts';

/** Name of the runtime port between the worker and the pages on which a person sees and decides. */
export const PERSON_PORT = 'person';

const origin = z.string().max(300);
const key = z.string().max(400);

/** What a page shows. Which tab is in front is the popup's knowledge; what may be done there is the worker's. */
export const View = z.discriminatedUnion('view', [
  z.object({ view: z.literal('popup'), tabId: z.int(), origin: origin.nullable() }),
  z.object({ view: z.literal('panel') }),
  z.object({ view: z.literal('options') }),
  z.object({ view: z.literal('prompt') }),
]);
export type View = z.infer<typeof View>;

/** A person's pages to the worker. */
export const PersonToWorker = z.discriminatedUnion('type', [
  /** First, and once: the worker answers with what there is to show until the port closes. */
  z.object({ type: z.literal('open'), view: View }),
  z.object({ type: z.literal('allow'), origin }),
  z.object({ type: z.literal('withdraw'), origin }),
  /** Start the native host again. */
  z.object({ type: z.literal('retry') }),
  /** Another installation of the host may go on, the one that was shown. */
  z.object({ type: z.literal('trust_host'), installation: InstallationFingerprint }),
  z.object({ type: z.literal('pause'), on: z.boolean() }),
  z.object({ type: z.literal('prefer'), change: Preferences.partial() }),
  z.object({ type: z.literal('decide_site'), origin, decision: SiteDecision }),
  z.object({
    type: z.literal('decide_agent'),
    key,
    decision: z
      .object({ accepted: z.boolean(), blocked: z.boolean(), readOnly: z.boolean(), sites: z.array(origin).nullable() })
      .partial(),
  }),
  z.object({ type: z.literal('forget_agent'), key }),
  /** Ends the connection of one process of an agent. A connection's id means another one after its host has ended. */
  z.object({ type: z.literal('disconnect'), process: ProcessId }),
  z.object({ type: z.literal('revoke_grant'), key }),
  z.object({ type: z.literal('answer'), callId: z.string().max(80), choice: z.enum(['once', 'always', 'deny']) }),
  z.object({ type: z.literal('show_prompt') }),
  z.object({ type: z.literal('clear_log') }),
]);
export type PersonToWorker = z.infer<typeof PersonToWorker>;

/** One connection of an agent. `since`: wall-clock ms. */
export interface ConnectionSeen {
  readonly id: string;
  readonly process: ProcessId;
  readonly since: number;
  readonly calls: number;
}

/** An agent as a person sees it; without connections it is only remembered. */
export interface AgentRow extends AgentRecord {
  /** What it may now, by all that was decided. */
  readonly access: AgentAccess;
  readonly awaitsAcceptance: boolean;
  readonly connections: readonly ConnectionSeen[];
}

/** A question to the person. Everything but the site is words of the agent or the page. */
export interface PromptSeen {
  readonly agent: string;
  readonly program: string;
  /** It may use other sites too. */
  readonly crosses: boolean;
  readonly origin: string;
  readonly application: string;
  /** `null` for an action of the application. */
  readonly window: string | null;
  /** The window's title where it is a dialog: "always" then holds in dialogs of this title alone. */
  readonly dialog: string | null;
  readonly action: string;
  readonly title: string;
  readonly description: string;
  readonly destructive: boolean;
  /** JSON as the agent sent it, with what nobody could see written as escapes. */
  readonly arguments: string;
}

export interface PromptState {
  /** The next question; `null` when there is none. */
  readonly question: (PromptSeen & { readonly callId: string }) | null;
  readonly waiting: number;
}

/** An allowed site, with what the person has decided about it. */
export interface SiteRow {
  readonly origin: string;
  readonly consent: SiteConsent;
  readonly ask: AskMode | null;
  readonly frames: boolean;
}

export interface OptionsState {
  readonly paused: boolean;
  readonly preferences: Preferences;
  /** This build allows these match patterns by itself. */
  readonly quiet: readonly string[];
  readonly sites: readonly SiteRow[];
  readonly agents: readonly AgentRow[];
  readonly grants: readonly ActionGrant[];
}

/** What the side panel shows beside the model and the log, which come as changes. */
export interface PanelState {
  readonly paused: boolean;
  readonly waiting: number;
  readonly agents: readonly AgentRow[];
}

/** Worker to a person's pages. */
export type WorkerToPerson =
  | { readonly view: 'popup'; readonly state: PopupState }
  | { readonly view: 'options'; readonly state: OptionsState }
  | { readonly view: 'prompt'; readonly state: PromptState }
  | { readonly view: 'panel'; readonly state: PanelState }
  /** The same events that the host gets, so that the panel shows what agents see. */
  | { readonly view: 'model'; readonly events: readonly ModelEvent[] }
  /** Entries that are new or changed, and the call ids of those that the worker keeps no longer. */
  | { readonly view: 'log'; readonly entries: readonly LogEntry[]; readonly gone: readonly string[] };
