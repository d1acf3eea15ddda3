import { createBridge } from '/sdk/index.js';

const loop = () => {
  for (;;);
};
createBridge({ name: 'Looping' }).openWindow({
  title: 'Counter looping',
  summary: 'at 0',
  actions: { add: { title: 'Never end', timeoutMs: 1_000, input: { type: 'object' }, run: loop } },
});
