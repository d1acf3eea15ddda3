import type { HostProblem, LinkStatus } from './link-policy.ts';
import type { PageState } from './popup-state.ts';

type Broken = 'silent' | 'suspended' | 'unresponsive' | 'over_limit';
type HostTrouble = Exclude<HostProblem, 'version'>;

/** One part of the way from page to agent. `words` and `fix` are keys of `_locales`, filled with `value`. */
export interface HopSeen {
  readonly hop: 'page' | 'extension' | 'host' | 'agents';
  readonly health: 'up' | 'down' | 'idle' | 'checking';
  readonly words:
    | `page_${PageState}`
    | 'extension_up'
    | 'host_up'
    | 'host_connecting'
    | 'host_silent'
    | 'host_version'
    | `host_${HostTrouble}`
    | `agents_${'some' | 'none' | 'unknown'}`;
  readonly fix?:
    | 'page_absent_fix'
    | `page_${Broken}_fix`
    | `host_${HostTrouble}_fix`
    | 'host_silent_fix'
    | 'host_version_host_fix'
    | 'host_version_extension_fix'
    | 'agents_none_fix';
  readonly value?: string;
  /** Wall-clock ms from when on it has been so; what is found out anew each time has none. */
  readonly since?: number;
  /** What the browser said, for whoever looks for the cause. */
  readonly detail?: string;
}

function pageHop(page: PageState): HopSeen {
  switch (page) {
    case 'unsupported':
    case 'not_allowed':
      return { hop: 'page', health: 'idle', words: `page_${page}` };
    case 'absent':
      return { hop: 'page', health: 'idle', words: 'page_absent', fix: 'page_absent_fix' };
    case 'checking':
      return { hop: 'page', health: 'checking', words: 'page_checking' };
    case 'paused':
      return { hop: 'page', health: 'idle', words: 'page_paused' };
    case 'connected':
      return { hop: 'page', health: 'up', words: 'page_connected' };
    default:
      return { hop: 'page', health: 'down', words: `page_${page}`, fix: `page_${page}_fix` };
  }
}

function hostHop(host: LinkStatus): HopSeen {
  if (host.phase === 'up') {
    const { life, version, since } = host;
    if (life === 'silent') return { hop: 'host', health: 'down', words: 'host_silent', fix: 'host_silent_fix' };
    // The same words while it is asked, so that nothing moves when its answer comes.
    return { hop: 'host', health: life === 'asked' ? 'checking' : 'up', words: 'host_up', value: version, since };
  }
  if (host.phase === 'connecting') return { hop: 'host', health: 'checking', words: 'host_connecting' };
  const { problem, detail, since } = host;
  if (problem === 'version') {
    const fix = detail === 'host' ? 'host_version_host_fix' : 'host_version_extension_fix';
    return { hop: 'host', health: 'down', words: 'host_version', fix, since };
  }
  return {
    hop: 'host',
    health: 'down',
    words: `host_${problem}`,
    fix: `host_${problem}_fix`,
    since,
    ...(detail && { detail }),
  };
}

function agentsHop(host: LinkStatus, agents: number): HopSeen {
  if (host.phase !== 'up' || host.life === 'silent') return { hop: 'agents', health: 'idle', words: 'agents_unknown' };
  if (agents === 0) return { hop: 'agents', health: 'idle', words: 'agents_none', fix: 'agents_none_fix' };
  return { hop: 'agents', health: 'up', words: 'agents_some', value: String(agents) };
}

/** How each part of the way from page to agent is, and the fix for what is broken. */
export const hopsSeen = (page: PageState, extensionVersion: string, host: LinkStatus, agents: number): HopSeen[] => [
  pageHop(page),
  { hop: 'extension', health: 'up', words: 'extension_up', value: extensionVersion },
  hostHop(host),
  agentsHop(host, agents),
];
