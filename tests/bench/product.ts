import { WINDOWS_URI } from '@mcp-gui-bridge/page-sdk/protocol';
import { startRig } from '../e2e/rig.ts';
import type { Subject } from './statistics.ts';

/** The whole chain with one page and one 1.x client. */
export async function startProduct(): Promise<{
  readonly subjects: Readonly<Record<string, Subject>>;
  stop(): Promise<void>;
}> {
  const rig = await startRig();
  await rig.open('/bench.html');
  const agent = await rig.agent('bench');
  const { id } = await agent.waitFor('the counter', ({ windows }) => windows[0]);
  const call = (action: string) => agent.client.callTool({ name: `${id}__${action}`, arguments: {} });
  return {
    subjects: {
      ping: () => agent.client.ping(),
      'read app://windows': () => agent.client.readResource({ uri: WINDOWS_URI }),
      'tools/list': () => agent.client.listTools(),
      'action that changes nothing, agent to page and back': () => call('look'),
      'action that changes its window, agent to page and back': () => call('count'),
    },
    stop: () => rig.stop(),
  };
}
