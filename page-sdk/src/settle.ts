import { LIMITS } from './protocol/limits.ts';

/** Resolves when what a framework has scheduled is on the page. */
export type Settler = () => Promise<void>;

/** One turn of the event loop by a message, which hidden tabs do not delay as they do timers and animation frames. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

async function idle(settler: Settler): Promise<void> {
  try {
    await settler();
  } catch (error) {
    console.error('[mcp-gui-bridge] a function given to onSettle failed', error);
  }
}

/** The only clock in a page, a bound on what is waited for: `LIMITS.settleMs`. */
async function atMost(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const bound = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, bound]);
  clearTimeout(timer);
}

/** Waits until every settler is idle, then two turns, so that an answer finds the page as a person would see it. */
export async function settle(settlers: Iterable<Settler>): Promise<void> {
  const waiting = [...settlers].map(idle);
  if (waiting.length > 0) await atMost(Promise.all(waiting), LIMITS.settleMs);
  await nextTurn();
  await nextTurn();
}
