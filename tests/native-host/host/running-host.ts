import {
  type AgentToHost,
  type ExtensionToHost,
  type HostToAgent,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { vi } from 'vitest';
import { connectHost, type HostLink } from '../../../native-host/src/link/connect-host.ts';
import { type Descriptor, listDescriptors } from '../../../native-host/src/link/rendezvous.ts';
import { buildEntry } from '../build-entry.ts';
import { temporaryDirectory } from '../link/link-bench.ts';
import { ScriptedBrowser } from './scripted-browser.ts';

export const WAIT = { timeout: 10_000, interval: 10 };

/** The host's program, built from its sources. */
export const buildHost = (): Promise<string> => buildEntry(new URL('host-entry.ts', import.meta.url));

/** The descriptor that this browser's host has written. */
export function descriptorOf(browser: ScriptedBrowser, home: string): Promise<Descriptor> {
  const own = ({ pid }: Descriptor) => pid === browser.process.pid;
  return vi.waitUntil(async () => (await listDescriptors(home)).find(own), WAIT);
}

/** An agent's process as far as the host can tell. */
export class Agent {
  readonly received: HostToAgent[] = [];
  readonly link: HostLink;

  constructor(link: HostLink, name: string) {
    this.link = link;
    link.onMessage((message) => this.received.push(message));
    this.send({
      type: 'hello',
      wire: WIRE_VERSION,
      role: 'agent',
      version: '0.1.0',
      process: '1'.repeat(32),
      program: name,
    });
    this.send({ type: 'agent', agent: { name } });
  }

  send(message: AgentToHost): void {
    this.link.send(message);
  }

  call(callId: string, more: { arguments?: Record<string, string>; appId?: string } = {}): void {
    const { appId = 'A' } = more;
    const call = { callId, appId, windowId: `${appId}-w`, action: 'save', arguments: {}, ...more };
    this.send({ type: 'call', call: { ...call, appId, agent: { name: 'test' }, timeoutMs: 1_000 }, budgetMs: 30_000 });
  }

  async got<T extends HostToAgent['type']>(type: T): Promise<Extract<HostToAgent, { type: T }>> {
    return vi.waitUntil(
      () => this.received.find((message): message is Extract<HostToAgent, { type: T }> => message.type === type),
      WAIT,
    );
  }
}

export const attached = (id: string): ExtensionToHost => ({
  type: 'model',
  event: {
    type: 'attached',
    application: { id, origin: 'https://orders.example', browser: 'Chromium', condition: 'live' },
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
          blocks: [{ type: 'text', id: 'b', text: 'x'.repeat(8_000) }],
          actions: [
            { name: 'save', title: 'Save', inputSchema: { type: 'object' }, available: true, timeoutMs: 5_000 },
          ],
        },
      ],
    },
    running: [],
  },
});

/** A host that a browser has started, with one document, and agents to connect to it. */
export async function running(entry: string, home = temporaryDirectory()) {
  const browser = new ScriptedBrowser(entry, home);
  browser.hello();
  browser.send(attached('A'));
  const descriptor = await descriptorOf(browser, home);
  const agent = async (name: string) => new Agent(await connectHost(descriptor), name);
  return { home, browser, descriptor, agent };
}
