import {
  type AgentToHost,
  type ApplicationCall,
  actionNotAvailable,
  type CallAnswer,
  LIMITS,
  type Reason,
  type Recalled,
  unknownOutcome,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { LinkId } from './mirror.ts';

/** A call that a host has and that has not been answered. This process owns it until then. */
export interface OutstandingCall {
  readonly appId: string;
  /** `undefined` while its host is gone. */
  readonly link: LinkId | undefined;
  /** When the client must have its answer, and how much earlier the host is asked to give it. */
  readonly deadline: number;
  /** Its host has passed it on to the browser. */
  readonly dispatched: boolean;
}

export type CallTable = ReadonlyMap<string, OutstandingCall>;

/** Applications that are there, each with the link to its host; `undefined` while that one may come back. */
export type ApplicationLinks = ReadonlyMap<string, LinkId | undefined>;

export type CallEvent =
  | { readonly type: 'start'; readonly call: ApplicationCall; readonly link: LinkId; readonly deadline: number }
  | { readonly type: 'dispatched'; readonly callId: string }
  | { readonly type: 'settled'; readonly callId: string; readonly answer: CallAnswer }
  | { readonly type: 'recalled'; readonly recalled: Recalled }
  | { readonly type: 'link_lost'; readonly link: LinkId }
  | { readonly type: 'model'; readonly links: ApplicationLinks }
  | { readonly type: 'cancel' | 'deadline'; readonly callId: string };

export type CallEffect =
  | { readonly type: 'send'; readonly link: LinkId; readonly message: AgentToHost }
  | { readonly type: 'answer'; readonly callId: string; readonly answer: CallAnswer };

export interface CallStep {
  readonly table: CallTable;
  readonly effects: readonly CallEffect[];
}

const unknown = (reason: Reason): CallAnswer => ({ ok: false, error: unknownOutcome(reason) });

const unseen = (): CallAnswer => ({
  ok: false,
  error: actionNotAvailable(
    'not_connected',
    'Did not happen: the connection to the browser was lost before the page received it. Read app://windows, then try again.',
  ),
});

/** The host answers a little earlier than the client's patience ends, and then says truthfully how it stands. */
const budget = (deadline: number, now: number): number => Math.max(1, Math.floor(deadline - LIMITS.abortGraceMs - now));

function without(table: CallTable, callId: string, answer: CallAnswer): CallStep {
  const rest = new Map(table);
  return rest.delete(callId) ? { table: rest, effects: [{ type: 'answer', callId, answer }] } : { table, effects: [] };
}

function recalled(table: CallTable, word: Recalled): CallStep {
  if (word.state === 'answered') return without(table, word.callId, word.answer);
  if (word.state === 'unseen') return without(table, word.callId, unseen());
  return { table, effects: [] };
}

/** Calls whose host was lost: the page's journal is asked as soon as their application is back, never the call again. */
function reconcile(table: CallTable, links: ApplicationLinks, now: number): CallStep {
  const next = new Map(table);
  const effects: CallEffect[] = [];
  for (const [callId, call] of table) {
    if (call.link !== undefined) continue;
    const link = links.get(call.appId);
    if (link !== undefined) {
      const message = { type: 'recall', appId: call.appId, callId, budgetMs: budget(call.deadline, now) } as const;
      effects.push({ type: 'send', link, message });
      next.set(callId, { ...call, link });
    } else if (!links.has(call.appId)) {
      next.delete(callId);
      effects.push({ type: 'answer', callId, answer: unknown('link_lost') });
    }
  }
  return effects.length > 0 ? { table: next, effects } : { table, effects };
}

/** All that can happen to a call between this process and a host. A call is sent once and answered once. */
export function stepCalls(table: CallTable, event: CallEvent, now: number): CallStep {
  switch (event.type) {
    case 'start': {
      const { call, link, deadline } = event;
      const message = { type: 'call', call, budgetMs: budget(deadline, now) } as const;
      const next = new Map(table).set(call.callId, { appId: call.appId, link, deadline, dispatched: false });
      return { table: next, effects: [{ type: 'send', link, message }] };
    }
    case 'dispatched': {
      const call = table.get(event.callId);
      if (call === undefined) return { table, effects: [] };
      return { table: new Map(table).set(event.callId, { ...call, dispatched: true }), effects: [] };
    }
    case 'settled':
      return without(table, event.callId, event.answer);
    case 'recalled':
      return recalled(table, event.recalled);
    case 'link_lost': {
      const entries = [...table].map(([callId, call]) => [
        callId,
        call.link === event.link ? { ...call, link: undefined } : call,
      ]);
      return { table: new Map(entries as [string, OutstandingCall][]), effects: [] };
    }
    case 'model':
      return reconcile(table, event.links, now);
    case 'cancel': {
      const link = table.get(event.callId)?.link;
      const message = { type: 'cancel', callId: event.callId } as const;
      return { table, effects: link === undefined ? [] : [{ type: 'send', link, message }] };
    }
    case 'deadline':
      return without(
        table,
        event.callId,
        unknown(table.get(event.callId)?.link === undefined ? 'link_lost' : 'running'),
      );
  }
}
