import type {
  AgentKey,
  ApplicationCall,
  CallAnswer,
  ConsentVerdict,
  HostToAgent,
  HostToExtension,
  Progress,
  Recalled,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { Time } from './state.ts';

/** What happens to the dispatcher. Model events are applied to the applications first, then told here. */
export type DispatchEvent = { readonly now: Time } & (
  | { readonly type: 'expected'; readonly appIds: readonly string[] }
  | { readonly type: 'attached'; readonly appId: string; readonly running: readonly string[] }
  | { readonly type: 'detached'; readonly appId: string }
  | {
      readonly type: 'call';
      readonly agentId: string;
      readonly agentKey?: AgentKey;
      readonly call: ApplicationCall;
      readonly budgetMs: number;
    }
  | { readonly type: 'consented'; readonly callId: string; readonly verdict: ConsentVerdict }
  | { readonly type: 'cancel'; readonly agentId: string; readonly callId: string }
  | {
      readonly type: 'recall';
      readonly agentId: string;
      readonly appId: string;
      readonly callId: string;
      readonly budgetMs: number;
    }
  | { readonly type: 'agentGone'; readonly agentId: string }
  | { readonly type: 'answer'; readonly appId: string; readonly callId: string; readonly answer: CallAnswer }
  | { readonly type: 'committed'; readonly appId: string; readonly callId: string; readonly answer: CallAnswer }
  | { readonly type: 'progress'; readonly appId: string; readonly progress: Progress }
  | { readonly type: 'recalled'; readonly appId: string; readonly recalled: Recalled }
  /** A document has been taken at its word that it never saw these calls. */
  | { readonly type: 'unseen'; readonly callIds: readonly string[] }
  | { readonly type: 'timer'; readonly id: string }
);

/** What is to be done, in this order. A timer set again under the same id replaces the one before. */
export type DispatchEffect =
  | { readonly kind: 'browser'; readonly message: HostToExtension }
  | { readonly kind: 'agent'; readonly agentId: string; readonly message: HostToAgent }
  /** Tell worker and agents that the document is, or is no longer, unresponsive. */
  | { readonly kind: 'quarantine'; readonly appId: string; readonly on: boolean }
  | { readonly kind: 'timer'; readonly id: string; readonly ms: number }
  | { readonly kind: 'clearTimer'; readonly id: string };

export type TimerKind = 'queue' | 'consent' | 'lane' | 'deadline' | 'grace' | 'recall' | 'expected';

export const timerId = (kind: TimerKind, callId = ''): string => `${kind}:${callId}`;

export function readTimerId(id: string): { kind: string; callId: string } {
  const [kind = '', callId = ''] = id.split(':');
  return { kind, callId };
}
