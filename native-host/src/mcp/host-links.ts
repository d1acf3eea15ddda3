import {
  type AgentName,
  type AgentToHost,
  type HostToAgent,
  LIMITS,
  NAMELESS,
  RELEASE_VERSION,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { Clock } from '../link/clock.ts';
import type { LinkConnection } from '../link/connection.ts';
import { newProcessId } from '../link/process-id.ts';
import { SiteAccess } from './apps/site-access.ts';
import { ViewDocuments } from './apps/view-documents.ts';
import type { GuiModel } from './gui-model.ts';
import { Histories, ownerOf } from './histories.ts';
import type { LinkId, MirrorEvent } from './mirror.ts';
import { OutstandingCalls } from './outstanding-calls.ts';

export type HostConnection = LinkConnection<HostToAgent, AgentToHost>;

export interface HostLinksOptions {
  readonly gui: GuiModel;
  readonly clock: Clock;
  readonly program: string;
  readonly token: string | undefined;
  readonly log: (message: string, details?: Record<string, unknown>) => void;
}

/** Why this agent and a host cannot work together, with the way out; `undefined` if the message says no such thing. */
function refusalIn(message: HostToAgent): string | undefined {
  if (message.type === 'refused') return message.message;
  if (message.type !== 'hello' || message.wire === WIRE_VERSION) return undefined;
  return message.wire < WIRE_VERSION
    ? 'The browser’s native host is too old: run "mcp-gui-bridge install", then restart the browser.'
    : 'This MCP server is too old: update mcp-gui-bridge where the agent starts it, then restart the agent.';
}

/** The open connections to hosts: what is heard on them moves the model, then the calls. */
export class HostLinks {
  readonly calls: OutstandingCalls;
  readonly histories: Histories;
  readonly views: ViewDocuments;
  readonly #access: SiteAccess;
  readonly #options: HostLinksOptions;
  /** By which hosts know this process again, for as long as it lives. */
  readonly #process = newProcessId();
  readonly #links = new Map<LinkId, HostConnection>();
  /** Who waits for any host's answer. */
  readonly #listening = new Set<() => void>();
  #agent: AgentName | undefined;
  #linksMade = 0;

  constructor(options: HostLinksOptions) {
    this.#options = options;
    const { gui, clock, token } = options;
    const send = (link: LinkId, message: AgentToHost) => this.#links.get(link)?.send(message);
    const owner = ownerOf(token);
    this.calls = new OutstandingCalls(owner, clock, send);
    this.histories = new Histories({ gui, owner, clock, send });
    this.views = new ViewDocuments({ gui, clock, send });
    this.#access = new SiteAccess(gui, this.views);
  }

  /** See `Hosts.announce`. */
  announce(named: AgentName | undefined): AgentName {
    const agent = named ?? this.#agent ?? NAMELESS;
    if (this.#agent?.name === agent.name && this.#agent.version === agent.version) return agent;
    this.#agent = agent;
    for (const connection of this.#links.values()) connection.send({ type: 'agent', agent });
    return agent;
  }

  /** Whether some host answers within `ms`: a connection stays open when the process behind it stands still. */
  answer(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isHeard: boolean) => {
        stop();
        this.#listening.delete(heard);
        resolve(isHeard);
      };
      const heard = () => end(true);
      const stop = this.#options.clock.after(ms, () => end(false));
      this.#listening.add(heard);
      for (const connection of this.#links.values()) connection.send({ type: 'status' });
    });
  }

  close(): void {
    for (const connection of this.#links.values()) connection.close('the agent has ended');
  }

  /**
   * Speaks with a host from now on.
   *
   * @param ready told when the host has said everything there was to say at first
   * @param closed told why the connection ended, and in a sentence why this agent was not served
   */
  open(connection: HostConnection, ready: () => void, closed: (reason: string, refusal?: string) => void): void {
    const link = `link-${++this.#linksMade}`;
    let refusal: string | undefined;
    this.#links.set(link, connection);
    const { program, token } = this.#options;
    connection.send({
      type: 'hello',
      wire: WIRE_VERSION,
      role: 'agent',
      version: RELEASE_VERSION,
      process: this.#process,
      program,
      ...(token !== undefined && { token }),
    });
    if (this.#agent !== undefined) connection.send({ type: 'agent', agent: this.#agent });
    connection.onMessage((message) => {
      refusal ??= refusalIn(message);
      this.#hear(link, message);
      if (message.type === 'ready') ready();
    });
    connection.onClose((reason) => {
      this.#links.delete(link);
      this.calls.linkLost(link);
      this.histories.linkLost(link);
      this.views.linkLost(link);
      this.#apply({ type: 'lost', link });
      closed(reason, refusal);
    });
  }

  #hear(link: LinkId, message: HostToAgent): void {
    if (message.type === 'hello') {
      if (message.wire === WIRE_VERSION) {
        this.#apply({ type: 'hello', link, extension: message.extension });
        return;
      }
      this.#links.get(link)?.close('another wire version');
    } else if (message.type === 'model') {
      this.#access.hostSaid(link, message.event);
      this.#apply({ type: 'model', link, event: message.event });
    } else if (message.type === 'refused') {
      if (message.disconnected) this.#access.disconnected(link);
    } else if (message.type === 'ready') {
      this.#apply({ type: 'ready', link });
    } else if (message.type === 'status') {
      for (const heard of [...this.#listening]) heard();
    } else if (message.type === 'viewed') {
      this.views.hostSaid(message);
    } else if (message.type === 'history') {
      this.histories.hostSaid(message);
    } else {
      this.calls.hostSaid(message);
    }
  }

  #apply(event: MirrorEvent): void {
    const { gui, clock, log } = this.#options;
    for (const effect of gui.apply(event)) {
      if (effect.type === 'close') {
        log('link closed', { link: effect.link, reason: effect.reason });
        this.#links.get(effect.link)?.close(effect.reason);
      } else {
        const { profileId, grace } = effect;
        clock.after(LIMITS.reconnectMs, () => this.#apply({ type: 'grace_over', profileId, grace }));
      }
    }
    if (event.type === 'grace_over') this.#access.graceOver(event.profileId);
    this.calls.modelChanged(gui.mirror);
  }
}
