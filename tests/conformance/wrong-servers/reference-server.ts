import type { Wire } from '../../../native-host/src/conformance/connection.ts';
import { RECOMMENDED_INSTRUCTIONS } from '../../../native-host/src/conformance/recommended-instructions.ts';
import type { Json, Told } from './behaviour.ts';
import type { Gui } from './gui.ts';

const MODERN = '2026-07-28';
const STAMP = 'io.modelcontextprotocol/subscriptionId';

type Message = Json & { id?: unknown; method?: string; params?: Json };

/** MCP over lines for one client of the application, in both eras. */
class ReferenceConnection {
  readonly #gui: Gui;
  readonly #client: number;
  readonly #write: (line: string) => void;
  /** Request id of the open `subscriptions/listen`. */
  #listening: unknown;
  #subscribed = false;
  #modern = false;

  constructor(gui: Gui, client: number, write: (line: string) => void) {
    this.#gui = gui;
    this.#client = client;
    this.#write = write;
    for (const line of gui.behaviour.strayLines) write(line);
  }

  tell(told: Told, from: number): void {
    const { reaches, updatedUris } = this.#gui.behaviour;
    if (!reaches(told, this.#client, from)) return;
    const stamp = this.#modern ? { _meta: { [STAMP]: this.#listening } } : {};
    if (told === 'list_changed') {
      if (!this.#modern || this.#listening !== undefined) this.#notify('tools/list_changed', stamp);
    } else if (this.#subscribed) {
      for (const uri of updatedUris) this.#notify('resources/updated', { uri, ...stamp });
    }
  }

  mute(): void {
    this.#subscribed = false;
  }

  unmute(): void {
    this.#subscribed = true;
  }

  /** @returns whether the client has just ended its subscription, or begun it */
  async receive(line: string): Promise<'unsubscribed' | 'subscribed' | undefined> {
    const { id, method, params = {} } = JSON.parse(line) as Message;
    const { behaviour } = this.#gui;
    const answer = (result: Json) => {
      this.#send({ id, result: this.#modern ? { resultType: 'complete', ...result } : result });
      return undefined;
    };
    const subscribe = () => {
      this.#subscribed = true;
      return 'subscribed' as const;
    };
    switch (method) {
      case 'initialize':
        return answer(behaviour.greeting({ protocolVersion: '2025-11-25', ...greeting }));
      case 'server/discover':
        this.#modern = true;
        return answer(behaviour.greeting({ supportedVersions: [MODERN], ...greeting }));
      case 'resources/list':
        return answer({ resources: behaviour.resources([{ uri: 'app://windows', name: 'windows' }]) });
      case 'resources/read': {
        const text = JSON.stringify(this.#gui.snapshot(this.#client));
        return answer(
          behaviour.readResult({ contents: [{ uri: 'app://windows', mimeType: 'application/json', text }] }),
        );
      }
      case 'tools/list':
        return answer({ tools: this.#gui.tools(this.#client) });
      case 'tools/call':
        return answer(await this.#call(params));
      case 'resources/subscribe':
        if (behaviour.confirmsSubscription) answer({});
        else this.#send({ id, error: { code: -32_601, message: 'No subscriptions' } });
        return subscribe();
      case 'resources/unsubscribe':
        answer({});
        return 'unsubscribed';
      case 'subscriptions/listen': {
        this.#listening = id;
        const resourceSubscriptions = behaviour.confirmsSubscription ? ['app://windows'] : [];
        const notifications = { toolsListChanged: true, resourceSubscriptions };
        this.#notify('subscriptions/acknowledged', { notifications, _meta: { [STAMP]: id } });
        return subscribe();
      }
      case 'notifications/cancelled':
        return 'unsubscribed';
      default:
        if (id !== undefined) this.#send({ id, error: { code: -32_601, message: `No method ${method}` } });
        return undefined;
    }
  }

  async #call({ name, arguments: args }: Json): Promise<Json> {
    const { answer, call } = await this.#gui.call(String(name), { ...(args as Json) }, this.#client);
    const failed = 'code' in answer;
    const content = [{ type: 'text', text: JSON.stringify(answer) }];
    return this.#gui.behaviour.result({ content, structuredContent: answer, ...(failed && { isError: true }) }, call);
  }

  #notify(method: string, params: Json): void {
    this.#send({ method: `notifications/${method}`, params });
  }

  #send(message: Json): void {
    this.#write(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }
}

const greeting = {
  capabilities: { resources: { subscribe: true }, tools: { listChanged: true } },
  serverInfo: { name: 'reference', version: '1' },
  instructions: `${RECOMMENDED_INSTRUCTIONS}\n\nThis is the conformance application.`,
};

/** One server for one application; every call of the function returned connects one more client. */
export function serveReference(gui: Gui): () => Wire {
  const connections = new Map<number, ReferenceConnection>();
  gui.listen((told, from) => {
    for (const connection of connections.values()) connection.tell(told, from);
  });
  let last = 0;
  return () => {
    const client = ++last;
    const unread: string[] = [];
    let read: ((line: string) => void) | undefined;
    const write = (line: string) => (read ? queueMicrotask(() => read?.(line)) : void unread.push(line));
    const connection = new ReferenceConnection(gui, client, write);
    connections.set(client, connection);
    return {
      send: (line) => {
        void connection.receive(line).then((event) => applySubscription(gui, connections, connection, event));
      },
      listen: (onLine) => {
        read = onLine;
        for (const line of unread) onLine(line);
      },
      close: async () => void connections.delete(client),
    };
  };
}

function applySubscription(
  { behaviour }: Gui,
  connections: ReadonlyMap<number, ReferenceConnection>,
  connection: ReferenceConnection,
  event: 'unsubscribed' | 'subscribed' | undefined,
): void {
  const everybody = behaviour.unsubscribing === 'everybody';
  if (event === 'subscribed' && everybody) for (const each of connections.values()) each.unmute();
  if (event !== 'unsubscribed' || behaviour.unsubscribing === 'nobody') return;
  for (const each of everybody ? connections.values() : [connection]) each.mute();
}
