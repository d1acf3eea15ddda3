import { createBridge } from '/sdk/index.js';

/** Names this document, and its window: another one after `replaceWindow`. */
let name = crypto.randomUUID().slice(0, 8);
let count = 0;
let isHeld = true;
let lastCall = '';
/** Handlers that wait. */
const waiting = new Set();

/** Synchronously: what the server has noted is what has happened, whatever becomes of this page in the next moment. */
function note(event) {
  const request = new XMLHttpRequest();
  request.open('POST', '/note', false);
  request.send(JSON.stringify({ document: name, ...event }));
}

const held = () => (isHeld ? new Promise((resolve) => waiting.add(resolve)) : Promise.resolve());

const properties = { key: { type: 'string' }, holdAt: { type: 'string', enum: ['check', 'start', 'effect'] } };
const schema = { type: 'object', properties, required: ['key'] };
/** Arguments that are checked for as long as a test likes: by then a call has reached its page and has not started. */
const input = {
  '~standard': {
    version: 1,
    vendor: 'counter',
    jsonSchema: { input: () => schema, output: () => schema },
    validate: async (value) => {
      note({ type: 'checking', call: value.key });
      if (value.holdAt === 'check') await held();
      return { value };
    },
  },
};

const bridge = createBridge({ name: 'Counter' });

function openCounter() {
  const document = name;
  const add = async ({ key, holdAt }, call) => {
    note({ document, type: 'start', call: key });
    if (holdAt === 'start') await held();
    count += 1;
    note({ document, type: 'effect', call: key, value: count });
    counter.update({ summary: `at ${count}` });
    if (holdAt === 'effect') {
      call.commit({ message: `at ${count}` });
      note({ document, type: 'committed', call: key });
      await held();
    }
    note({ document, type: 'end', call: key });
    lastCall = key;
    return { message: `at ${count}` };
  };
  const counter = bridge.openWindow({
    title: `Counter ${document}`,
    summary: `at ${count}`,
    actions: {
      add: { title: 'Add one', input, timeoutMs: 20_000, run: add },
      add_briefly: { title: 'Add one within a second', input, timeoutMs: 1_000, run: add },
    },
  });
  note({ type: 'opened', value: count });
  return counter;
}

let counter = openCounter();
let dialog;
bridge.onCall(({ phase }) => {
  if (phase === 'answered') note({ type: 'answered', call: lastCall });
});

/** What a test does in this page, as its user or its own scripts would. */
window.counter = {
  name: () => name,
  hold: () => {
    isHeld = true;
  },
  release: () => {
    isHeld = false;
    for (const go of waiting) go();
    waiting.clear();
  },
  loop: () => {
    note({ type: 'looping' });
    for (;;);
  },
  openDialog: () => {
    dialog = counter.openModal({ title: `Counter dialog-${name}`, summary: 'at 0' });
  },
  closeDialog: () => dialog.close(),
  replaceWindow: () => {
    counter.close();
    note({ type: 'closed' });
    name = crypto.randomUUID().slice(0, 8);
    counter = openCounter();
  },
};
