import browser from 'webextension-polyfill';
import type { PERSON_PORT, PersonToWorker, View, WorkerToPerson } from '../background/person-hop.ts';
import type { PersonAct } from '../background/person-ports.ts';

const PORT: typeof PERSON_PORT = 'person';

/** A page's line to the worker. */
export interface WorkerConnection {
  send(message: PersonAct): void;
}

/** Connects to the worker, which wakes it. `onLost` is called once if it goes away; everything said before is then void. */
export function connectWorker(
  view: View,
  onMessage: (message: WorkerToPerson) => void,
  onLost: () => void,
): WorkerConnection {
  const port = browser.runtime.connect({ name: PORT });
  const send = (message: PersonToWorker) => port.postMessage(message);
  port.onMessage.addListener((message) => onMessage(message as WorkerToPerson));
  port.onDisconnect.addListener(onLost);
  send({ type: 'open', view });
  return { send };
}
