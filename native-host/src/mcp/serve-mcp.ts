import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { steadyClock } from '../link/clock.ts';
import { Views } from './apps/views.ts';
import { callStatus, callStatusTool } from './call-status-tool.ts';
import { callTool } from './call-tool.ts';
import { namedWith } from './client-name.ts';
import { GuiModel } from './gui-model.ts';
import { type HostAccess, Hosts } from './hosts.ts';
import { KeyedCalls } from './keyed-calls.ts';
import { followLinks } from './link-states.ts';
import { type Operation, operate, type ToolRequest } from './operate.ts';
import { readWindowsTool } from './read-windows-tool.ts';
import { createServer } from './server.ts';
import { opensHosts, StdioGuard } from './stdio-guard.ts';
import { ListedTools, type ToolSelection } from './tool-list.ts';
import type { OriginScope } from './view.ts';
import { waitForChangeTool } from './wait-for-change-tool.ts';

export interface ServeOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** What is listed; anything can be called, listed or not. */
  readonly tools: ToolSelection;
  readonly scope: OriginScope;
  /** The agent's program and token, as hosts are told. */
  readonly program: string;
  readonly token: string | undefined;
  /** Document of the view on `app__read_windows`. */
  readonly windowsView: string;
  readonly load: () => Promise<HostAccess>;
  /** Takes a sentence for whoever looks at stderr. */
  readonly log: (problem: string) => void;
}

/** Serves MCP to one agent on a pair of streams, with the windows of every host that `load` can reach. */
export function serveMcp(options: ServeOptions): { close(): Promise<void> } {
  const { stdin, stdout, tools, scope, program, token, windowsView, load, log } = options;
  const clock = steadyClock();
  const gui = new GuiModel(randomBytes(4).toString('hex'), scope, clock);
  const hosts = new Hosts({ gui, clock, load, program, token, problem: log });
  const views = new Views(gui, () => hosts.views, windowsView);
  const run = (operation: Operation, request: ToolRequest) => operate(gui, hosts.calls, operation, request);
  const helpers = [
    views.on(readWindowsTool(gui, followLinks(gui, Date.now, hosts))),
    callTool(gui, run, new KeyedCalls(run, (question) => callStatus(gui, hosts, question))),
    waitForChangeTool(gui),
    callStatusTool(gui, hosts),
  ];
  const listed = new ListedTools(
    helpers.map(({ definition }) => definition),
    tools,
  );
  const guard = new StdioGuard(
    stdin,
    stdout,
    ({ method, params }) => {
      if (opensHosts(method)) hosts.attach();
      // Answered by the SDK's router, which no handler of ours comes to know of.
      if (method === 'subscriptions/listen') hosts.announce(namedWith(params?._meta));
    },
    () => hosts.messages,
  );
  const parts = { gui, hosts, helpers, listed, views, drained: () => guard.drained(), log };
  const served = serveStdio((context) => createServer(context, parts), {
    transport: guard,
    onerror: (error) => log(error.message),
  });
  return {
    close: () => {
      hosts.close();
      return served.close();
    },
  };
}
