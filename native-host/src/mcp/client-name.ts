import type { AgentName } from '@mcp-gui-bridge/page-sdk/protocol';
import { CLIENT_INFO_META_KEY, type Server } from '@modelcontextprotocol/server';
import * as z from 'zod';

const ClientInfo = z.object({ name: z.string(), version: z.string().optional() });

const nameOf = (client: z.infer<typeof ClientInfo> | undefined): AgentName => {
  const name = client?.name.slice(0, 120) || 'unknown';
  return client?.version === undefined ? { name } : { name, version: client.version.slice(0, 60) };
};

/** What stands beside a request since revision 2026-07-28. */
type Envelope = Readonly<Record<string, unknown>> | undefined;

const clientInfo = (envelope: Envelope) => ClientInfo.safeParse(envelope?.[CLIENT_INFO_META_KEY]).data;

/** How the client names itself with this request; `undefined` if it does not. */
export function namedWith(envelope: Envelope): AgentName | undefined {
  const client = clientInfo(envelope);
  return client && nameOf(client);
}

/** How the client names itself: with every request since revision 2026-07-28, at `initialize` before. */
export const clientName = (server: Pick<Server, 'getClientVersion'>, envelope: Envelope): AgentName =>
  nameOf(clientInfo(envelope) ?? server.getClientVersion());
