import { type AgentName, isBlank } from '@mcp-gui-bridge/page-sdk/protocol';
import { CLIENT_INFO_META_KEY, type Server } from '@modelcontextprotocol/server';
import * as z from 'zod';

const ClientInfo = z.object({ name: z.string(), version: z.string().optional() });

/** What stands beside a request since revision 2026-07-28. */
type Envelope = Readonly<Record<string, unknown>> | undefined;

function nameOf(client: z.infer<typeof ClientInfo> | undefined): AgentName | undefined {
  if (client === undefined || isBlank(client.name)) return undefined;
  const name = client.name.slice(0, 120);
  return client.version === undefined ? { name } : { name, version: client.version.slice(0, 60) };
}

/** How the client names itself with this request; `undefined` if it does not. */
export const namedWith = (envelope: Envelope): AgentName | undefined =>
  nameOf(ClientInfo.safeParse(envelope?.[CLIENT_INFO_META_KEY]).data);

/** How the client names itself, if it does: with a request since revision 2026-07-28, at `initialize` before. */
export const clientName = (server: Pick<Server, 'getClientVersion'>, envelope: Envelope): AgentName | undefined =>
  namedWith(envelope) ?? nameOf(server.getClientVersion());
