import type { Outcome } from '@mcp-gui-bridge/page-sdk/protocol';

/** A window as an agent read it. Every window of a rig is the counter of one document, so its content is one number. */
export interface SeenWindow {
  readonly id: string;
  readonly document: string;
  readonly version: number;
  readonly value: number;
  readonly operable: boolean;
}

/**
 * What happened in one run, as each party saw it: agents when they called, were answered and read; documents when their
 * handlers started, took effect and ended. The page's word on effects is the truth that everything else is held against.
 */
export type HistoryEvent =
  | { readonly type: 'invoke'; readonly agent: string; readonly call: string }
  | {
      readonly type: 'return';
      readonly agent: string;
      readonly call: string;
      readonly outcome: Outcome | 'none';
      readonly reason?: string;
    }
  /** Nobody is left to be answered: the agent cancelled, ended, or its own pipe broke. */
  | { readonly type: 'lost'; readonly agent: string; readonly call: string }
  | {
      readonly type: 'read';
      readonly agent: string;
      readonly askedAt: number;
      readonly windows: readonly SeenWindow[];
    }
  | { readonly type: 'left'; readonly agent: string }
  | { readonly type: 'opened'; readonly document: string; readonly value: number }
  | { readonly type: 'closed'; readonly document: string }
  | {
      readonly type: 'checking' | 'start' | 'committed' | 'end' | 'answered';
      readonly document: string;
      readonly call: string;
    }
  | { readonly type: 'effect'; readonly document: string; readonly call: string; readonly value: number }
  | { readonly type: 'fault' | 'calm' };

export type Timed = HistoryEvent & { readonly at: number };

/** Events in the order in which they were noted, with a monotonic time in ms. */
export class History {
  readonly events: Timed[] = [];
  readonly #now: () => number;
  readonly #waiting = new Set<() => void>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  note(event: HistoryEvent): Timed {
    const timed = { ...event, at: this.#now() };
    this.events.push(timed);
    for (const look of [...this.#waiting]) look();
    return timed;
  }

  /** Resolves with the first event that fits, past or to come. */
  until(fits: (event: Timed) => boolean): Promise<Timed> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.events.find(fits);
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }
}

export type EventOf<T extends Timed['type']> = Timed & { readonly type: T };

/** Events of one type. */
export const eventsOf = <T extends Timed['type']>(events: readonly Timed[], type: T): EventOf<T>[] =>
  events.filter((event): event is EventOf<T> => event.type === type);

/** Documents that are open at a time, each with its counter then. */
export function documentsAt(events: readonly Timed[], at: number): Map<string, number> {
  const open = new Map<string, number>();
  for (const event of events) {
    if (event.at > at) break;
    if (event.type === 'opened') open.set(event.document, event.value);
    if (event.type === 'closed') open.delete(event.document);
    if (event.type === 'effect' && open.has(event.document)) open.set(event.document, event.value);
  }
  return open;
}

/** The history as text, one event a line, for whoever has to find out what went wrong. */
export const historyText = (events: readonly Timed[]): string =>
  events.map((event) => JSON.stringify({ ...event, at: Math.round(event.at) })).join('\n');
