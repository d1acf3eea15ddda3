import { createBridge } from '/sdk/index.js';

let count = 0;
const add = () => {
  count += 1;
  counter.update({ summary: `at ${count}` });
};
const counter = createBridge({ name: 'Quiet' }).openWindow({
  title: 'Counter quiet',
  summary: 'at 0',
  actions: { add: { title: 'Add one', input: { type: 'object' }, run: add } },
});
