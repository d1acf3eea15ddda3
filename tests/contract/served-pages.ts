import { serveAgents } from '../../native-host/src/link/serve-agents.ts';
import type { Actions } from '../../page-sdk/src/action.ts';
import { Chain, EXTENSION } from '../model/chain.ts';
import type { TestDocument } from '../model/document.ts';
import { temporaryState } from './agent-process.ts';

/** Pages with the real SDK behind the real model and host, for agents' processes; only browser and extension ports are not real. */
export interface ServedPages {
  readonly directory: string;
  /** A page of the site `https://desk.example`. */
  open(name: string, actions?: Actions): Promise<TestDocument>;
  close(page: TestDocument): void;
  /** The extension's worker dies and its successor meets the same pages and host. */
  restartWorker(): Promise<void>;
  stop(): Promise<void>;
}

export async function servePages(): Promise<ServedPages> {
  const state = await temporaryState();
  const chain = new Chain();
  const { directory } = state;
  const server = await serveAgents({ directory, onAgent: (connection) => chain.connect(connection) });
  await server.describe(EXTENSION);
  return {
    directory,
    open: (name, actions = {}) => chain.openDocument(name, 'https://desk.example', actions),
    close: (page) => chain.closeDocument(page),
    restartWorker: () => chain.restartWorker(),
    async stop() {
      chain.end();
      await server.close();
      await state.remove();
    },
  };
}
