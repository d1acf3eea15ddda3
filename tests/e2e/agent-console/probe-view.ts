import type { Page } from 'puppeteer';

/** A JSON-RPC message as the probe got it. */
export interface Got {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

declare global {
  interface Window {
    probe: {
      /** Everything that came from the host, in order. */
      readonly got: Got[];
      /** Whether requests of the host are answered. */
      answers: boolean;
      ask(method: string, params?: object): Promise<Got>;
      tell(method: string, params?: object): void;
      answer(id: number | undefined): void;
    };
  }
}

/** Written against `postMessage` alone; `initialize` is what it opens with. It does what a test tells it. */
function probeDocument(initialize: object, isEarly: boolean): string {
  return `<!doctype html><html lang="en"><title>Probe</title><main>Probe</main><script>
    const pending = new Map();
    const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
    let lastId = 0;
    window.probe = {
      got: [],
      answers: true,
      ask: (method, params = {}) => new Promise((resolve) => {
        pending.set(++lastId, resolve);
        post({ id: lastId, method, params });
      }),
      tell: (method, params = {}) => post({ method, params }),
      answer: (id) => post({ id, result: {} }),
    };
    addEventListener('message', ({ source, data }) => {
      if (source !== parent) return;
      probe.got.push(data);
      if (data.method === undefined) pending.get(data.id)?.(data);
      else if (data.id !== undefined && probe.answers) probe.answer(data.id);
    });
    probe.ask('ui/initialize', ${JSON.stringify(initialize)}).then(() => {
      ${isEarly ? '' : "probe.tell('ui/notifications/initialized');"}
    });
  </script></html>`;
}

const OFFICIAL = { appInfo: { name: 'probe', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' };

export interface ProbeOptions {
  readonly csp?: Record<string, string[]>;
  readonly permissions?: Record<string, object>;
  readonly modes?: readonly string[];
  /** Speaks the early draft of MCP Apps. */
  readonly isEarly?: boolean;
}

/**
 * Declares a window with the action "Show the probe", whose view is a probe, and the actions "For views", "For the
 * model" and "Take your time", which ends when it is cancelled.
 */
export async function declareProbe(
  page: Page,
  { csp, permissions, modes, isEarly = false }: ProbeOptions = {},
): Promise<void> {
  const official = modes ? { ...OFFICIAL, appCapabilities: { availableDisplayModes: modes } } : OFFICIAL;
  const html = probeDocument(isEarly ? { name: 'early probe', version: '0', capabilities: {} } : official, isEarly);
  const view = { html, ...(csp && { csp }), ...(permissions && { permissions }) };
  await page.evaluate(
    (declared) => {
      window.sdk.createBridge({ name: 'Probe' }).openWindow({
        title: 'Probe',
        actions: {
          show: {
            title: 'Show the probe',
            input: { type: 'object', properties: { note: { type: 'string' } } },
            view: declared,
            run: () => ({ message: 'Shown', result: { seen: true } }),
          },
          for_views: { title: 'For views', visibility: ['app'], run: () => ({ message: 'Called by a view' }) },
          for_model: { title: 'For the model', visibility: ['model'], run: () => ({ message: 'Called by the model' }) },
          slow: {
            title: 'Take your time',
            view: declared,
            run: (_, { signal }) =>
              new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
          },
        },
      });
    },
    view as { html: string },
  );
}
