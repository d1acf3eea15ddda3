import { type LinkState, notLive } from '@mcp-gui-bridge/page-sdk/protocol';
import type { GuiModel } from './gui-model.ts';

type Hop = LinkState['hop'];

const HOPS: readonly Hop[] = ['agent', 'host', 'extension', 'page'];

const FIXES: Readonly<Record<Hop, string>> = {
  agent: 'Restart the MCP client.',
  host: 'Start the browser. If it is running, install the MCP GUI Bridge extension and run "mcp-gui-bridge install".',
  extension: 'Check that the MCP GUI Bridge extension is installed and enabled in the browser.',
  page: 'Open a page of an application that supports MCP GUI Bridge and allow its site in the extension’s popup. If it is open, ask the user whether this agent may use it.',
};

/** Which hops of the chain are up. Behind a hop that is down nothing can be known, so what is behind it is down too. */
function hopsUp({ mirror, view }: GuiModel): Readonly<Record<Hop, boolean>> {
  const connected = [...mirror.profiles.values()].some(({ link }) => link !== undefined);
  const page = connected && view.applications.some(({ state }) => state === 'live');
  return { agent: true, host: connected, extension: connected, page };
}

const SILENT = 'The browser’s native host does not answer. Wait a moment, or ask the user to restart the browser.';

/** How long a host may take to say that it is there. */
const HOST_ANSWER_MS = 2_000;

/** What is known of the hosts beside what they tell. */
export interface HostsAsked {
  /** Why a host that is there does not serve this agent. */
  readonly refusal: string | undefined;
  /** Whether some host answers within `ms`. */
  answer(ms: number): Promise<boolean>;
}

/** What to do about a hop that is down: what the host said when it refused, or what keeps the page from being operated. */
function fixOf(hop: Hop, { view }: GuiModel, refusal: string | undefined): string {
  if (hop === 'host' && refusal !== undefined) return refusal;
  const [page] = hop === 'page' ? view.applications : [];
  return page === undefined || page.state === 'live' ? FIXES[hop] : notLive(page.state).message;
}

/**
 * The links whenever somebody asks. `since` is when it happened, except for a host that stands still: that is found out
 * by asking it, and known since then.
 */
export function followLinks(gui: GuiModel, now: () => number, hosts: HostsAsked): () => Promise<readonly LinkState[]> {
  let up = hopsUp(gui);
  let silentSince: number | undefined;
  const began = now();
  const since: Record<Hop, number> = { agent: began, host: began, extension: began, page: began };
  gui.onChange(() => {
    const before = up;
    up = hopsUp(gui);
    for (const hop of HOPS) if (up[hop] !== before[hop]) since[hop] = now();
  });
  return async () => {
    const isSilent = up.host && !(await hosts.answer(HOST_ANSWER_MS)) && up.host;
    silentSince = isSilent ? (silentSince ?? now()) : undefined;
    return HOPS.map((hop) => {
      if (!up[hop]) return { hop, up: false, since: since[hop], fix: fixOf(hop, gui, hosts.refusal) };
      if (silentSince === undefined || hop === 'agent') return { hop, up: true, since: since[hop] };
      return { hop, up: false, since: silentSince, fix: SILENT };
    });
  };
}
