// Passes frames between the echo host and the page; a frame for the worker itself goes straight back.
const host = chrome.runtime.connectNative('io.mcp_gui_bridge.bench_floor');
let page;
host.onMessage.addListener((frame) => (frame.to === 'worker' ? host.postMessage(frame) : page?.postMessage(frame)));
chrome.runtime.onConnect.addListener((port) => {
  page = port;
  port.onMessage.addListener((frame) => host.postMessage(frame));
  host.postMessage({ page: true });
});
