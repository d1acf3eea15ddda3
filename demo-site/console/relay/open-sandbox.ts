import type { McpUiResourceCsp } from '@modelcontextprotocol/ext-apps/app-bridge';
import * as z from 'zod';
import type { RelayAddress } from './web-socket-transport.ts';

const Answer = z.union([z.object({ url: z.string() }), z.object({ error: z.string() })]);

/**
 * Has the demo server make the sandbox of a view, at an origin of its own and under the declared policy.
 *
 * @returns address of the sandbox proxy
 * @throws Error with the server's reason, in particular for a policy that is not valid
 */
export async function openSandbox({ origin, token }: RelayAddress, csp: McpUiResourceCsp = {}): Promise<string> {
  const response = await fetch(`${origin}/views`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(csp),
  });
  const answer = Answer.parse(await response.json());
  if ('error' in answer) throw new Error(answer.error);
  return answer.url;
}
