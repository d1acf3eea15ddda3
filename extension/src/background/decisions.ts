import { type AccessRules, type AgentAccess, type ConnectedAgent, ProcessId } from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';
import {
  type AgentDecision,
  type AgentRecord,
  accessRules,
  agentAccess,
  awaitsAcceptance,
  meetAgents,
} from '../model/agent-records.ts';
import { type AskPolicy, dialogTitle, grantKey } from '../model/ask-policy.ts';
import type { Addressed } from '../model/exposure.ts';
import { isWebOrigin } from '../model/grants.ts';
import type { StorageArea } from './browser-api.ts';
import { Stored } from './stored.ts';

const Origin = z.string().max(300).refine(isWebOrigin);
const AskMode = z.enum(['destructive', 'crossing', 'always']);

export const Preferences = z.object({ ask: AskMode, newcomers: z.enum(['all', 'accepted']) });
export type Preferences = z.infer<typeof Preferences>;

/** What a person has decided about one site beside allowing it. */
export const SiteDecision = z.object({
  ask: AskMode.optional(),
  /** Frames with pages of this site take part too. */
  frames: z.boolean().optional(),
});
export type SiteDecision = z.infer<typeof SiteDecision>;

/** "Always allow": an action, as it was shown, on a site. All but the key is for the person to recognise it by. */
const ActionGrant = z.object({
  key: z.string(),
  origin: Origin,
  action: z.string(),
  title: z.string(),
  /** Title of the dialog in which alone it holds. */
  dialog: z.string().nullable(),
  at: z.number(),
});
export type ActionGrant = z.infer<typeof ActionGrant>;

const Record = z.object({
  key: z.string(),
  name: z.string(),
  program: z.string(),
  firstSeen: z.number(),
  lastSeen: z.number(),
  accepted: z.boolean(),
  blocked: z.boolean(),
  readOnly: z.boolean(),
  sites: z.array(Origin).nullable(),
  isNew: z.boolean(),
});

const GRANTS_KEPT = 500;
const DISCONNECTED_KEPT = 500;

/** All that a person has decided, apart from which sites are allowed. Kept in the profile, changed only by our own pages. */
export class Decisions {
  readonly #paused: Stored<boolean>;
  readonly #preferences: Stored<Preferences>;
  readonly #sites: Stored<{ [origin: string]: SiteDecision }>;
  readonly #agents: Stored<readonly AgentRecord[]>;
  readonly #grants: Stored<ActionGrant[]>;
  readonly #disconnected: Stored<ProcessId[]>;

  constructor(local: StorageArea) {
    this.#paused = new Stored(local, 'paused', z.boolean().catch(false));
    this.#preferences = new Stored(local, 'preferences', Preferences.catch({ ask: 'destructive', newcomers: 'all' }));
    this.#sites = new Stored(local, 'sites', z.record(Origin, SiteDecision).catch({}));
    this.#agents = new Stored<readonly AgentRecord[]>(local, 'agents', z.array(Record).catch([]));
    this.#grants = new Stored(local, 'actionGrants', z.array(ActionGrant).catch([]));
    this.#disconnected = new Stored(local, 'disconnected', z.array(ProcessId).catch([]));
  }

  async load(): Promise<void> {
    const all = [this.#paused, this.#preferences, this.#sites, this.#agents, this.#grants, this.#disconnected];
    await Promise.all(all.map((stored) => stored.load()));
  }

  get paused(): boolean {
    return this.#paused.value;
  }

  get preferences(): Preferences {
    return this.#preferences.value;
  }

  get agents(): readonly AgentRecord[] {
    return this.#agents.value;
  }

  get grants(): readonly ActionGrant[] {
    return this.#grants.value;
  }

  /** Agents' processes that were sent away. A process may outlive worker, host and browser, so it is not forgotten with them. */
  get disconnected(): readonly ProcessId[] {
    return this.#disconnected.value;
  }

  /** Sites with a decision of their own. */
  get sites(): ReadonlyMap<string, SiteDecision> {
    return new Map(Object.entries(this.#sites.value));
  }

  site(origin: string): SiteDecision {
    return this.sites.get(origin) ?? {};
  }

  /** @param quiet match patterns of sites that this build does not ask about */
  policy(quiet: readonly string[]): AskPolicy {
    const sites = [...this.sites].flatMap(([origin, { ask }]) => (ask === undefined ? [] : [[origin, ask] as const]));
    return {
      mode: this.preferences.ask,
      sites: new Map(sites),
      quiet,
      grants: new Set(this.grants.map(({ key }) => key)),
    };
  }

  get accessRules(): AccessRules {
    return accessRules(this.agents, this.preferences.newcomers);
  }

  access(agentKey: string | undefined): AgentAccess {
    const record = this.agents.find(({ key }) => key === agentKey);
    return agentAccess(record, this.preferences.newcomers);
  }

  pause(paused: boolean): void {
    this.#paused.set(paused);
  }

  prefer(change: Partial<Preferences>): void {
    this.#preferences.set({ ...this.preferences, ...change });
  }

  decideSite(origin: string, decision: SiteDecision): void {
    const { [origin]: _, ...others } = this.#sites.value;
    const isDefault = decision.ask === undefined && decision.frames !== true;
    this.#sites.set(isDefault ? others : { ...others, [origin]: decision });
  }

  /** A site that is not allowed any more is forgotten with all that was decided about it. */
  keepSites(allows: (origin: string) => boolean): void {
    this.#sites.set(Object.fromEntries([...this.sites].filter(([origin]) => allows(origin))));
    this.#grants.set(this.grants.filter(({ origin }) => allows(origin)));
    this.#agents.set(this.agents.map((agent) => ({ ...agent, sites: agent.sites?.filter(allows) ?? null })));
  }

  allowAlways(origin: string, addressed: Addressed, now: number): void {
    const key = grantKey(origin, addressed);
    const { name, title } = addressed.action;
    const grant = { key, origin, action: name, title, dialog: dialogTitle(addressed.window), at: now };
    const others = this.#grants.value.filter((other) => other.key !== key);
    this.#grants.set([...others.slice(-(GRANTS_KEPT - 1)), grant]);
  }

  revokeGrant(key: string): void {
    this.#grants.set(this.#grants.value.filter((grant) => grant.key !== key));
  }

  meet(connected: readonly ConnectedAgent[], now: number): void {
    const agents = meetAgents(this.agents, connected, this.preferences.newcomers, now);
    if (agents !== this.agents) this.#agents.set(agents);
  }

  decideAgent(key: string, decision: AgentDecision): void {
    this.#agents.set(
      this.agents.map((record) => (record.key === key ? { ...record, ...decision, isNew: false } : record)),
    );
  }

  forgetAgent(key: string): void {
    this.#agents.set(this.agents.filter((record) => record.key !== key));
  }

  disconnect(process: ProcessId): void {
    const others = this.disconnected.filter((known) => known !== process);
    this.#disconnected.set([...others.slice(-(DISCONNECTED_KEPT - 1)), process]);
  }

  /** The person has looked at the agents. One that waits to be accepted stays new until it is decided about. */
  noticeAgents(): void {
    const isSeen = (record: AgentRecord) => record.isNew && !awaitsAcceptance(record, this.preferences.newcomers);
    if (!this.agents.some(isSeen)) return;
    this.#agents.set(this.agents.map((record) => (isSeen(record) ? { ...record, isNew: false } : record)));
  }
}
