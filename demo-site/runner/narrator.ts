import type { CallAnswer, Snapshot } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Agent } from './agent.ts';
import type { Printer } from './printer.ts';

/** Reads and calls, and tells of each with the notifications that came since the step before. */
export function narrator({ agent, printer }: { readonly agent: Agent; readonly printer: Printer }) {
  let told = agent.notifications.length;
  const untold = () => {
    const from = told;
    told = agent.notifications.length;
    return agent.notifications.slice(from);
  };
  return {
    async read(): Promise<Snapshot> {
      const started = performance.now();
      const snapshot = await agent.readWindows();
      printer.windows(snapshot, Math.round(performance.now() - started), untold());
      return snapshot;
    },
    async call(tool: string, args?: Record<string, unknown>): Promise<CallAnswer> {
      const record = await agent.call(tool, args);
      printer.call({ ...record, notifications: untold() });
      return record.answer;
    },
  };
}
