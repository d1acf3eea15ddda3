import { randomBytes } from 'node:crypto';
import {
  type CallAnswer,
  type HostToAgent,
  type ModelEvent,
  RELEASE_VERSION,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { connectHost } from '../../native-host/src/link/connect-host.ts';
import { newProcessId } from '../../native-host/src/link/process-id.ts';
import { listDescriptors } from '../../native-host/src/link/rendezvous.ts';
import type { Rig } from './rig.ts';

type Attached = Extract<ModelEvent, { type: 'attached' }>;

/**
 * Calls an action over the host's own link, where each call says how much time it has; through `mcp` that is 50 s or more.
 *
 * @param budgetMs the host answers by then
 * @returns the answer, and every kind of message about the call in order
 */
export async function callWithin(
  rig: Rig,
  budgetMs: number,
  target: { windowTitle: string; action: string },
): Promise<{ answer: CallAnswer; heard: string[] }> {
  const [descriptor] = await listDescriptors(rig.profile.stateDirectory);
  if (descriptor === undefined) throw new Error('no host is running');
  const link = await connectHost(descriptor);
  const callId = randomBytes(16).toString('hex');
  const agent = { name: 'Hurried agent' };
  const attached: Attached[] = [];
  const heard: string[] = [];
  const call = () => {
    const events = attached.flatMap(({ application, declared }) =>
      (declared.windows ?? []).map(({ id, title }) => ({ appId: application.id, windowId: id, title })),
    );
    const found = events.find(({ title }) => title === target.windowTitle);
    if (found === undefined) throw new Error(`no window "${target.windowTitle}"`);
    const { appId, windowId } = found;
    link.send({
      type: 'call',
      call: { callId, appId, windowId, action: target.action, arguments: {}, agent, timeoutMs: 30_000 },
      budgetMs,
    });
  };
  const answered = new Promise<CallAnswer>((resolve, reject) => {
    link.onClose((reason) => reject(new Error(reason)));
    link.onMessage((message: HostToAgent) => {
      if (message.type === 'model' && message.event.type === 'attached') attached.push(message.event);
      if (message.type === 'ready') call();
      if ('callId' in message) heard.push(message.type);
      if (message.type === 'settled') resolve(message.answer);
    });
  });
  link.send({
    type: 'hello',
    wire: WIRE_VERSION,
    role: 'agent',
    version: RELEASE_VERSION,
    process: newProcessId(),
    program: 'test',
  });
  link.send({ type: 'agent', agent });
  const answer = await answered;
  link.close();
  return { answer, heard };
}
