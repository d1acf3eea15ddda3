import type { AgentConsole } from '../session/agent-console.ts';
import type { TokenCounter } from '../state/token-counter.ts';
import { CallsPanel } from './calls-panel.tsx';
import { ConsoleHeader } from './console-header.tsx';
import { LogPanel } from './log-panel.tsx';
import { ToolsPanel } from './tools-panel.tsx';
import { useStore } from './use-store.ts';
import { WindowsPanel } from './windows-panel.tsx';

interface Props {
  readonly console: AgentConsole;
  readonly countTokens: TokenCounter;
}

/** The whole page: what the agent reads, what it can call, what came of it, and every message. */
export function ConsoleApp({ console: agentConsole, countTokens }: Props) {
  const session = useStore(agentConsole.session);
  const state = useStore(session.state);
  const preferences = useStore(agentConsole.preferences);
  return (
    <>
      <ConsoleHeader
        state={state}
        preferences={preferences}
        onPreferences={agentConsole.preferences.set}
        onReconnect={(revision) => void agentConsole.reconnect(revision)}
      />
      <main class="panels">
        <WindowsPanel state={state} countTokens={countTokens} />
        <ToolsPanel
          state={state}
          countTokens={countTokens}
          onCall={(tool, args, options) => agentConsole.calls.start(tool, args, options)}
        />
        <CallsPanel calls={agentConsole.calls} countTokens={countTokens} />
        <LogPanel log={agentConsole.log} />
      </main>
    </>
  );
}
