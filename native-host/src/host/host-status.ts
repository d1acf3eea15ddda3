import type {
  AgentSeen,
  ApplicationCondition,
  ExtensionIdentity,
  HostStatus,
  LinkState,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { Mirror } from './mirror.ts';

type Hop = LinkState['hop'];

/** Remembers since when each hop is up or down, in wall-clock ms, for people only. */
export class HopClock {
  readonly #wallClock: () => number;
  readonly #up = new Set<Hop>();
  readonly #since: Record<Hop, number>;

  constructor(wallClock: () => number) {
    const now = wallClock();
    this.#wallClock = wallClock;
    this.#since = { page: now, extension: now, host: now, agent: now };
  }

  get since(): Readonly<Record<Hop, number>> {
    return this.#since;
  }

  note(hop: Hop, up: boolean): void {
    if (this.#up.has(hop) === up) return;
    if (up) this.#up.add(hop);
    else this.#up.delete(hop);
    this.#since[hop] = this.#wallClock();
  }
}

export interface HostFacts {
  readonly pid: number;
  readonly since: Readonly<Record<Hop, number>>;
  readonly extension: ExtensionIdentity | undefined;
  readonly model: Mirror;
  readonly agents: readonly AgentSeen[];
}

const FIXES: Readonly<Record<Hop, string>> = {
  page: 'Open a site, click the extension’s icon and allow agents there.',
  extension: 'Restart the browser.',
  host: 'Run "mcp-gui-bridge install", then restart the browser.',
  agent: 'Start an agent that has mcp-gui-bridge among its MCP servers.',
};

const ASLEEP: Readonly<Record<Exclude<ApplicationCondition, 'live'>, string>> = {
  paused: 'Agents are paused: click the extension’s icon and let them go on.',
  unresponsive: 'The page is busy with an action that did not finish in time: wait, or reload it.',
  suspended: 'The browser put the page to sleep: open its tab.',
  over_limit: 'The page shares more than fits: close some of its windows, or other pages.',
  reconnecting: 'The page is reconnecting: wait a moment, or reload it.',
};

/** Whether there is a page that agents can operate. */
export const hasLivePage = (model: Mirror): boolean =>
  [...model.values()].some(({ condition }) => condition === 'live');

const isUp = (facts: HostFacts): Record<Hop, boolean> => ({
  page: hasLivePage(facts.model),
  extension: facts.extension !== undefined,
  host: true,
  agent: facts.agents.length > 0,
});

function fixOf(hop: Hop, { model }: HostFacts): string {
  const [page] = hop === 'page' ? model.values() : [];
  return page === undefined || page.condition === 'live' ? FIXES[hop] : ASLEEP[page.condition];
}

function links(facts: HostFacts): LinkState[] {
  const up = isUp(facts);
  const hops = ['page', 'extension', 'host', 'agent'] as const;
  return hops.map((hop) => ({
    hop,
    up: up[hop],
    since: facts.since[hop],
    ...(!up[hop] && { fix: fixOf(hop, facts) }),
  }));
}

/** What `mcp-gui-bridge status` prints of this host. */
export function hostStatus(facts: HostFacts): HostStatus {
  return {
    pid: facts.pid,
    browser: facts.extension?.browser ?? '',
    extensionVersion: facts.extension?.version ?? '',
    since: facts.since.host,
    links: links(facts),
    applications: [...facts.model.values()].map(({ identity, declared, condition }) => ({
      id: identity.id,
      name: declared.name,
      origin: identity.origin,
      state: condition,
      windows: declared.windows.length,
    })),
    agents: facts.agents.map(({ name, program, since, calls }) => ({ name, program, since, calls })),
  };
}
