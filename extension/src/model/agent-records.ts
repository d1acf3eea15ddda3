import {
  type AccessRules,
  type Action,
  type AgentAccess,
  actionNotAvailable,
  type ConnectedAgent,
  isBlank,
  type ToolError,
  visibleLine,
  windowNotFound,
} from '@mcp-gui-bridge/page-sdk/protocol';

/** Whether agents that were never seen before may see the allowed sites, or have to be accepted once. */
export type Newcomers = 'all' | 'accepted';

/** What is remembered of an agent, and what the person has decided about it. Names are the agent's own word. */
export interface AgentRecord {
  readonly key: string;
  readonly name: string;
  readonly program: string;
  /** Wall-clock ms. */
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly accepted: boolean;
  readonly blocked: boolean;
  readonly readOnly: boolean;
  /** Origins; `null`: every allowed site. */
  readonly sites: readonly string[] | null;
  /** The person has not looked at it yet. */
  readonly isNew: boolean;
}

/** What a person can change about an agent. */
export type AgentDecision = Partial<Pick<AgentRecord, 'accepted' | 'blocked' | 'readOnly' | 'sites'>>;

const RECORDS_KEPT = 100;
const NOTHING: AgentAccess = { sites: [], readOnly: true };
const EVERYTHING: AgentAccess = { sites: null, readOnly: false };

/** The person has to accept this agent before it sees anything. */
export const awaitsAcceptance = ({ accepted, blocked }: AgentRecord, newcomers: Newcomers): boolean =>
  newcomers === 'accepted' && !accepted && !blocked;

export function agentAccess(record: AgentRecord | undefined, newcomers: Newcomers): AgentAccess {
  if (record === undefined) return newcomers === 'all' ? EVERYTHING : NOTHING;
  if (record.blocked || awaitsAcceptance(record, newcomers)) return NOTHING;
  return { sites: record.sites === null ? null : [...record.sites], readOnly: record.readOnly };
}

/** The same for all agents, for the host. */
export const accessRules = (records: readonly AgentRecord[], newcomers: Newcomers): AccessRules => ({
  others: agentAccess(undefined, newcomers),
  agents: Object.fromEntries(records.map((record) => [record.key, agentAccess(record, newcomers)])),
});

const isUndecided = ({ accepted, blocked, readOnly, sites }: AgentRecord, newcomers: Newcomers): boolean =>
  !blocked && !readOnly && sites === null && !(accepted && newcomers === 'accepted');

/** When an agent was last seen is for people, who do not need to know the second. */
const LAST_SEEN_MS = 60_000;

/** A name as a person sees it; empty where there is nothing to see. */
export function nameSeen(name: string): string {
  const seen = visibleLine(name);
  return isBlank(seen) ? '' : seen;
}

function meet(known: AgentRecord | undefined, agent: ConnectedAgent, newcomers: Newcomers, now: number): AgentRecord {
  const { key } = agent;
  const name = nameSeen(agent.name);
  const program = nameSeen(agent.program);
  if (known === undefined) {
    const undecided = { accepted: newcomers === 'all', blocked: false, readOnly: false, sites: null, isNew: true };
    return { key, name, program, firstSeen: now, lastSeen: now, ...undecided };
  }
  const isSame = known.name === name && known.program === program && now - known.lastSeen < LAST_SEEN_MS;
  return isSame ? known : { ...known, name, program, lastSeen: now };
}

/**
 * Remembers the agents that are connected; the same records when there is nothing new. Of those that nobody decided
 * about, the longest unseen are forgotten.
 */
export function meetAgents(
  records: readonly AgentRecord[],
  connected: readonly ConnectedAgent[],
  newcomers: Newcomers,
  now: number,
): readonly AgentRecord[] {
  const next = new Map(records.map((record) => [record.key, record]));
  const newest = new Map(connected.map((agent) => [agent.key, agent]));
  for (const agent of newest.values()) next.set(agent.key, meet(next.get(agent.key), agent, newcomers, now));
  if (next.size === records.length && records.every((record) => next.get(record.key) === record)) return records;
  const forgettable = [...next.values()]
    .filter((record) => isUndecided(record, newcomers))
    .sort((a, b) => a.lastSeen - b.lastSeen);
  for (const { key } of forgettable.slice(0, Math.max(0, next.size - RECORDS_KEPT))) next.delete(key);
  return [...next.values()];
}

/** Why this agent may not call this action there, whatever it was told; the host refuses the same, for the same reasons. */
export function refuseAgent(access: AgentAccess, origin: string, action: Action | undefined): ToolError | undefined {
  if (access.sites !== null && !access.sites.includes(origin)) return windowNotFound('document_gone');
  if (!access.readOnly || action === undefined) return undefined;
  if (action.hints?.readOnly === true && action.hints.destructive !== true) return undefined;
  return actionNotAvailable(
    'unknown_action',
    'The user lets this agent read only, and this action may change something.',
  );
}
