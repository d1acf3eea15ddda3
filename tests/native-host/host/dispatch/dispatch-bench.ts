import {
  type Action,
  type ApplicationCall,
  type ApplicationCondition,
  type CallAnswer,
  type ConsentVerdict,
  type HostToAgent,
  type HostToExtension,
  LIMITS,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { dispatch } from '../../../../native-host/src/host/dispatch/dispatch.ts';
import type { DispatchEffect, DispatchEvent } from '../../../../native-host/src/host/dispatch/event.ts';
import { type ApplicationView, EMPTY, type SeenBy } from '../../../../native-host/src/host/dispatch/state.ts';

export const action = (name: string, timeoutMs: number = LIMITS.actionMs): Action => ({
  name,
  title: name,
  inputSchema: { type: 'object' },
  available: true,
  timeoutMs,
});

/** An application with one window `<id>-window`: `save`, `slow` which may run for five minutes, `erase` which asks. */
export const application = (id: string, condition: ApplicationCondition = 'live'): ApplicationView => ({
  condition,
  declared: {
    name: id,
    actions: [],
    windows: [
      {
        id: `${id}-window`,
        opened: 1,
        title: id,
        modal: false,
        ownerId: null,
        version: 1,
        blocks: [],
        actions: [
          action('save'),
          action('quick', 1_000),
          action('slow', LIMITS.actionMsMax),
          { ...action('erase'), asks: true },
        ],
      },
    ],
  },
});

export const callTo = (appId: string, callId: string, more: Partial<ApplicationCall> = {}): ApplicationCall => ({
  callId,
  appId,
  windowId: `${appId}-window`,
  action: 'save',
  arguments: {},
  agent: { name: 'tester' },
  timeoutMs: LIMITS.actionMs,
  ...more,
});

export const done = (message = 'Saved.'): CallAnswer => ({ ok: true, value: { message, openedWindowIds: [] } });

type Untimed<E> = E extends unknown ? Omit<E, 'now'> : never;
export type Step = Untimed<DispatchEvent>;

export interface Told {
  readonly agentId: string;
  readonly message: HostToAgent;
}

/** The dispatcher with a clock, timers that ring, and a record of what it said. */
export class DispatchBench {
  state = EMPTY;
  now = 0;
  readonly applications = new Map<string, ApplicationView>();
  readonly browser: HostToExtension[] = [];
  readonly told: Told[] = [];
  readonly quarantined = new Set<string>();
  readonly timers = new Map<string, number>();

  decide: typeof dispatch = dispatch;
  seenBy: SeenBy = () => this.applications;

  constructor(...appIds: string[]) {
    for (const id of appIds) this.applications.set(id, application(id));
  }

  do(step: Step): readonly DispatchEffect[] {
    const { state, effects } = this.decide(this.state, { ...step, now: this.now }, this.applications, this.seenBy);
    this.state = state;
    for (const effect of effects) this.#take(effect);
    return effects;
  }

  call(agentId: string, call: ApplicationCall, budgetMs: number = LIMITS.answerMs): readonly DispatchEffect[] {
    return this.do({ type: 'call', agentId, call, budgetMs });
  }

  answer(appId: string, callId: string, answer: CallAnswer = done()): readonly DispatchEffect[] {
    return this.do({ type: 'answer', appId, callId, answer });
  }

  decideConsent(callId: string, verdict: ConsentVerdict): readonly DispatchEffect[] {
    return this.do({ type: 'consented', callId, verdict });
  }

  attach(appId: string, ...running: string[]): readonly DispatchEffect[] {
    this.applications.set(appId, application(appId));
    return this.do({ type: 'attached', appId, running });
  }

  detach(appId: string): readonly DispatchEffect[] {
    this.applications.delete(appId);
    return this.do({ type: 'detached', appId });
  }

  /** Lets time pass and rings what is due, in order. */
  advance(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const [next] = [...this.timers].filter(([, at]) => at <= until).sort((a, b) => a[1] - b[1]);
      if (next === undefined) break;
      this.timers.delete(next[0]);
      this.now = next[1];
      this.do({ type: 'timer', id: next[0] });
    }
    this.now = until;
  }

  /** Ids of the calls written to the browser, in order. */
  get dispatched(): string[] {
    return this.browser.flatMap((message) => (message.type === 'call' ? [message.call.callId] : []));
  }

  sent<T extends HostToExtension['type']>(type: T): Extract<HostToExtension, { type: T }>[] {
    return this.browser.filter((message): message is Extract<HostToExtension, { type: T }> => message.type === type);
  }

  toldAbout(callId: string): string[] {
    return this.told.flatMap(({ message }) => ('callId' in message && message.callId === callId ? [message.type] : []));
  }

  settled(callId: string): CallAnswer | undefined {
    const answers = this.told.flatMap(({ message }) =>
      message.type === 'settled' && message.callId === callId ? [message.answer] : [],
    );
    if (answers.length > 1) throw new Error(`${callId} was answered ${answers.length} times`);
    return answers[0];
  }

  #take(effect: DispatchEffect): void {
    if (effect.kind === 'browser') this.browser.push(effect.message);
    if (effect.kind === 'agent') this.told.push(effect);
    if (effect.kind === 'timer') this.timers.set(effect.id, this.now + effect.ms);
    if (effect.kind === 'clearTimer') this.timers.delete(effect.id);
    if (effect.kind === 'quarantine') {
      if (this.quarantined.has(effect.appId) === effect.on) throw new Error('quarantine said twice');
      if (effect.on) this.quarantined.add(effect.appId);
      else this.quarantined.delete(effect.appId);
    }
  }
}
