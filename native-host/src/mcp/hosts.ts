import { setTimeout } from 'node:timers/promises';
import { type AgentName, LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Clock } from '../link/clock.ts';
import type { Descriptor } from '../link/descriptor.ts';
import type { MessageLog } from '../link/message-log.ts';
import type { Unsubscribe } from '../link/unsubscribe.ts';
import type { ViewDocuments } from './apps/view-documents.ts';
import type { GuiModel } from './gui-model.ts';
import type { Histories } from './histories.ts';
import { type HostConnection, HostLinks } from './host-links.ts';
import type { OutstandingCalls } from './outstanding-calls.ts';

/** How hosts are found and reached. Loaded when first needed: a probe or health check never gets that far. */
export interface HostAccess {
  list(): Promise<Descriptor[]>;
  watch(onChange: () => void): Unsubscribe;
  connect(descriptor: Descriptor): Promise<HostConnection>;
  removeStale(descriptor: Descriptor): Promise<boolean>;
  log(message: string, details?: Record<string, unknown>): void;
  /** There when every message is to be logged. */
  readonly messages?: MessageLog | undefined;
}

export interface HostsOptions {
  readonly gui: GuiModel;
  readonly clock: Clock;
  readonly load: () => Promise<HostAccess>;
  readonly program: string;
  readonly token: string | undefined;
  /** Takes a sentence for whoever looks at stderr: hosts cannot be looked for at all. */
  readonly problem: (sentence: string) => void;
}

const RETRY_MS = { first: 100, most: 5_000 };

/** Connects to every running host and stays connected: hosts come and go with their browsers. */
export class Hosts {
  /**
   * Resolves when the hosts that were there at `attach` have told everything or failed, `LIMITS.attachMs` after the client
   * was announced at the latest: before that they tell nothing.
   */
  readonly attached: Promise<void>;
  readonly #options: HostsOptions;
  readonly #links: HostLinks;
  /** Secrets of the descriptors that are being followed; every host makes its own. */
  readonly #followed = new Set<string>();
  /** Why hosts that are there do not serve this agent, by their secrets. */
  readonly #refusals = new Map<string, string>();
  #access: HostAccess | undefined;
  #attaching = false;
  #attachDone: () => void = () => {};
  #announced: () => void = () => {};
  readonly #whenAnnounced: Promise<void>;

  constructor(options: HostsOptions) {
    this.#options = options;
    const log: HostAccess['log'] = (message, details) => this.#access?.log(message, details);
    this.#links = new HostLinks({ ...options, log });
    this.attached = new Promise((resolve) => {
      this.#attachDone = resolve;
    });
    this.#whenAnnounced = new Promise((resolve) => {
      this.#announced = resolve;
    });
  }

  /** Why a host that is there does not serve this agent, in a sentence with the way out. */
  get refusal(): string | undefined {
    const [refusal] = this.#refusals.values();
    return refusal;
  }

  /** Whether some host answers within `ms`. */
  answer(ms: number): Promise<boolean> {
    return this.#links.answer(ms);
  }

  /** From when hosts are looked for. */
  get messages(): MessageLog | undefined {
    return this.#access?.messages;
  }

  get calls(): OutstandingCalls {
    return this.#links.calls;
  }

  get histories(): Histories {
    return this.#links.histories;
  }

  get views(): ViewDocuments {
    return this.#links.views;
  }

  /** Starts looking for hosts; calling it again does nothing. */
  attach(): void {
    if (this.#attaching) return;
    this.#attaching = true;
    void this.#attach()
      .catch((error: unknown) => this.#options.problem(`no browser can be found: ${error}`))
      .then(this.#attachDone);
  }

  async #attach(): Promise<void> {
    const access = await this.#options.load();
    this.#access = access;
    const { clock } = this.#options;
    const limit = this.#whenAnnounced.then(() => new Promise<void>((over) => clock.after(LIMITS.attachMs, over)));
    await Promise.race([limit, this.#look(access)]);
  }

  /**
   * Tells every host, present and to come, who the agent is, so that the person sees it. Until then they tell nothing.
   *
   * @param named how the client names itself with this request, if it does
   * @returns its name: the last one it said, as few clients say it every time
   */
  announce(named: AgentName | undefined): AgentName {
    const agent = this.#links.announce(named);
    this.#announced();
    return agent;
  }

  close(): void {
    this.#links.close();
  }

  async #look(access: HostAccess): Promise<void> {
    const scan = async () => {
      const descriptors = await access.list();
      const fresh = descriptors.filter(({ secret }) => !this.#followed.has(secret));
      await Promise.all(fresh.map((descriptor) => this.#firstWord(access, descriptor)));
    };
    const failed = (error: unknown) => access.log('looking for hosts failed', { error });
    access.watch(() => void scan().catch(failed));
    await scan().catch(failed);
  }

  /** Follows a host for as long as its descriptor is there; resolves when it has told everything or failed for the first time. */
  #firstWord(access: HostAccess, descriptor: Descriptor): Promise<void> {
    const { secret, pid } = descriptor;
    this.#followed.add(secret);
    return new Promise((resolve) => {
      void this.#follow(access, descriptor, resolve)
        .catch((error: unknown) => access.log('host given up', { pid, error }))
        .finally(() => {
          this.#followed.delete(secret);
          this.#refusals.delete(secret);
          resolve();
        });
    });
  }

  async #follow(access: HostAccess, descriptor: Descriptor, told: () => void): Promise<void> {
    const { secret, pid } = descriptor;
    for (let failures = 0, listed = true; listed; failures++) {
      try {
        const connection = await access.connect(descriptor);
        const ready = () => {
          failures = 0;
          this.#refusals.delete(secret);
          told();
        };
        const { reason, refusal } = await new Promise<{ reason: string; refusal?: string | undefined }>((closed) =>
          this.#links.open(connection, ready, (reason, refusal) => closed({ reason, refusal })),
        );
        if (refusal !== undefined) this.#refusals.set(secret, refusal);
        access.log('host gone', { pid, reason, refusal });
      } catch (error) {
        if (failures === 0) access.log('host not reached', { pid, error });
        await access.removeStale(descriptor);
      }
      told();
      await setTimeout(Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.most), undefined, { ref: false });
      listed = (await access.list()).some((descriptor) => descriptor.secret === secret);
    }
  }
}
