import type { CallToolResult } from '@modelcontextprotocol/client';
import {
  AppBridge,
  buildAllowAttribute,
  type McpUiHostContext,
  type McpUiResourceCsp,
  type McpUiResourcePermissions,
  PostMessageTransport,
} from '@modelcontextprotocol/ext-apps/app-bridge';

/** What a chat host knows of a view when it shows it. */
export interface Shown {
  readonly html: string;
  readonly csp?: McpUiResourceCsp | undefined;
  readonly permissions?: McpUiResourcePermissions | undefined;
  readonly tool: { readonly name: string; readonly inputSchema: { readonly type: 'object' } };
  readonly input: Record<string, unknown>;
  readonly result: CallToolResult;
  readonly context: McpUiHostContext;
}

/** One JSON-RPC message as it passed the host, in order. */
export interface Passed {
  readonly to: 'view' | 'host';
  readonly method: string | undefined;
}

/** What a view asked of the chat. */
export interface Asked {
  readonly passed: Passed[];
  readonly links: string[];
  readonly messages: unknown[];
  readonly contexts: unknown[];
  readonly modes: string[];
  readonly sizes: { readonly width?: number | undefined; readonly height?: number | undefined }[];
}

declare global {
  interface Window {
    /** Given by the test: the way to the real MCP server. */
    relayCallTool(params: { name: string; arguments?: Record<string, unknown> | undefined }): Promise<CallToolResult>;
    relayReadResource(params: { uri: string }): Promise<never>;
    host: {
      readonly asked: Asked;
      show(shown: Shown): Promise<void>;
      change(context: McpUiHostContext): void;
      teardown(): Promise<unknown>;
      /** Sends a notification as no official host does. */
      notify(method: string): void;
    };
  }
}

const asked: Asked = { passed: [], links: [], messages: [], contexts: [], modes: [], sizes: [] };
let bridge: AppBridge | undefined;
let current: McpUiHostContext = {};

/** The sandbox of a web host: a frame on another origin, whose policy is what the server declared. */
function sandboxFrame({ csp, permissions }: Pick<Shown, 'csp' | 'permissions'>): HTMLIFrameElement {
  const url = new URL('/sandbox.html', location.href);
  url.hostname = '127.0.0.1';
  url.searchParams.set('csp', JSON.stringify(csp ?? {}));
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  frame.allow = buildAllowAttribute(permissions);
  frame.src = url.href;
  return frame;
}

function record(to: Passed['to'], message: unknown): void {
  const { method } = message as { method?: string };
  asked.passed.push({ to, method });
}

async function show(shown: Shown): Promise<void> {
  for (const list of Object.values(asked)) list.length = 0;
  current = shown.context;
  const frame = sandboxFrame(shown);
  document.body.replaceChildren(frame);
  const window = frame.contentWindow;
  if (window === null) throw new Error('The frame has no window.');
  const capabilities = {
    openLinks: {},
    serverTools: {},
    serverResources: {},
    updateModelContext: { text: {}, structuredContent: {} },
    message: { text: {} },
  };
  bridge = new AppBridge(null, { name: 'Basic host', version: '1' }, capabilities, {
    hostContext: { ...shown.context, toolInfo: { tool: shown.tool } },
  });
  const opened = bridge;
  opened.oncalltool = (params) => globalThis.window.relayCallTool(params);
  opened.onreadresource = (params) => globalThis.window.relayReadResource(params);
  opened.onopenlink = async ({ url }) => {
    asked.links.push(url);
    return {};
  };
  opened.onmessage = async (params) => {
    asked.messages.push(params);
    return {};
  };
  opened.onupdatemodelcontext = async (params) => {
    asked.contexts.push(params);
    return {};
  };
  opened.onrequestdisplaymode = async ({ mode }) => {
    asked.modes.push(mode);
    change({ displayMode: mode });
    return { mode };
  };
  opened.onsizechange = (size) => {
    asked.sizes.push(size);
    if (size.height !== undefined) frame.style.height = `${size.height}px`;
  };
  opened.onsandboxready = () => {
    void opened.sendSandboxResourceReady({
      html: shown.html,
      csp: shown.csp ?? {},
      permissions: shown.permissions ?? {},
    });
  };
  const initialized = new Promise<void>((resolve) => {
    opened.oninitialized = () => resolve();
  });
  const transport = new PostMessageTransport(window, window);
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    record('view', message);
    return send(message, options);
  };
  globalThis.window.addEventListener('message', ({ source, data }) => source === window && record('host', data));
  await opened.connect(transport);
  await initialized;
  await opened.sendToolInput({ arguments: shown.input });
  await opened.sendToolResult(shown.result);
}

function change(context: McpUiHostContext): void {
  current = { ...current, ...context };
  bridge?.setHostContext(current);
}

async function teardown(): Promise<unknown> {
  const answer = await bridge?.teardownResource({});
  document.body.replaceChildren();
  return answer;
}

const notify = (method: string) => frames[0]?.postMessage({ jsonrpc: '2.0', method, params: {} }, '*');

window.host = { asked, show, change, teardown, notify };
