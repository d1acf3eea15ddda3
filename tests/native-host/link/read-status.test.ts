import { writeFileSync } from 'node:fs';
import { type HostStatus, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { expect, test } from 'vitest';
import { readStatus } from '../../../native-host/src/link/read-status.ts';
import { listDescriptors } from '../../../native-host/src/link/rendezvous.ts';
import { serve, temporaryDirectory } from './link-bench.ts';

const statusOf = (pid: number): HostStatus => ({
  pid,
  browser: 'Chromium',
  extensionVersion: '0.1.0',
  since: 1,
  links: [],
  applications: [],
  agents: [],
});

/** A host that answers as real ones do, or in another way. */
const answering = (directory: string, answer: 'status' | 'refused' | 'hang up', pid = 1) =>
  serve({
    directory,
    onAgent: (agent) =>
      void agent.onMessage((message) => {
        if (message.type === 'hello') {
          expect(message).toMatchObject({ role: 'status', wire: WIRE_VERSION });
          return;
        }
        if (answer === 'status') agent.send({ type: 'status', status: statusOf(pid) });
        if (answer === 'refused') agent.send({ type: 'refused', message: 'The agent is too old.' });
        agent.close();
      }),
  });

test('no host: an empty list, and where they would be', async () => {
  const directory = temporaryDirectory();
  expect(await readStatus(directory)).toEqual({ stateDirectory: directory, hosts: [] });
});

test('every running host is asked; one that refuses or hangs up costs only its own line', async () => {
  const directory = temporaryDirectory();
  await answering(directory, 'status', 1);
  await answering(directory, 'refused');
  await answering(directory, 'hang up');
  await answering(directory, 'status', 2);
  const whys: string[] = [];
  const { hosts } = await readStatus(directory, (_path, why) => whys.push(why));
  expect(hosts.map(({ pid }) => pid).sort()).toEqual([1, 2]);
  expect(whys.sort()).toEqual(['The agent is too old.', 'closed']);
});

test('what a dead host left is tidied away', async () => {
  const directory = temporaryDirectory();
  const { descriptor, server } = await answering(directory, 'status');
  await server.close();
  writeFileSync(descriptor.socket.replace('.sock', '.json'), JSON.stringify(descriptor), { mode: 0o600 });
  const whys: string[] = [];
  expect((await readStatus(directory, (_path, why) => whys.push(why))).hosts).toEqual([]);
  expect(whys).toEqual([]);
  expect(await listDescriptors(directory)).toEqual([]);
});
