import type { Asked, Shown } from './host-page.ts';

/** A host that knows MCP Apps only as its early draft told it: its context is all that it answers, its end is a notification. */
const asked: Asked = { passed: [], links: [], messages: [], contexts: [], modes: [], sizes: [] };
const frame = document.createElement('iframe');
frame.setAttribute('sandbox', 'allow-scripts allow-forms');
let shown: Shown | undefined;

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly name: string; readonly arguments?: Record<string, unknown> };
}

function send(message: object): void {
  asked.passed.push({ to: 'view', method: 'method' in message ? String(message.method) : undefined });
  frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');
}
const notify = (method: string, params: object = {}) => send({ method: `ui/notifications/${method}`, params });

async function answer({ method, params }: Message): Promise<object> {
  if (method === 'ui/initialize') {
    const { context, tool } = shown ?? {};
    return { ...context, displayMode: 'inline', viewport: { maxHeight: 300 }, toolInfo: { name: tool?.name } };
  }
  if (method === 'tools/call' && params) return window.relayCallTool({ ...params });
  if (method === 'ui/message') asked.messages.push(params);
  if (method === 'ui/update-model-context') asked.contexts.push(params);
  return {};
}

window.addEventListener('message', async ({ source, data }: MessageEvent<Message>) => {
  if (source !== frame.contentWindow) return;
  const { id, method } = data;
  asked.passed.push({ to: 'host', method });
  if (id === undefined || method === undefined) return;
  send({ id, result: await answer(data) });
  if (method !== 'ui/initialize') return;
  notify('initialized');
  notify('tool-input', shown?.input);
  notify('tool-result', shown?.result);
});

window.host = {
  asked,
  async show(given) {
    shown = given;
    frame.srcdoc = given.html;
    document.body.replaceChildren(frame);
  },
  change: (context) => notify('host-context-changed', context),
  async teardown() {
    notify('teardown');
  },
  notify: (method) => send({ method, params: {} }),
};
