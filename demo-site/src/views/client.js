/**
 * MCP Apps, revision 2026-01-26, over `postMessage` and without a library: all that the order desk's views need of it.
 * `show` is given each tool result's `structuredContent`, and what a view can do.
 */
window.mcpApp = (name, show) => {
  const root = document.documentElement;
  const pending = new Map();
  let nextId = 1;
  let toolName = '';
  let locale;

  const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

  const request = (method, params) =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      pending.set(id, { resolve, reject });
      post({ id, method, params });
    });

  const app = {
    money: (amount) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(amount),

    count: (number) => new Intl.NumberFormat(locale).format(number),

    /** Calls another tool of the window that the shown tool belongs to: `{winId}__{action}`. */
    callSibling: (action, args) =>
      request('tools/call', { name: `${toolName.split('__')[0]}__${action}`, arguments: args }),

    tellModel: (text) => request('ui/update-model-context', { content: [{ type: 'text', text }] }),
  };

  const takeContext = ({ theme, styles, safeAreaInsets: safe, toolInfo, ...context }) => {
    if (theme !== undefined) root.style.colorScheme = theme;
    for (const [variable, value] of Object.entries(styles?.variables ?? {})) {
      if (value !== undefined) root.style.setProperty(variable, value);
    }
    if (safe)
      document.body.style.padding = [safe.top, safe.right, safe.bottom, safe.left].map((n) => `${n}px`).join(' ');
    locale = context.locale ?? locale;
    toolName = toolInfo?.tool?.name ?? toolName;
  };

  const settle = ({ id, result, error }) => {
    const waiting = pending.get(id);
    pending.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  };

  const receive = (message) => {
    const { id, method, params } = message;
    if (method === undefined) settle(message);
    else if (method === 'ui/notifications/tool-result') show(params.structuredContent ?? {}, app);
    else if (method === 'ui/notifications/host-context-changed') takeContext(params);
    else if (method === 'ping' || method === 'ui/resource-teardown') post({ id, result: {} });
    else if (id !== undefined) post({ id, error: { code: -32601, message: 'Method not found' } });
  };

  window.addEventListener('message', ({ source, data }) => {
    if (source === window.parent && data?.jsonrpc === '2.0') receive(data);
  });

  const tellSize = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    post({ method: 'ui/notifications/size-changed', params: { width: window.innerWidth, height } });
  };

  void request('ui/initialize', {
    appInfo: { name, version: '1.0.0' },
    appCapabilities: {},
    protocolVersion: '2026-01-26',
  }).then(({ hostContext }) => {
    takeContext(hostContext ?? {});
    post({ method: 'ui/notifications/initialized' });
    new ResizeObserver(tellSize).observe(root);
  });
};

/** An element with text in it; what comes from a server is never read as HTML. */
window.element = (name, text = '', attributes = {}) => {
  const made = Object.assign(document.createElement(name), attributes);
  if (text !== '') made.textContent = text;
  return made;
};
