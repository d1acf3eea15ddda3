import { LATEST_PROTOCOL_VERSION, PostMessageTransport } from '@modelcontextprotocol/ext-apps';

type Receive = NonNullable<PostMessageTransport['onmessage']>;
type Message = Parameters<Receive>[0];

/** What a host of the early draft lets a view do: it names no capabilities and takes every request. */
const EVERYTHING = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A host's answer to `ui/initialize` as MCP Apps 2026-01-26 has it. Hosts of an early draft answer with their context
 * alone, in which a tool is its name.
 */
export function officialGreeting(result: unknown): unknown {
  if (!isObject(result) || 'protocolVersion' in result) return result;
  const { toolInfo: _, ...hostContext } = result;
  return {
    protocolVersion: LATEST_PROTOCOL_VERSION,
    hostInfo: { name: 'unknown', version: '0' },
    hostCapabilities: EVERYTHING,
    hostContext,
  };
}

/** The way to the host around this view. */
export class HostTransport extends PostMessageTransport {
  #greeting: unknown;

  override async start(): Promise<void> {
    const receive = this.onmessage;
    this.onmessage = (message, extra) => receive?.(this.#translated(message), extra);
    await super.start();
  }

  override async send(...[message, options]: Parameters<PostMessageTransport['send']>): Promise<void> {
    if ('method' in message && message.method === 'ui/initialize' && 'id' in message) this.#greeting = message.id;
    await super.send(message, options);
  }

  #translated(message: Message): Message {
    if (!('result' in message) || message.id !== this.#greeting) return message;
    return { ...message, result: officialGreeting(message.result) as typeof message.result };
  }
}
