import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client';

/**
 * Views that were written after an early draft of MCP Apps use other names than revision 2026-01-26 in some places.
 * They are told by their `ui/initialize`, which lacks `protocolVersion`.
 */
export interface Dialect {
  readonly early: boolean;
  /** Of the early view's `ui/initialize`, until it is answered. */
  readonly initializeId: RequestId | undefined;
}

export const OFFICIAL: Dialect = { early: false, initializeId: undefined };

export interface Translated {
  readonly dialect: Dialect;
  readonly toHost: readonly JSONRPCMessage[];
  readonly toView: readonly JSONRPCMessage[];
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const notification = (method: string, params: Fields = {}): JSONRPCMessage => ({ jsonrpc: '2.0', method, params });
const word = (...candidates: readonly unknown[]): string =>
  candidates.find((candidate): candidate is string => typeof candidate === 'string') ?? 'unknown';

function officialInitialize(params: Fields): Fields {
  const app = fieldsOf(params['app'] ?? params['appInfo']);
  return {
    appInfo: { name: word(params['name'], app['name']), version: word(params['version'], app['version']) },
    appCapabilities: fieldsOf(params['appCapabilities'] ?? params['capabilities']),
    protocolVersion: '2026-01-26',
  };
}

/** The stable text shows one content block, the official types a list of them; an early view may send the text alone. */
function officialMessage(params: Fields): Fields {
  const content = params['content'] ?? params['text'];
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return { ...params, role: params['role'] ?? 'user', content: Array.isArray(blocks) ? blocks : [blocks] };
}

/** The host's context under the early names as well. */
function earlyContext(context: Fields): Fields {
  const { containerDimensions, toolInfo } = context;
  const tool = fieldsOf(fieldsOf(toolInfo)['tool']);
  return {
    ...context,
    ...(containerDimensions !== undefined && { viewport: containerDimensions }),
    ...(toolInfo !== undefined && { toolInfo: { ...fieldsOf(toolInfo), name: tool['name'] } }),
  };
}

/** A message of the view, in the official names. */
export function fromView(dialect: Dialect, message: JSONRPCMessage): Translated {
  const pass = (toHost: JSONRPCMessage, next = dialect): Translated => ({
    dialect: next,
    toHost: [toHost],
    toView: [],
  });
  if (!('method' in message) || !('id' in message)) return pass(message);
  const params = fieldsOf(message.params);
  switch (message.method) {
    case 'ui/initialize':
      if (typeof params['protocolVersion'] === 'string') return pass(message, OFFICIAL);
      return pass({ ...message, params: officialInitialize(params) }, { early: true, initializeId: message.id });
    case 'ui/size-changed':
      return {
        dialect,
        toHost: [notification('ui/notifications/size-changed', params)],
        toView: [{ jsonrpc: '2.0', id: message.id, result: {} }],
      };
    case 'ui/message':
      return pass({ ...message, params: officialMessage(params) });
    case 'ui/update-model-context': {
      const isOfficial = 'content' in params || 'structuredContent' in params;
      return pass(isOfficial ? message : { ...message, params: { structuredContent: params } });
    }
    default:
      return pass(message);
  }
}

/** A message of the host, in the names that the view knows. */
export function toView(dialect: Dialect, message: JSONRPCMessage): Translated {
  const send = (...messages: JSONRPCMessage[]): Translated => ({ dialect, toHost: [], toView: messages });
  if (!dialect.early) return send(message);
  if ('result' in message && message.id === dialect.initializeId) {
    const context = earlyContext(fieldsOf(message.result['hostContext']));
    // In the early draft the result was the context itself, and it was the host that ended the handshake.
    return {
      dialect: { early: true, initializeId: undefined },
      toHost: [notification('ui/notifications/initialized')],
      toView: [
        { ...message, result: { ...context, ...message.result, hostContext: context } },
        notification('ui/notifications/initialized'),
      ],
    };
  }
  if (!('method' in message)) return send(message);
  if (message.method === 'ui/notifications/host-context-changed') {
    return send(notification(message.method, earlyContext(fieldsOf(message.params))));
  }
  if (message.method === 'ui/resource-teardown') return send(notification('ui/notifications/teardown'), message);
  return send(message);
}
