import type { AgentToHost, ApplicationCondition, HostToAgent } from '@mcp-gui-bridge/page-sdk/protocol';
import { WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { expect, test } from 'vitest';
import { steadyClock } from '../../../native-host/src/link/clock.ts';
import type { Descriptor } from '../../../native-host/src/link/descriptor.ts';
import { GuiModel } from '../../../native-host/src/mcp/gui-model.ts';
import type { HostConnection } from '../../../native-host/src/mcp/host-links.ts';
import { Hosts } from '../../../native-host/src/mcp/hosts.ts';
import { followLinks } from '../../../native-host/src/mcp/link-states.ts';
import { appId, attached, extension, modelOf, window } from './model-events.ts';

const nobody = () => undefined;
const answering = { refusal: undefined, answer: async () => true };
const orders = () => modelOf([attached('orders', [window('one', 1)])]);

test('each link says since when, and how to mend it, from when it happened', async () => {
  let now = 100;
  const gui = orders();
  const links = followLinks(gui, () => now, answering);
  now = 200;
  gui.apply({ type: 'lost', link: 'one' });
  now = 300;
  expect(await links()).toEqual([
    { hop: 'agent', up: true, since: 100 },
    { hop: 'host', up: false, since: 200, fix: expect.stringContaining('Start the browser') },
    { hop: 'extension', up: false, since: 200, fix: expect.any(String) },
    { hop: 'page', up: false, since: 200, fix: expect.stringContaining('reconnecting') },
  ]);
});

test.each<[Exclude<ApplicationCondition, 'live'>, RegExp]>([
  ['paused', /paused agents.*let agents go on/],
  ['suspended', /to sleep.*open its tab/],
  ['unresponsive', /still busy.*Wait/],
  ['over_limit', /more than.*close some windows/],
])('a page that is %s is down, since then, with what to do about that', async (condition, fix) => {
  let now = 100;
  const gui = orders();
  const links = followLinks(gui, () => now, answering);
  const become = (to: ApplicationCondition) => {
    now += 100;
    gui.apply({ type: 'model', link: 'one', event: { type: 'changed', appId: appId('orders'), condition: to } });
  };
  const page = async () => (await links()).find(({ hop }) => hop === 'page');
  become(condition);
  expect(await page()).toEqual({ hop: 'page', up: false, since: 200, fix: expect.stringMatching(fix) });
  become(condition === 'paused' ? 'suspended' : 'paused');
  expect(await page()).toMatchObject({ since: 200, fix: expect.not.stringMatching(fix) });
  become('live');
  expect(await page()).toEqual({ hop: 'page', up: true, since: 400 });
});

/** A host's end of a link that is opened to say these things and hang up. */
function saying(messages: readonly HostToAgent[]): HostConnection {
  const closes: ((reason: string) => void)[] = [];
  const close = () => {
    for (const listener of closes.splice(0)) listener('closed');
  };
  return {
    backlogBytes: 0,
    send: (_message: AgentToHost) => undefined,
    onMessage: (listener) => {
      queueMicrotask(() => {
        for (const message of messages) listener(message);
        close();
      });
      return () => undefined;
    },
    onClose: (listener) => {
      closes.push(listener);
      return () => undefined;
    },
    close,
    drained: async () => undefined,
  };
}

const hello = (wire: number): HostToAgent => ({ type: 'hello', wire, version: '9', pid: 1, extension: extension() });

test.each<[string, HostToAgent[], RegExp]>([
  [
    'says no',
    [hello(WIRE_VERSION), { type: 'refused', message: 'The user has disconnected this agent.' }],
    /^The user/,
  ],
  ['is older', [hello(WIRE_VERSION - 1)], /native host is too old.*mcp-gui-bridge install/],
  ['is newer', [hello(WIRE_VERSION + 1)], /MCP server is too old.*update mcp-gui-bridge/],
])(
  'a host that is there and %s is no browser that is missing: the link says why, until it has gone',
  async (_what, said, fix) => {
    const gui = new GuiModel('test', undefined, steadyClock());
    const descriptor = { secret: 's', pid: 1 } as Descriptor;
    let listed = [descriptor];
    const hosts = new Hosts({
      gui,
      clock: gui.clock,
      program: '',
      token: undefined,
      problem: nobody,
      load: async () => ({
        list: async () => listed,
        watch: () => nobody,
        connect: async () => saying(said),
        removeStale: async () => false,
        log: nobody,
      }),
    });
    const links = followLinks(gui, () => 0, hosts);
    const host = async () => (await links()).find(({ hop }) => hop === 'host');
    hosts.attach();
    await hosts.attached;
    expect(await host()).toMatchObject({ up: false, fix: expect.stringMatching(fix) });
    listed = [];
    await expect.poll(async () => (await host())?.fix).toMatch(/^Start the browser/);
  },
);

test('a host that stands still is no link that is up, since it was asked, until it answers again', async () => {
  let now = 100;
  let answers = false;
  const links = followLinks(orders(), () => now, { refusal: undefined, answer: async () => answers });
  now = 200;
  await links();
  now = 300;
  const fix = expect.stringContaining('does not answer');
  expect(await links()).toEqual([
    { hop: 'agent', up: true, since: 100 },
    { hop: 'host', up: false, since: 200, fix },
    { hop: 'extension', up: false, since: 200, fix },
    { hop: 'page', up: false, since: 200, fix },
  ]);
  answers = true;
  expect((await links()).map(({ up, since }) => [up, since])).toEqual(Array(4).fill([true, 100]));
});
