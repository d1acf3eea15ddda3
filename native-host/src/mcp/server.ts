import { type AgentName, RELEASE_VERSION, WINDOWS_URI } from '@mcp-gui-bridge/page-sdk/protocol';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { showsViews } from './apps/mcp-apps.ts';
import { isViewUri, type Views } from './apps/views.ts';
import { clientName } from './client-name.ts';
import type { GuiModel } from './gui-model.ts';
import type { AgentSession, HelperTool } from './helper-tool.ts';
import type { Hosts } from './hosts.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { Notifier } from './notifier.ts';
import { newCallId, type Operation, operate, type ToolRequest } from './operate.ts';
import { progressReports } from './progress-reports.ts';
import { snapshotText } from './snapshot.ts';
import type { ListedTools } from './tool-list.ts';
import { answerStructured, fitToLine, toolResult } from './tool-result.ts';

/** Name under which the server introduces itself. */
const SERVER_INFO = { name: 'mcp-gui-bridge', title: 'MCP GUI Bridge', version: RELEASE_VERSION };

/** Protocol §3. */
const CAPABILITIES = { resources: { subscribe: true }, tools: { listChanged: true } };

const RESOURCE = {
  uri: WINDOWS_URI,
  name: 'windows',
  title: 'Open windows (MCP GUI Bridge)',
  description: 'All windows of the connected web applications: which can be operated now, and what each shows.',
  mimeType: 'application/json',
};

export interface ServerParts {
  readonly gui: GuiModel;
  readonly hosts: Hosts;
  readonly helpers: readonly HelperTool[];
  readonly listed: ListedTools;
  readonly views: Views;
  /** Resolves once the client has taken everything that was written. */
  readonly drained: () => Promise<void>;
  /** Takes a sentence for whoever looks at stderr. */
  readonly log: (problem: string) => void;
}

const envelopeOf = (ctx: ServerContext): Readonly<Record<string, unknown>> => ctx.mcpReq.envelope ?? {};

/** Hosts tell nothing before they know whom, so every request that is answered from them begins with this. */
function announce({ hosts }: ServerParts, server: Server, ctx: ServerContext): AgentName {
  return hosts.announce(clientName(server, envelopeOf(ctx)));
}

/** What the client can do: said with every request since revision 2026-07-28, at `initialize` before. */
function clientCapabilities(server: Server, ctx: ServerContext): unknown {
  return envelopeOf(ctx)[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
}

function checkSubscribable(uri: string): void {
  if (uri === WINDOWS_URI) return;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Only ${WINDOWS_URI} can be subscribed to`, { uri });
}

/** One MCP server for one connection, of either era; what is behind it is shared. */
export function createServer({ era }: Pick<McpRequestContext, 'era'>, parts: ServerParts): Server {
  const { gui, hosts, helpers, listed, views } = parts;
  const server = new Server(SERVER_INFO, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS });
  const session: AgentSession = { lastCursor: undefined, subscribed: false };
  let notifier: Notifier | undefined;
  let closed = false;

  const sent = (sending: Promise<void>) =>
    void sending.catch((error: unknown) => parts.log(`a notification was not sent: ${String(error)}`));
  // Before hosts were looked for nothing can be out of date: what is found then is what the client reads first.
  void hosts.attached.then(() => {
    if (closed) return;
    notifier = new Notifier(gui, listed, {
      toolListChanged: () => sent(server.sendToolListChanged()),
      windowsUpdated: () => {
        // Revision 2026-07-28: the SDK's router knows who listens.
        if (era === 'modern' || session.subscribed) sent(server.sendResourceUpdated({ uri: WINDOWS_URI }));
      },
      drained: parts.drained,
    });
  });
  server.onclose = () => {
    closed = true;
    notifier?.close();
  };

  /** Changes are told before any response that could have been made from them. */
  const told = <T>(result: T): T => {
    notifier?.beforeResponse();
    return result;
  };

  const runTool = (name: string, args: unknown, request: ToolRequest): Promise<CallToolResult> => {
    const helper = helpers.find(({ definition }) => definition.name === name);
    return helper ? helper.run(args, request, session) : runNamed(name, args, request);
  };

  const runNamed = async (tool: string, args: unknown, request: ToolRequest): Promise<CallToolResult> => {
    const { expectedVersion, ...rest } = { ...(args as Record<string, unknown> | undefined) };
    const operation: Operation = { tool, args: rest, expectedVersion, callId: newCallId() };
    const answer = await operate(gui, hosts.calls, operation, request);
    return toolResult(fitToLine(answerStructured(answer, operation.callId)), !answer.ok);
  };

  server.setRequestHandler('resources/list', (_, ctx) => {
    announce(parts, server, ctx);
    return { resources: [RESOURCE] };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }, ctx) => {
    if (uri !== WINDOWS_URI && !isViewUri(uri)) {
      throw new ResourceNotFoundError(uri, `There is one resource, ${WINDOWS_URI}`);
    }
    announce(parts, server, ctx);
    await hosts.attached;
    if (uri !== WINDOWS_URI) return views.read(uri);
    const text = snapshotText(gui.view);
    return told({ contents: [{ uri: WINDOWS_URI, mimeType: 'application/json', text }] });
  });
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }, ctx) => {
    checkSubscribable(uri);
    announce(parts, server, ctx);
    told(undefined);
    session.subscribed = true;
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    checkSubscribable(uri);
    session.subscribed = false;
    return {};
  });
  server.setRequestHandler('tools/list', async (_, ctx) => {
    announce(parts, server, ctx);
    await hosts.attached;
    views.listed({ fetch: showsViews(clientCapabilities(server, ctx)) });
    return told({ tools: listed.of(gui.view) });
  });
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const arrived = gui.clock.now();
    const agent = announce(parts, server, ctx);
    const token = ctx.mcpReq._meta?.progressToken;
    const { signal } = ctx.mcpReq;
    const progress =
      token === undefined
        ? undefined
        : progressReports((report) => {
            if (signal.aborted) return;
            sent(ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, ...report } }));
          });
    try {
      await hosts.attached;
      return told(await runTool(params.name, params.arguments, { agent, signal, arrived, report: progress?.report }));
    } finally {
      progress?.close();
    }
  });
  return server;
}
