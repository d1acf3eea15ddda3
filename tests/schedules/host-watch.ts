import type { ExtensionToHost, HostToExtension } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Handles } from '../../extension/src/model/handles.ts';
import type { Record } from './record.ts';
import type { SimulatedTime } from './time.ts';

/** Writes down what each host knows and does, by what goes over its native port. */
export class HostWatch {
  readonly #record: Record;
  readonly #time: SimulatedTime;
  readonly #handles: Handles;
  #workerAt = 0;

  constructor(record: Record, time: SimulatedTime, handles: Handles) {
    this.#record = record;
    this.#time = time;
    this.#handles = handles;
  }

  workerStarted(): void {
    this.#workerAt = this.#time.now;
  }

  /** What a host learns of running calls. */
  heard(name: string, message: ExtensionToHost): void {
    const { now } = this.#time;
    if (message.type === 'hello') {
      const isExpected = (document: string) =>
        message.expected.includes(this.#handles.application(document, () => false));
      this.#record.hostStarted(name, { at: now, workerAt: this.#workerAt, isExpected });
    }
    if (message.type === 'model' && message.event.type === 'attached') {
      const { application, running } = message.event;
      const really = [...this.#record.running.values()].filter(
        ({ document }) => this.#handles.application(document, () => false) === application.id,
      );
      for (const callId of new Set([...running, ...really.map((call) => call.callId)])) {
        this.#record.hostKnows(name, application.id, callId, now);
      }
    }
    if (message.type === 'recalled' && message.recalled.state === 'running') {
      this.#record.hostKnows(name, message.appId, message.recalled.callId, now);
    }
  }

  /** What it tells the browser to do. */
  said(name: string, message: HostToExtension): void {
    const { now } = this.#time;
    if (message.type === 'call') {
      this.#record.hostKnows(name, message.call.appId, message.call.callId, now);
      this.#record.dispatched(name, message.call.callId);
    }
    if (message.type === 'quarantine' && message.on) this.#record.hostQuarantines(name, message.appId, now);
  }
}
