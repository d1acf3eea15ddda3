/** The proxy of a web host: puts the view into a frame of its own and passes messages between it and the host. */
const host = window.parent;
const ready = 'ui/notifications/sandbox-proxy-ready';
const resourceReady = 'ui/notifications/sandbox-resource-ready';

const inner = document.createElement('iframe');
inner.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
inner.style.cssText = 'border: 0; width: 100%; height: 100%; display: block';
document.body.append(inner);

window.addEventListener('message', ({ source, data }: MessageEvent<{ method?: string; params?: { html: string } }>) => {
  if (source === inner.contentWindow) host.postMessage(data, '*');
  else if (source !== host) return;
  else if (data.method === resourceReady) inner.srcdoc = data.params?.html ?? '';
  else inner.contentWindow?.postMessage(data, '*');
});
host.postMessage({ jsonrpc: '2.0', method: ready, params: {} }, '*');
