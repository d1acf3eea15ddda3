import { randomUUID } from 'node:crypto';
import { WINDOWS_URI } from '@mcp-gui-bridge/page-sdk/protocol';
import { demand, given, Violation } from './check.ts';
import { Connection, type Notification, type Response, ServerEnded, Unanswered, type Wire } from './connection.ts';
import { DIALECTS, type Dialect, type Era, type Greeting } from './era.ts';
import type { Exchange } from './exchange.ts';
import type { Life } from './life.ts';
import { Observed } from './observed.ts';
import type { Patience } from './patience.ts';
import {
  outcomeOf,
  readAnswer,
  readSnapshot,
  readTools,
  type SeenAnswer,
  type SeenSnapshot,
  type SeenTool,
  type SeenWindow,
} from './seen.ts';

export const UPDATED = 'notifications/resources/updated';
export const LIST_CHANGED = 'notifications/tools/list_changed';

const isNews = ({ method }: Notification): boolean => method === UPDATED || method === LIST_CHANGED;

/** What all clients of one run share. */
export interface Run {
  readonly era: Era;
  readonly patience: Patience;
  readonly exchange: Exchange;
  readonly life: Life;
  /** Starts the server under test once more. */
  start(): Wire;
}

/** One client of the server under test, as checks use it. */
export class Session {
  readonly greeting: Greeting;
  /** Why the subscription was not confirmed, or `undefined`. */
  readonly subscriptionProblem: string | undefined;
  readonly observed = new Observed();
  readonly connection: Connection;
  readonly #run: Run;
  readonly #dialect: Dialect;
  readonly #applicationTools = new Map<string, string>();
  #another: Promise<Session> | undefined;

  private constructor(run: Run, connection: Connection, greeting: Greeting, subscriptionProblem: string | undefined) {
    this.#run = run;
    this.#dialect = DIALECTS[run.era];
    this.connection = connection;
    this.greeting = greeting;
    this.subscriptionProblem = subscriptionProblem;
  }

  /**
   * Starts the server, greets it and subscribes.
   *
   * @returns why the server does not speak this era, when it does not
   */
  static async open(run: Run, client = 1): Promise<Session | { readonly refusal: string }> {
    const connection = new Connection(run.start(), run.exchange, client);
    const dialect = DIALECTS[run.era];
    const { greeting: patient, answer } = run.patience;
    const greeting = await dialect
      .greet(connection, patient)
      .catch((error: unknown) => ({ refusal: problemOf(error) }));
    if ('refusal' in greeting) {
      await connection.close();
      return greeting;
    }
    const problem = await dialect.subscribe(connection, answer).catch((error: unknown) => {
      run.life.waitedInVain(answer);
      return problemOf(error);
    });
    return new Session(run, connection, greeting, problem);
  }

  get patience(): Patience {
    return this.#run.patience;
  }

  /** A text that was never used before. */
  unique(): string {
    return `value ${randomUUID().slice(0, 8)}`;
  }

  /** @throws Violation when the server does not answer or has ended */
  request(method: string, params: object = {}): Promise<Response> {
    const { answer } = this.patience;
    return this.#answered(() => this.connection.request(method, this.#dialect.wrap(params), answer));
  }

  /** Reads `app://windows`. */
  async read(): Promise<SeenSnapshot> {
    const snapshot = readSnapshot(await this.request('resources/read', { uri: WINDOWS_URI }));
    this.observed.addSnapshot(snapshot);
    return snapshot;
  }

  async tools(): Promise<readonly SeenTool[]> {
    const response = await this.request('tools/list');
    this.observed.addMessage('tools/list', response);
    return readTools(response);
  }

  async toolNames(): Promise<readonly string[]> {
    return (await this.tools()).map(({ name }) => name);
  }

  async call(name: string, args: object = {}): Promise<SeenAnswer> {
    this.#run.life.called();
    const response = await this.request('tools/call', { name, arguments: args });
    const answer = readAnswer(name, response);
    this.observed.addAnswer(answer);
    this.observed.addMessage(`the answer of ${name}`, response);
    return answer;
  }

  /** Calls a tool that has to succeed for the check to go on. */
  async act(name: string, args: object = {}): Promise<SeenAnswer> {
    const answer = await this.call(name, args);
    demand(!answer.failed, outcomeOf(answer));
    return answer;
  }

  /** Calls an action of the application itself, `app__x` or `app__{appId}_x`. */
  async actApp(action: string, args: object = {}): Promise<SeenAnswer> {
    return this.act(await this.applicationTool(action), args);
  }

  async applicationTool(action: string): Promise<string> {
    const known = this.#applicationTools.get(action);
    if (known !== undefined) return known;
    const form = new RegExp(`^app__(?:.+_)?${action}$`);
    const name = (await this.toolNames()).find((candidate) => form.test(candidate));
    demand(name !== undefined, `tools/list has no tool app__${action} or app__{appId}_${action}`);
    this.#applicationTools.set(action, name);
    return name;
  }

  /** @throws Violation when no window has this title */
  async windowNamed(title: string): Promise<SeenWindow> {
    const found = (await this.read()).windows.find((window) => window.title === title);
    demand(found !== undefined, `app://windows has no window titled "${title}"`);
    return found;
  }

  /**
   * Waits until no change is told any more; what is told after the number returned has a newer cause.
   *
   * @throws Violation when the server does not stop, since nothing that it tells has a cause then
   */
  async quiet(): Promise<number> {
    const { notifications } = this.connection;
    const deadline = performance.now() + this.patience.answer;
    let seen: number;
    do {
      if (performance.now() > deadline) {
        this.#run.life.end('The server does not stop telling of changes.');
        throw new Violation(`changes were told for ${this.patience.answer} ms although nothing was done`);
      }
      seen = notifications.length;
    } while (await this.connection.until(() => notifications.slice(seen).some(isNews), this.patience.quiet));
    return notifications.length;
  }

  /** Whether this client is, or was, told of a change after notification number `since`. */
  told(method: string, since: number): Promise<boolean> {
    return this.connection.until(() => this.wasTold(method, since), this.patience.notification);
  }

  wasTold(method: string, since: number): boolean {
    return this.connection.notifications
      .slice(since)
      .some((told) => told.method === method && (method !== UPDATED || told.params['uri'] === WINDOWS_URI));
  }

  subscribe(): Promise<string | undefined> {
    return this.#answered(() => this.#dialect.subscribe(this.connection, this.patience.answer));
  }

  unsubscribe(): Promise<void> {
    return this.#answered(() => this.#dialect.unsubscribe(this.connection, this.patience.answer));
  }

  /** A second client of the same server. */
  another(): Promise<Session> {
    this.#another ??= Session.open(this.#run, 2).then((opened) => {
      given(opened instanceof Session, 'a second client could not be connected');
      return opened;
    });
    return this.#another;
  }

  async close(): Promise<void> {
    const another = await this.#another?.catch(() => undefined);
    await Promise.all([this.connection.close(), another?.connection.close()]);
  }

  async #answered<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      const problem = problemOf(error);
      if (error instanceof ServerEnded) throw new Violation(`The server ended: ${problem}`);
      this.#run.life.waitedInVain(this.patience.answer);
      await this.#probe();
      throw new Violation(problem);
    }
  }

  /** One request that every server can answer, to tell a lost answer from a server that is silent for good. */
  async #probe(): Promise<void> {
    const { life, patience } = this.#run;
    try {
      await this.connection.request('resources/list', this.#dialect.wrap({}), patience.answer / 2);
    } catch (error) {
      problemOf(error);
      life.end('The server does not answer any more.');
    }
  }
}

/** Why a request has no answer; anything else is an error of the kit and is thrown. */
function problemOf(error: unknown): string {
  if (error instanceof Unanswered || error instanceof ServerEnded) return error.message;
  throw error;
}
