import type { ApplicationCall, CallAnswer, ExtensionToHost, Reason } from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';
import {
  type ActivityLog,
  ARGUMENTS_KEPT,
  beginEntry,
  clearEnded,
  dropEntry,
  endEntry,
  type LogEntry,
  loseEntries,
} from '../model/activity-log.ts';
import type { Application } from '../model/documents.ts';
import type { Addressed } from '../model/exposure.ts';
import { type MaskedArguments, maskArguments, maskEchoes } from '../model/mask-arguments.ts';
import { visibleJson } from '../model/visible-json.ts';
import type { StorageArea, Surroundings } from './browser-api.ts';
import { Stored } from './stored.ts';

const STORE_EVERY_MS = 500;

const StoredLog = z.custom<ActivityLog>((value) => Array.isArray(value)).catch([]);

/** The running log: what agents did, in this session of the browser. It is for the person alone and reaches no agent. */
export class Activity {
  readonly #stored: Stored<ActivityLog>;
  readonly #surroundings: Surroundings;
  readonly #changed: () => void;
  /** Calls of each document that have not ended. */
  readonly #open = new Map<string, Set<string>>();
  /** Answers to give if the document goes away first. */
  readonly #committed = new Map<string, CallAnswer>();
  /** What was masked in the arguments of each call that may still be answered. Never stored. */
  readonly #hidden = new Map<string, MaskedArguments['hidden']>();
  #log: ActivityLog = [];
  #isStoring = false;

  constructor(session: StorageArea, surroundings: Surroundings, changed: () => void) {
    this.#stored = new Stored(session, 'activity', StoredLog);
    this.#surroundings = surroundings;
    this.#changed = changed;
  }

  /** What an earlier worker saw begin and not end is uncertain, until its page tells. */
  async load(): Promise<void> {
    await this.#stored.load();
    const open = this.#stored.value.filter(({ state }) => state !== 'ended').map(({ callId }) => callId);
    this.#log = loseEntries(this.#stored.value, new Set(open), 'link_lost', this.#surroundings.now());
  }

  get log(): ActivityLog {
    return this.#log;
  }

  /** Whether an agent is doing something now. */
  get isActing(): boolean {
    return this.#log.some(({ state }) => state === 'running');
  }

  begin(state: 'asking' | 'running', call: ApplicationCall, application: Application, addressed: Addressed): void {
    const { window, action } = addressed;
    const { shown, hidden } = maskArguments(call.arguments, action.inputSchema, window?.blocks ?? []);
    const masked = visibleJson(shown);
    this.#hidden.set(call.callId, hidden);
    const entry: LogEntry = {
      callId: call.callId,
      at: this.#surroundings.now(),
      agent: call.agent.name,
      origin: application.origin,
      application: application.exposed.name,
      window: window?.title ?? null,
      action: action.name,
      title: action.title,
      arguments: masked.length > ARGUMENTS_KEPT ? `${masked.slice(0, ARGUMENTS_KEPT - 1)}…` : masked,
      state,
    };
    const open = this.#open.get(application.appId) ?? new Set();
    this.#open.set(application.appId, open.add(call.callId));
    this.#set(beginEntry(this.#log, entry));
  }

  /** Whether the log has how this call ended. */
  isOver(callId: string): boolean {
    return this.#log.some((entry) => entry.callId === callId && entry.state === 'ended');
  }

  /** A call that is about to be refused, unless the log has it. */
  tried(call: ApplicationCall, application: Application, addressed: Addressed): void {
    if (!this.#log.some(({ callId }) => callId === call.callId)) this.begin('asking', call, application, addressed);
  }

  /** What the worker tells the host is what became of calls. */
  told(message: ExtensionToHost): void {
    if (message.type === 'answer') this.#end(message.appId, message.callId, message.answer);
    else if (message.type === 'committed') this.#committed.set(message.callId, message.answer);
    else if (message.type === 'recalled' && message.recalled.state === 'answered') {
      this.#end(message.appId, message.recalled.callId, message.recalled.answer);
    } else if (message.type === 'model' && message.event.type === 'detached') {
      this.#lose(message.event.appId);
    } else if (message.type === 'consented' && (message.verdict === 'denied' || message.verdict === 'unanswered')) {
      this.drop(message.callId, message.verdict === 'denied' ? 'consent_denied' : 'consent_required');
    }
  }

  /** The call will not be made. */
  drop(callId: string, reason: Reason | undefined): void {
    this.#set(dropEntry(this.#log, callId, reason, this.#surroundings.now()));
  }

  clear(): void {
    this.#set(clearEnded(this.#log));
  }

  #lose(appId: string): void {
    const open = this.#open.get(appId) ?? new Set();
    for (const callId of open) {
      const answer = this.#committed.get(callId);
      if (answer !== undefined) this.#end(appId, callId, answer);
    }
    this.#open.delete(appId);
    this.#set(loseEntries(this.#log, open, 'document_gone', this.#surroundings.now()));
  }

  #end(appId: string, callId: string, answer: CallAnswer): void {
    this.#open.get(appId)?.delete(callId);
    this.#committed.delete(callId);
    this.#set(
      endEntry(this.#log, callId, answer, this.#surroundings.now(), (message) => this.#readable(callId, message)),
    );
  }

  /** Where it is not known what was masked, as by an earlier worker, nothing that a page says of the call is written down. */
  #readable(callId: string, message: string): string | undefined {
    const hidden = this.#hidden.get(callId);
    return hidden && maskEchoes(message, hidden);
  }

  #forgetHidden(): void {
    const answerable = this.#log.filter(({ state, outcome }) => state !== 'ended' || outcome === 'unknown');
    const kept = new Set(answerable.map(({ callId }) => callId));
    for (const callId of this.#hidden.keys()) if (!kept.has(callId)) this.#hidden.delete(callId);
  }

  #set(log: ActivityLog): void {
    if (log === this.#log) return;
    this.#log = log;
    this.#forgetHidden();
    this.#changed();
    if (this.#isStoring) return;
    this.#isStoring = true;
    this.#surroundings.after(STORE_EVERY_MS, () => {
      this.#isStoring = false;
      this.#stored.set(this.#log);
    });
  }
}
