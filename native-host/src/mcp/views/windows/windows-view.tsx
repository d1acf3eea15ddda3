import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApplicationSection } from './application-section.tsx';
import type { ChatHost } from './chat-host.ts';
import { Composer } from './composer.tsx';
import { ViewContext, type ViewTools } from './context.ts';
import { deedSentence, tellableArguments } from './conversation.ts';
import type { Surroundings } from './host-context.ts';
import { formFields } from './json-schema-form.ts';
import type { Answer } from './tool-answers.ts';
import { actionTitle, windowForest } from './window-forest.ts';
import type { WindowsSession } from './windows-session.ts';

export interface WindowsViewProps {
  readonly session: WindowsSession;
  readonly host: ChatHost;
  readonly surroundings: Surroundings;
  /** Windows that the model asked for; `undefined`: all. */
  readonly only: readonly string[] | undefined;
}

const failed = (error: unknown): Answer => {
  const why = error instanceof Error ? error.message : String(error);
  return { ok: false, error: { code: 'action_timeout', message: `The call failed: ${why}` } };
};

/** The windows of all connected applications, live, as the person's own way to use them inside a chat. */
export function WindowsView({ session, host, surroundings, only }: WindowsViewProps) {
  const [state, setState] = useState(session.state);
  const [lastDeed, setLastDeed] = useState<string | undefined>();
  const [showsAll, setShowsAll] = useState(false);
  useEffect(() => {
    setState(session.state);
    return session.subscribe(setState);
  }, [session]);

  const canRun = state.liveness === 'following' || state.liveness === 'stopped';
  const tools = useMemo(
    (): ViewTools => ({
      host,
      surroundings,
      canRun,
      load: (tool, args) => session.run(tool, args, undefined).catch(failed),
      run: async (offered, args, place) => {
        const { tool } = offered;
        const answer = await session.run(tool, args, place.version).catch(failed);
        const told = tellableArguments(formFields(offered.action.inputSchema), args);
        const deed = { action: actionTitle(offered), where: place.name, tool, args: told, answer };
        host.tell(deed);
        setLastDeed(deedSentence(deed));
        return answer;
      },
    }),
    [session, host, surroundings, canRun],
  );

  const { reading, problem } = state;
  const isPart =
    only !== undefined && !showsAll && reading?.result.windows.some(({ id }) => !only.includes(id)) === true;
  const windows = reading?.result.windows.filter(({ id }) => !isPart || only?.includes(id)) ?? [];
  const shown = reading && windowForest({ ...reading, result: { ...reading.result, windows } });
  return (
    <ViewContext.Provider value={tools}>
      <header class="top">
        <h1>Windows</h1>
        <DisplayModeButton host={host} surroundings={surroundings} />
      </header>
      {problem !== undefined && (
        <div class="notice warn" role="alert">
          {problem}
          <button type="button" onClick={() => void session.follow()}>
            Try again
          </button>
        </div>
      )}
      {reading === undefined && problem === undefined && <p class="quiet">Reading the windows…</p>}
      {shown?.map((node) => (
        <ApplicationSection key={node.application.id} node={node} />
      ))}
      {shown?.length === 0 && (
        <p class="quiet">No application is connected. Open a page that supports MCP GUI Bridge.</p>
      )}
      {isPart && (
        <button type="button" class="link" onClick={() => setShowsAll(true)}>
          Show all windows
        </button>
      )}
      <Composer lastDeed={lastDeed} />
    </ViewContext.Provider>
  );
}

function DisplayModeButton({ host, surroundings }: Pick<WindowsViewProps, 'host' | 'surroundings'>) {
  const { displayMode, availableDisplayModes } = surroundings;
  const other = displayMode === 'fullscreen' ? 'inline' : 'fullscreen';
  if (!availableDisplayModes.includes(other)) return null;
  return (
    <button type="button" onClick={() => void host.setDisplayMode(other).catch(() => undefined)}>
      {other === 'fullscreen' ? 'Full screen' : 'Back to the chat'}
    </button>
  );
}
