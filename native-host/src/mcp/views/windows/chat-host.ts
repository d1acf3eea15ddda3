import type { App, McpUiDisplayMode } from '@modelcontextprotocol/ext-apps';
import { DEEDS_TOLD, type Deed, modelContext } from './conversation.ts';

/** What the person can do with the chat around the view. `undefined`: this host does not offer it. */
export interface ChatHost {
  readonly say: ((text: string) => Promise<boolean>) | undefined;
  readonly open: ((url: string) => Promise<boolean>) | undefined;
  readonly setDisplayMode: (mode: McpUiDisplayMode) => Promise<McpUiDisplayMode>;
  /** Lets the model know; does nothing where the host does not pass it on. */
  readonly tell: (deed: Deed) => void;
}

/** The host behind an `App` that is connected. */
export function chatHost(app: App): ChatHost {
  const can = app.getHostCapabilities() ?? {};
  let deeds: readonly Deed[] = [];
  const accepted = async (asked: Promise<object>): Promise<boolean> => {
    try {
      const result = await asked;
      return !('isError' in result) || result.isError !== true;
    } catch {
      return false;
    }
  };
  return {
    say: can.message && ((text) => accepted(app.sendMessage({ role: 'user', content: [{ type: 'text', text }] }))),
    open: can.openLinks && ((url) => accepted(app.openLink({ url }))),
    setDisplayMode: async (mode) => (await app.requestDisplayMode({ mode })).mode,
    tell: (deed) => {
      deeds = [...deeds, deed].slice(-DEEDS_TOLD);
      if (can.updateModelContext) void accepted(app.updateModelContext(modelContext(deeds)));
    },
  };
}
