import type { ConnectedAgent, ExtensionToHost, ProcessId } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Decisions } from './decisions.ts';

/** The agents that are connected to the present host, and what it has been told of what they may. */
export class Roster {
  readonly #decisions: Decisions;
  readonly #send: (message: ExtensionToHost) => void;
  readonly #now: () => number;
  #connected: readonly ConnectedAgent[] = [];
  /** `undefined` while there is no host to tell. */
  #told: string | undefined;

  constructor(decisions: Decisions, send: (message: ExtensionToHost) => void, now: () => number) {
    this.#decisions = decisions;
    this.#send = send;
    this.#now = now;
  }

  get connected(): readonly ConnectedAgent[] {
    return this.#connected;
  }

  hostUp(): void {
    const { disconnected } = this.#decisions;
    if (disconnected.length > 0) this.#send({ type: 'disconnect', processes: [...disconnected] });
    this.#told = '';
    this.tellRules();
  }

  hostGone(): void {
    this.#connected = [];
    this.#told = undefined;
  }

  heard(agents: readonly ConnectedAgent[]): void {
    this.#connected = agents;
    this.#decisions.meet(agents, this.#now());
    this.tellRules();
  }

  /** Ends the connection of an agent's process for good: it is not let in again, by this host or another. */
  disconnect(process: ProcessId): void {
    if (!this.#connected.some((agent) => agent.process === process)) return;
    this.#decisions.disconnect(process);
    this.#send({ type: 'disconnect', processes: [process] });
  }

  /** Tells the host what agents may, unless it knows. */
  tellRules(): void {
    const rules = this.#decisions.accessRules;
    const text = JSON.stringify(rules);
    if (this.#told === undefined || this.#told === text) return;
    this.#told = text;
    this.#send({ type: 'access', rules });
  }
}
