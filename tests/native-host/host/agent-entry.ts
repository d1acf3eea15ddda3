import { RELEASE_VERSION, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { connectHost } from '../../../native-host/src/link/connect-host.ts';
import { newProcessId } from '../../../native-host/src/link/process-id.ts';
import { listDescriptors } from '../../../native-host/src/link/rendezvous.ts';
import { stateDirectory } from '../../../native-host/src/link/state-directory.ts';

/** An agent's process that makes the calls it is told, and waits for answers that it will not live to see. */
const [descriptor] = await listDescriptors(stateDirectory(process.env));
if (descriptor === undefined) throw new Error('no host is running');
const link = await connectHost(descriptor);
link.onClose(() => process.exit(0));
const agent = { name: 'doomed' };
link.send({
  type: 'hello',
  wire: WIRE_VERSION,
  role: 'agent',
  version: RELEASE_VERSION,
  process: newProcessId(),
  program: 'doomed',
});
link.send({ type: 'agent', agent });
for (const callId of process.argv.slice(2)) {
  const target = { appId: 'A', windowId: 'A-w', action: 'save', arguments: {} };
  link.send({ type: 'call', call: { callId, ...target, agent, timeoutMs: 1_000 }, budgetMs: 30_000 });
}
