import {
  type Action,
  type ApplicationCall,
  type ExtensionToHost,
  type HostToExtension,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { dispatch } from '../../../native-host/src/host/dispatch/dispatch.ts';
import { Host, type HostOptions } from '../../../native-host/src/host/host.ts';
import { steadyClock } from '../../../native-host/src/link/clock.ts';
import { createLog } from '../../../native-host/src/link/log.ts';
import { FakeConnection } from './fake-connection.ts';

export const extension = { version: '0.1.0', browser: 'Chromium', profileId: 'profile-1', generation: 1 };
export const save: Action = {
  name: 'save',
  title: 'Save',
  inputSchema: { type: 'object' },
  available: true,
  timeoutMs: 1_000,
};
export const callId = (n: number) => n.toString(16).padStart(32, '0');

export const attached = (id: string): ExtensionToHost => ({
  type: 'model',
  event: {
    type: 'attached',
    application: { id, origin: `https://${id}.example`, browser: 'Chromium', condition: 'live' },
    declared: {
      name: id,
      windows: [
        {
          id: `${id}-w`,
          opened: 1,
          title: 'Orders',
          modal: false,
          ownerId: null,
          version: 1,
          blocks: [],
          actions: [save],
        },
      ],
    },
    running: [],
  },
});
export const changed = (appId: string, version: number): ExtensionToHost => ({
  type: 'model',
  event: { type: 'changed', appId, change: { windows: [{ id: `${appId}-w`, version, title: `Version ${version}` }] } },
});

/** What an agent's process drew at its start. */
export const PROCESS = '7'.repeat(32);

/** What people's clocks show. */
export const times = { wall: 1_000 };

/** Made anew for each test, as its clock must be the test's. */
export const idle = (): HostOptions => ({
  pid: 42,
  installation: '0123-4567-89ab-cdef-0123-4567-89ab-cdef',
  send: () => {},
  describe: async () => {},
  onFault: () => {},
  log: createLog('host', { MCP_GUI_BRIDGE_LOG: 'silent' }),
  clock: steadyClock(),
  decide: dispatch,
  wallClock: () => times.wall,
});

export function started() {
  const browser: HostToExtension[] = [];
  const faults: string[] = [];
  const described: unknown[] = [];
  const host = new Host({
    ...idle(),
    send: (message) => browser.push(message),
    describe: async (identity) => void described.push(identity),
    onFault: (problem) => faults.push(problem),
  });
  host.receive([{ type: 'hello', wire: WIRE_VERSION, extension, expected: [] }]);
  return { host, browser, faults, described };
}

/** An agent's connection that has said hello and nothing more. */
export function unnamedAgent(host: Host, process = PROCESS, program = 'test'): FakeConnection {
  const connection = new FakeConnection();
  host.connect(connection);
  const identity = { version: '0.1.0', process, program };
  connection.says({ type: 'hello', wire: WIRE_VERSION, role: 'agent', ...identity });
  return connection;
}

export function agent(host: Host, name = 'tester', process = PROCESS): FakeConnection {
  const connection = unnamedAgent(host, process);
  connection.says({ type: 'agent', agent: { name } });
  return connection;
}

export const call = (n: number, appId = 'A'): ApplicationCall => ({
  callId: callId(n),
  appId,
  windowId: `${appId}-w`,
  action: 'save',
  arguments: {},
  agent: { name: 'test' },
  timeoutMs: 1_000,
});
