import { createHash, randomBytes } from 'node:crypto';
import { type AgentToHost, type History, type HostToAgent, LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Clock } from '../link/clock.ts';
import type { GuiModel } from './gui-model.ts';
import type { LinkId } from './mirror.ts';

type Told = Extract<HostToAgent, { type: 'history' }>;

/** How the journals of documents know an agent: by its token, else for as long as this process lives. Not the token itself. */
export const ownerOf = (token: string | undefined): string =>
  token === undefined
    ? randomBytes(16).toString('hex')
    : createHash('sha256').update(`mcp-gui-bridge owner\0${token}`).digest('hex').slice(0, 32);

export interface HistoriesOptions {
  readonly gui: Pick<GuiModel, 'linkOf'>;
  readonly owner: string;
  readonly clock: Clock;
  readonly send: (link: LinkId, message: AgentToHost) => void;
}

interface Asked {
  readonly link: LinkId;
  readonly answer: (history: History | undefined) => void;
}

/** Asks documents what they remember of this agent's calls. */
export class Histories {
  readonly #options: HistoriesOptions;
  readonly #asked = new Map<number, Asked>();
  #count = 0;

  constructor(options: HistoriesOptions) {
    this.#options = options;
  }

  /**
   * What one document remembers.
   *
   * @param asked calls that, if it has not seen them, must not happen any more
   * @returns `undefined` when it does not say within `LIMITS.historyMs`
   */
  ask(appId: string, asked: readonly string[]): Promise<History | undefined> {
    const { gui, owner, clock, send } = this.#options;
    const link = gui.linkOf(appId);
    if (link === undefined) return Promise.resolve(undefined);
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve) => {
      const answer = (history: History | undefined) => {
        stopWaiting();
        this.#asked.delete(id);
        resolve(history);
      };
      const stopWaiting = clock.after(LIMITS.historyMs, () => answer(undefined));
      this.#asked.set(id, { link, answer });
      send(link, { type: 'history', appId, id, owner, asked: [...asked] });
    });
  }

  hostSaid({ id, history }: Told): void {
    this.#asked.get(id)?.answer(history);
  }

  linkLost(link: LinkId): void {
    for (const asked of [...this.#asked.values()]) if (asked.link === link) asked.answer(undefined);
  }
}
