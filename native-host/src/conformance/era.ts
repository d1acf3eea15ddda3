import { WINDOWS_URI } from '@mcp-gui-bridge/page-sdk/protocol';
import { type Connection, isRecord, type Response } from './connection.ts';

/** The two ways in which MCP is spoken: with a handshake up to 2025-11-25, without one since 2026-07-28. */
export type Era = 'legacy' | 'modern';

export const ERAS: readonly Era[] = ['legacy', 'modern'];

/** What a server says of itself at the start. */
export interface Greeting {
  readonly protocolVersion: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly instructions: string | undefined;
}

/** What is different between the eras; everything else is the same for the checks. */
export interface Dialect {
  /** The revision as people know it. */
  readonly revision: string;
  /** Parameters as they have to be sent with every request. */
  wrap(params: object): object;
  /** The greeting, or why the server does not speak this era. */
  greet(connection: Connection, ms: number): Promise<Greeting | { readonly refusal: string }>;
  /** Asks to be told of `app://windows` and of the tool list; `undefined` when confirmed, else what came instead. */
  subscribe(connection: Connection, ms: number): Promise<string | undefined>;
  /** Ends what `subscribe` began. */
  unsubscribe(connection: Connection, ms: number): Promise<void>;
}

const CLIENT = { name: 'mcp-gui-bridge-conformance', version: '1' };
const LEGACY = '2025-11-25';
const MODERN = '2026-07-28';
const META = 'io.modelcontextprotocol';

const refusal = (method: string, { error, result }: Response) => ({
  refusal: error
    ? `${method} is answered with error ${error.code}: ${error.message}`
    : `${method}: ${JSON.stringify(result)}`,
});

function greeting(
  protocolVersion: string,
  { capabilities, instructions }: Readonly<Record<string, unknown>>,
): Greeting {
  return {
    protocolVersion,
    capabilities: isRecord(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}

const legacy: Dialect = {
  revision: LEGACY,
  wrap: (params) => params,
  async greet(connection, ms) {
    const params = { protocolVersion: LEGACY, capabilities: {}, clientInfo: CLIENT };
    const response = await connection.request('initialize', params, ms);
    const version = response.result?.['protocolVersion'];
    if (response.result === undefined || typeof version !== 'string') return refusal('initialize', response);
    connection.notify('notifications/initialized', {});
    return greeting(version, response.result);
  },
  async subscribe(connection, ms) {
    const { error } = await connection.request('resources/subscribe', { uri: WINDOWS_URI }, ms);
    return error && `resources/subscribe is answered with error ${error.code}: ${error.message}`;
  },
  async unsubscribe(connection, ms) {
    await connection.request('resources/unsubscribe', { uri: WINDOWS_URI }, ms);
  },
};

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
const listening = new WeakMap<Connection, number>();

const modern: Dialect = {
  revision: MODERN,
  wrap: (params) => ({
    ...params,
    _meta: {
      [`${META}/protocolVersion`]: MODERN,
      [`${META}/clientCapabilities`]: {},
      [`${META}/clientInfo`]: CLIENT,
    },
  }),
  async greet(connection, ms) {
    const response = await connection.request('server/discover', modern.wrap({}), ms);
    const versions = response.result?.['supportedVersions'];
    const offered = Array.isArray(versions) && versions.includes(MODERN);
    return response.result && offered ? greeting(MODERN, response.result) : refusal('server/discover', response);
  },
  async subscribe(connection, ms) {
    const seen = connection.notifications.length;
    const notifications = { toolsListChanged: true, resourceSubscriptions: [WINDOWS_URI] };
    let over: Response | undefined;
    const id = connection.send('subscriptions/listen', modern.wrap({ notifications }), (response) => {
      over = response;
    });
    listening.set(connection, id);
    const acknowledgement = () => connection.notifications.slice(seen).find(({ method }) => method === ACKNOWLEDGED);
    const known = () => acknowledgement() !== undefined || over !== undefined || connection.ended !== undefined;
    await connection.until(known, ms);
    if (over !== undefined) return refusal('subscriptions/listen', over).refusal;
    const accepted = acknowledgement()?.params['notifications'];
    const uris = isRecord(accepted) ? accepted['resourceSubscriptions'] : undefined;
    if (Array.isArray(uris) && uris.includes(WINDOWS_URI)) return undefined;
    return `subscriptions/listen is acknowledged with ${JSON.stringify(accepted) ?? 'nothing'}`;
  },
  async unsubscribe(connection) {
    connection.notify('notifications/cancelled', { requestId: listening.get(connection) });
  },
};

export const DIALECTS: Readonly<Record<Era, Dialect>> = { legacy, modern };
