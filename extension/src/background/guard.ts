import {
  type ApplicationCall,
  type ConsentVerdict,
  consentMissing,
  type ExtensionToHost,
  type HostToExtension,
  type ToolError,
  windowNotFound,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { refuseAgent } from '../model/agent-records.ts';
import { asks, grantKey, mayCross, onceKey } from '../model/ask-policy.ts';
import { refuseBeforeSending, refuseMissingArguments } from '../model/call-words.ts';
import { knowsCall } from '../model/calls.ts';
import { type Application, findApplication, type Model } from '../model/documents.ts';
import { type Addressed, toLocal } from '../model/exposure.ts';
import type { Activity } from './activity.ts';
import type { BrowserApi } from './browser-api.ts';
import type { Decisions } from './decisions.ts';
import { promptSeen } from './prompt-seen.ts';
import { type Choice, Prompts, type Question } from './prompts.ts';

type Asked = Extract<HostToExtension, { type: 'call' | 'consent' }>;

export interface GuardParts {
  readonly decisions: Decisions;
  readonly activity: Activity;
  readonly windows: BrowserApi['windows'];
  /** Address of the page that asks the person. */
  readonly promptPage: string;
  readonly now: () => number;
  model(): Model;
  /** Every site that agents may use. */
  allowedSites(): Iterable<string>;
  sendToHost(message: ExtensionToHost): void;
  /** The call may be made. */
  pass(message: HostToExtension & { type: 'call' }): void;
  /** The call is not made, also if it comes once more. */
  refuse(call: ApplicationCall, error: ToolError): void;
  changed(): void;
  /** An action was allowed for good. */
  policyChanged(): void;
}

/**
 * Stands between the host's calls and the pages: what the agent may do, and whether the person allows it. The host
 * decides the same before; here it is decided again, on what is true now.
 */
export class Guard {
  readonly prompts: Prompts;
  readonly #parts: GuardParts;
  /** `onceKey` of each call that was allowed and has not been made. */
  readonly #allowed = new Map<string, string>();

  constructor(parts: GuardParts) {
    this.#parts = parts;
    this.prompts = new Prompts(parts.windows, parts.promptPage, {
      decided: (question, choice) => this.#decided(question, choice),
      dismissed: (questions) => {
        for (const { call } of questions) this.#verdict(call, 'unanswered');
      },
      changed: () => parts.changed(),
    });
  }

  /** May this call be made? */
  consent(message: HostToExtension & { type: 'consent' }): void {
    const { call, agentKey } = message;
    if (this.#isOld(call)) return;
    const found = this.#find(call);
    const error = this.#refuse(message) ?? refuseMissingArguments(found?.addressed.action, call);
    if (found === undefined || error !== undefined) {
      this.#refused(call, error ?? windowNotFound());
      return;
    }
    const { application, addressed } = found;
    if (!this.#asks(message, application, addressed)) {
      this.#verdict(call, 'allowed');
      return;
    }
    this.#parts.activity.begin('asking', call, application, addressed);
    this.#verdict(call, 'asking');
    this.prompts.ask({
      call,
      agentKey,
      grantKey: grantKey(application.origin, addressed),
      addressed,
      onceKey: onceKey(application.received.name, addressed),
      origin: application.origin,
      shown: promptSeen({
        call,
        agent: this.#parts.decisions.agents.find(({ key }) => key === agentKey),
        crosses: this.#crosses(agentKey, application.origin),
        application,
        addressed,
      }),
    });
  }

  /** A call at its turn. What the person allowed is what they were shown; if that is something else now, it was not allowed. */
  call(message: HostToExtension & { type: 'call' }): void {
    const { call } = message;
    if (this.#isOld(call)) return;
    const found = this.#find(call);
    const allowed = this.#allowed.get(call.callId);
    this.#allowed.delete(call.callId);
    const error = this.#refuse(message);
    if (error !== undefined) {
      this.#refused(call, error);
      return;
    }
    if (found !== undefined) {
      const { application, addressed } = found;
      const isAllowed = allowed === onceKey(application.received.name, addressed);
      if (!isAllowed && this.#asks(message, application, addressed)) {
        this.#refused(call, consentMissing('consent_required'));
        return;
      }
      this.#parts.activity.begin('running', call, application, addressed);
    }
    this.#parts.pass(message);
  }

  over({ callId, reason }: HostToExtension & { type: 'call_over' }): void {
    this.#allowed.delete(callId);
    this.prompts.drop(callId);
    this.#parts.activity.drop(callId, reason);
  }

  /** Nothing that was asked for an earlier host is wanted any more. */
  hostGone(): void {
    this.#allowed.clear();
    this.prompts.dropPointless(
      () => consentMissing('consent_required'),
      ({ call }) => this.#parts.activity.drop(call.callId, 'link_lost'),
    );
  }

  /** Pages, agents or decisions have changed: questions about what cannot be done any more are taken back. */
  recheck(): void {
    if (this.prompts.count === 0) return;
    this.prompts.dropPointless(
      (question) => this.#refuse(question) ?? this.#refuseChanged(question),
      ({ call }, error) => this.#refused(call, error),
    );
    this.prompts.refresh((question) => this.#asNow(question));
  }

  /** A call under this id has been told of: whatever comes under it now is not another one, whatever it says. */
  #isOld(call: ApplicationCall): boolean {
    return knowsCall(this.#parts.model(), call) || this.#parts.activity.isOver(call.callId);
  }

  #find(call: ApplicationCall): { application: Application; addressed: Addressed } | undefined {
    const application = findApplication(this.#parts.model(), call.appId);
    const addressed = application && toLocal(application, call);
    return application && addressed && { application, addressed };
  }

  #refuse({ call, agentKey }: Pick<Asked, 'call'> & { agentKey?: string | undefined }): ToolError | undefined {
    const application = findApplication(this.#parts.model(), call.appId);
    const access = this.#parts.decisions.access(agentKey);
    const byAgent = application && refuseAgent(access, application.origin, this.#find(call)?.addressed.action);
    return byAgent ?? refuseBeforeSending(application, call);
  }

  /** What is asked about is something else now than the person was shown. */
  #refuseChanged({ call, onceKey: shown }: Question): ToolError | undefined {
    const found = this.#find(call);
    const isSame = found !== undefined && onceKey(found.application.received.name, found.addressed) === shown;
    return isSame ? undefined : consentMissing('consent_required');
  }

  /** A title that changes all the time must not end its question each time: the person reads the new one. */
  #asNow(question: Question): Question {
    const addressed = this.#find(question.call)?.addressed;
    const window = addressed?.window?.title ?? null;
    if (addressed === undefined || window === question.shown.window) return question;
    return { ...question, addressed, shown: { ...question.shown, window } };
  }

  #asks({ agentKey }: Pick<Asked, 'agentKey'>, { origin }: Application, addressed: Addressed): boolean {
    return asks(this.#parts.model().policy, origin, addressed, this.#crosses(agentKey, origin));
  }

  #crosses(agentKey: string | undefined, origin: string): boolean {
    return mayCross(this.#parts.decisions.access(agentKey), origin, this.#parts.allowedSites());
  }

  #decided({ call, origin, addressed, onceKey: shown }: Question, choice: Choice): void {
    if (choice === 'deny') {
      this.#verdict(call, 'denied');
      return;
    }
    const { decisions, now } = this.#parts;
    this.#allowed.set(call.callId, shown);
    if (choice === 'always') {
      decisions.allowAlways(origin, addressed, now());
      this.#parts.policyChanged();
    }
    this.#verdict(call, 'allowed');
  }

  #verdict({ callId }: ApplicationCall, verdict: ConsentVerdict): void {
    this.#tell({ type: 'consented', callId, verdict });
  }

  /** What agents tried in vain is in the log too. */
  #refused(call: ApplicationCall, error: ToolError): void {
    const found = this.#find(call);
    if (found !== undefined) this.#parts.activity.tried(call, found.application, found.addressed);
    this.#parts.refuse(call, error);
  }

  #tell(message: ExtensionToHost): void {
    this.#parts.activity.told(message);
    this.#parts.sendToHost(message);
  }
}
