import type { CallToolResult } from '@modelcontextprotocol/client';

/** What a host tells a view about the call that it was opened for. */
export type Delivery =
  | { readonly kind: 'partial' | 'input'; readonly args: Record<string, unknown> }
  | { readonly kind: 'result'; readonly result: CallToolResult }
  | { readonly kind: 'cancelled'; readonly reason: string };

export type Phase = 'loading' | 'handshake' | 'live' | 'ending' | 'ended';

export interface Lifecycle {
  readonly phase: Phase;
  /** What the view is to know of its call, in order; partial arguments only until the input is there. */
  readonly deliveries: readonly Delivery[];
}

export type LifecycleEvent =
  | { readonly type: 'proxy-ready' | 'initialize' | 'initialized' | 'end' | 'torn-down' }
  | { readonly type: 'deliver'; readonly delivery: Delivery };

export type LifecycleEffect =
  | { readonly type: 'load-document' | 'ask-teardown' | 'unmount' | 'went-live' }
  | { readonly type: 'send'; readonly delivery: Delivery };

export interface Step {
  readonly state: Lifecycle;
  readonly effects: readonly LifecycleEffect[];
}

export const UNBORN: Lifecycle = { phase: 'loading', deliveries: [] };

const hasInput = ({ deliveries }: Lifecycle): boolean => deliveries.some(({ kind }) => kind === 'input');
const isSettled = ({ deliveries }: Lifecycle): boolean =>
  deliveries.some(({ kind }) => kind === 'result' || kind === 'cancelled');

function accepts(state: Lifecycle, { kind }: Delivery): boolean {
  if (state.phase === 'ending' || state.phase === 'ended' || isSettled(state)) return false;
  return kind === 'partial' || kind === 'input' ? !hasInput(state) : hasInput(state);
}

function deliver(state: Lifecycle, delivery: Delivery): Step {
  if (!accepts(state, delivery)) return { state, effects: [] };
  const kept = delivery.kind === 'input' ? [] : state.deliveries;
  return {
    state: { ...state, deliveries: [...kept, delivery] },
    effects: state.phase === 'live' ? [{ type: 'send', delivery }] : [],
  };
}

/**
 * The life of a view in its host (MCP Apps 2026-01-26, Lifecycle): nothing is sent before `initialized`; the input comes
 * once, before the result; what a call brings meanwhile waits. A view that initializes again, because it reloaded
 * itself, is told again. Only a view that lives is asked before it is taken down.
 */
export function viewLifecycle(state: Lifecycle, event: LifecycleEvent): Step {
  const { phase } = state;
  switch (event.type) {
    case 'deliver':
      return deliver(state, event.delivery);
    case 'proxy-ready':
      if (phase === 'ending' || phase === 'ended') return { state, effects: [] };
      return { state: { ...state, phase: 'handshake' }, effects: [{ type: 'load-document' }] };
    case 'initialize':
      return { state: phase === 'live' ? { ...state, phase: 'handshake' } : state, effects: [] };
    case 'initialized':
      if (phase !== 'handshake') return { state, effects: [] };
      return {
        state: { ...state, phase: 'live' },
        effects: [{ type: 'went-live' }, ...state.deliveries.map((delivery) => ({ type: 'send', delivery }) as const)],
      };
    case 'end':
      if (phase === 'ending' || phase === 'ended') return { state, effects: [] };
      if (phase === 'live') return { state: { ...state, phase: 'ending' }, effects: [{ type: 'ask-teardown' }] };
      return { state: { ...state, phase: 'ended' }, effects: [{ type: 'unmount' }] };
    case 'torn-down':
      if (phase !== 'ending') return { state, effects: [] };
      return { state: { ...state, phase: 'ended' }, effects: [{ type: 'unmount' }] };
  }
}
