import { type HostStatus, RELEASE_VERSION, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { connectHost, LinkError } from './connect-host.ts';
import { newProcessId } from './process-id.ts';
import { type Descriptor, listDescriptors, type OnSkipped, removeStale } from './rendezvous.ts';

const STATUS_MS = 2_000;

/** Asks one host; `undefined` when it went away. */
async function statusOf(descriptor: Descriptor): Promise<HostStatus> {
  const connection = await connectHost(descriptor);
  try {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`did not answer within ${STATUS_MS} ms`)), STATUS_MS);
      connection.onClose((reason) => {
        clearTimeout(timer);
        reject(new Error(reason));
      });
      connection.onMessage((message) => {
        if (message.type === 'status') resolve(message.status);
        if (message.type === 'refused') reject(new Error(message.message));
      });
      connection.send({
        type: 'hello',
        wire: WIRE_VERSION,
        role: 'status',
        version: RELEASE_VERSION,
        process: newProcessId(),
        program: 'mcp-gui-bridge status',
      });
      connection.send({ type: 'status' });
    });
  } finally {
    connection.close();
  }
}

/** What every running host of this user says of itself. Hosts that are gone are tidied away, silent ones are skipped. */
export async function readStatus(
  directory: string,
  onSkipped: OnSkipped = () => {},
): Promise<{ stateDirectory: string; hosts: HostStatus[] }> {
  const descriptors = await listDescriptors(directory, onSkipped);
  const hosts = await Promise.all(
    descriptors.map((descriptor) =>
      statusOf(descriptor).catch(async (error: unknown) => {
        const stale = error instanceof LinkError && error.failure === 'unreachable';
        if (stale && (await removeStale(directory, descriptor))) return undefined;
        onSkipped(descriptor.socket, error instanceof Error ? error.message : String(error));
        return undefined;
      }),
    ),
  );
  return { stateDirectory: directory, hosts: hosts.filter((host) => host !== undefined) };
}
