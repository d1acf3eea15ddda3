import { createBridge } from '/sdk/index.js';

/** Each change in a task of its own, four tasks a timer: timers alone are not fine enough for a thousand a second. */
const counter = createBridge({ name: 'Busy' }).openWindow({ title: 'Counter busy', summary: 'at 0' });
const { port1, port2 } = new MessageChannel();
window.updates = 0;
port1.onmessage = () => {
  window.updates += 1;
  counter.update({ summary: `at ${window.updates}` });
};
setInterval(() => {
  for (let n = 0; n < 4; n++) port2.postMessage(n);
}, 4);
