const port = chrome.runtime.connect();
window.addEventListener('message', (event) => {
  if (event.data !== 'bench-floor-hello') return;
  const [page] = event.ports;
  page.onmessage = ({ data }) => port.postMessage(JSON.parse(data));
  port.onMessage.addListener((frame) => page.postMessage(JSON.stringify(frame)));
});
