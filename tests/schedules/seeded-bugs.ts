import type {
  AgentToHost,
  CallAnswer,
  ExtensionToHost,
  HostToAgent,
  PageToWorker,
  WorkerToPage,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { Handles } from '../../extension/src/model/handles.ts';
import { dispatch } from '../../native-host/src/host/dispatch/dispatch.ts';
import { MAC, REAL, type Seams } from './seams.ts';

type Attached = Extract<Extract<ExtensionToHost, { type: 'model' }>['event'], { type: 'attached' }>;

/** A page that forgets which calls it has seen: a repeated call runs under a name of its own. */
function forgetful(): Pick<Seams, 'toPage' | 'fromPage'> {
  const original = new Map<string, string>();
  const seen = new Map<string, number>();
  const rename = <M extends { callId: string }>(message: M): M => ({
    ...message,
    callId: original.get(message.callId) ?? message.callId,
  });
  return {
    toPage: () => (message: WorkerToPage) => {
      if (message.type !== 'call') return [message];
      const { callId } = message.call;
      const times = seen.get(callId) ?? 0;
      seen.set(callId, times + 1);
      if (times === 0) return [message];
      const alias = `${times}${callId.slice(1)}`;
      original.set(alias, callId);
      return [{ ...message, call: { ...message.call, callId: alias } }];
    },
    fromPage: () => (message: PageToWorker) => {
      if (message.type === 'answer' || message.type === 'committed') return [rename(message)];
      return message.type === 'recalled' ? [{ ...message, recalled: rename(message.recalled) }] : [message];
    },
  };
}

/** Changes what a worker tells of a document that attaches. */
const attaching =
  (change: () => (event: Attached) => Attached): Seams['toHost'] =>
  () => {
    const changed = change();
    return (message) => {
      if (message.type !== 'model' || message.event.type !== 'attached') return [message];
      return [{ ...message, event: changed(message.event) }];
    };
  };

/** The worker counts versions itself, from 1 each time it starts. */
const countingWorker: Seams['toHost'] = () => {
  const counts = new Map<string, number>();
  return (message) => {
    if (message.type !== 'model' || message.event.type === 'detached') return [message];
    const change = message.event.type === 'attached' ? message.event.declared : message.event.change;
    const windows = change?.windows?.map((window) => {
      const version = (counts.get(window.id) ?? 0) + 1;
      counts.set(window.id, version);
      return { ...window, version };
    });
    if (windows === undefined) return [message];
    const event =
      message.event.type === 'attached'
        ? { ...message.event, declared: { ...change, windows } }
        : { ...message.event, change: { ...change, windows } };
    return [{ ...message, event }];
  };
};

/** Sends the call again where the journal should be asked. */
const retryingAgent: Seams['fromAgent'] = () => {
  const calls = new Map<string, AgentToHost>();
  return (message) => {
    if (message.type === 'call') calls.set(message.call.callId, message);
    return [message.type === 'recall' ? (calls.get(message.callId) ?? message) : message];
  };
};

/** The answer is sent before the state that the action caused. */
const answeringEarly: Seams['fromPage'] = () => {
  let held: PageToWorker[] = [];
  return (message) => {
    const before = held;
    held = message.type === 'change' ? [message] : [];
    if (message.type === 'change') return before;
    return message.type === 'answer' ? [message, ...before] : [...before, message];
  };
};

const lostMeansFailed = (answer: CallAnswer): CallAnswer => {
  if (answer.ok || (answer.error.reason !== 'link_lost' && answer.error.reason !== 'document_gone')) return answer;
  return { ok: false, error: { ...answer.error, outcome: 'not_executed' } };
};

const withoutQuarantine: typeof dispatch = (before, event, applications) => {
  const { state, effects } = dispatch(before, event, applications);
  const running = new Map([...state.running].filter(([, { late }]) => !late));
  return { state: { ...state, running }, effects: effects.filter(({ kind }) => kind !== 'quarantine') };
};

const ignoringInherited: typeof dispatch = (before, event, applications) =>
  dispatch(before, event.type === 'attached' ? { ...event, running: [] } : event, applications);

const isChange = (message: HostToAgent) => message.type === 'model' && message.event.type === 'changed';

/** The page starts whatever it is told to, in any window, whatever its version. */
const uncheckedPage: Pick<Seams, 'page' | 'toPage'> = {
  page: (host) => ({
    ...host,
    declared: () => {
      const declared = host.declared();
      return { ...declared, windows: declared.windows.map((window) => ({ ...window, modal: false, ownerId: null })) };
    },
  }),
  toPage: () => (message) => {
    if (message.type !== 'call') return [message];
    const { expectedVersion: _, ...call } = message.call;
    return [{ ...message, call }];
  },
};

/** Twelve mistakes that somebody could make. Made anew for every world, as some remember what they have seen. */
export const SEEDED_BUGS: { readonly [what: string]: () => Seams } = {
  'an agent repeats a call after its link was lost, and the page does not know it again': () => ({
    ...REAL,
    ...forgetful(),
    fromAgent: retryingAgent,
  }),
  'a deadline frees the lane and nothing is quarantined': () => ({ ...REAL, decide: withoutQuarantine }),
  'versions are counted in the worker': () => ({ ...REAL, toHost: countingWorker }),
  'ids follow from the tab, not from the document': () => ({
    ...REAL,
    handles: new Handles((message) => MAC(message.replace(/ document-\d+/, ''))),
  }),
  'a lost link is said to mean that nothing happened': () => ({ ...REAL, answer: lostMeansFailed }),
  'the page does not check again before it starts': () => ({ ...REAL, ...uncheckedPage }),
  'a call that arrives twice runs twice': () => ({ ...REAL, ...forgetful() }),
  'the answer goes out before the state that the action caused': () => ({ ...REAL, fromPage: answeringEarly }),
  'a change is dropped while the one before is on its way': () => ({
    ...REAL,
    toAgent: () => (message, waiting) => (isChange(message) && waiting > 0 ? [] : [message]),
  }),
  'what a page is running does not hold the lane of a new host': () => ({ ...REAL, decide: ignoringInherited }),
  'a new host is not told what the pages are running': () => ({
    ...REAL,
    toHost: attaching(() => (event) => ({ ...event, running: [] })),
  }),
  'a new host is told of one running call only': () => ({
    ...REAL,
    toHost: attaching(() => {
      let isFirst = true;
      return (event) => {
        const running = isFirst ? event.running : [];
        isFirst &&= event.running.length === 0;
        return { ...event, running };
      };
    }),
  }),
};
