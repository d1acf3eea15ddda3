import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientServer, configurationLines } from '../../../native-host/src/install/client-configuration.ts';
import { runInstaller } from '../../../native-host/src/install/main.ts';
import { request, scratch } from './scratch.ts';

test('the configuration starts the command with the node that is known, and a token', () => {
  using home = scratch();
  expect(clientServer(home.machine, '/installed/cli.js', 'a token')).toEqual({
    command: home.machine.node,
    args: ['/installed/cli.js', 'mcp'],
    env: { MCP_GUI_BRIDGE_TOKEN: 'a token' },
  });
});

test('a state directory of its own is named, lest client and host look for each other in two places', () => {
  using home = scratch();
  const { env } = clientServer({ ...home.machine, customStateDirectory: true }, '/installed/cli.js', 'a token');
  expect(env).toEqual({ MCP_GUI_BRIDGE_HOME: home.machine.stateDirectory, MCP_GUI_BRIDGE_TOKEN: 'a token' });
});

test('install prints a configuration that can be pasted, with another token each time', () => {
  using home = scratch();
  const surface = { env: { MCP_GUI_BRIDGE_HOME: home.machine.stateDirectory }, program: home.machine.program };
  const install = () => {
    const { json, lines } = runInstaller(
      'install',
      request({ userDataDir: join(home.machine.home, 'profile') }),
      surface,
    );
    if (!('server' in json)) throw new Error('install tells no server');
    const printed = JSON.parse(lines.slice(lines.indexOf('{')).join('\n'));
    expect(printed).toEqual({ mcpServers: { gui: json.server } });
    return json.server.env['MCP_GUI_BRIDGE_TOKEN'];
  };
  const [one, other] = [install(), install()];
  expect(one).toMatch(/^[\w-]{22}$/);
  expect(other).not.toBe(one);
});

test('the sentences before it say what it is for', () => {
  const lines = configurationLines({ command: 'node', args: [], env: {} });
  expect(lines[0]).toContain('MCP client');
  expect(lines.join(' ')).toContain('another one');
});
