import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { stateDirectory } from '../../../native-host/src/link/state-directory.ts';

const usual = `${userInfo().homedir}/.mcp-gui-bridge`;

test.each([
  ['a bare environment', {}],
  ['a browser’s environment', { HOME: '/snap/home', TMPDIR: '/var/tmp', XDG_RUNTIME_DIR: '/run/user/1' }],
  ['an empty override', { MCP_GUI_BRIDGE_HOME: '' }],
])('browser and agent meet in the same place: %s', (_what, env) => {
  expect(stateDirectory(env)).toBe(usual);
});

test('MCP_GUI_BRIDGE_HOME overrides it', () => {
  expect(stateDirectory({ MCP_GUI_BRIDGE_HOME: '/tmp/demo/' })).toBe('/tmp/demo');
});
