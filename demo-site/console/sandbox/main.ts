/**
 * The sandbox proxy of a web host (MCP Apps 2026-01-26, Sandbox proxy): at an origin of its own, whose policy is the
 * view's, it puts the view into a frame and passes messages between it and the host.
 */
const RESERVED = 'ui/notifications/sandbox-';
const FEATURES: Readonly<Record<string, string>> = {
  camera: 'camera',
  microphone: 'microphone',
  geolocation: 'geolocation',
  clipboardWrite: 'clipboard-write',
};

interface ViewMessage {
  readonly jsonrpc?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly html?: unknown; readonly permissions?: object };
}

const host = window.parent;
// The server lets nobody but the host show this page, so whoever referred to it is the host.
const hostOrigin = new URL(document.referrer).origin;
const view = document.createElement('iframe');

const isReserved = ({ method }: ViewMessage) => typeof method === 'string' && method.startsWith(RESERVED);

/** Keys that are pressed in a view do not reach the host. One that the view has a use for itself is not passed on. */
function listenForEscape(): void {
  view.contentWindow?.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    host.postMessage({ jsonrpc: '2.0', method: `${RESERVED}escape`, params: {} }, hostOrigin);
  });
}

function load({ params }: ViewMessage): void {
  const granted = Object.keys(params?.permissions ?? {}).flatMap((name) => FEATURES[name] ?? []);
  view.allow = granted.join('; ');
  view.title = 'View';
  view.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  view.addEventListener('load', listenForEscape);
  view.srcdoc = typeof params?.html === 'string' ? params.html : '';
  document.body.replaceChildren(view);
}

window.addEventListener('message', ({ source, origin, data }: MessageEvent<ViewMessage | null>) => {
  if (data?.jsonrpc !== '2.0') return;
  if (source === host && origin === hostOrigin) {
    if (data.method === `${RESERVED}resource-ready`) load(data);
    // Not to `*`: a view that has navigated its frame elsewhere hears nothing any more.
    else if (!isReserved(data)) view.contentWindow?.postMessage(data, location.origin);
  } else if (source !== null && source === view.contentWindow && !isReserved(data)) {
    host.postMessage(data, hostOrigin);
  }
});
host.postMessage({ jsonrpc: '2.0', method: `${RESERVED}proxy-ready`, params: {} }, hostOrigin);
