import { describe, expect, test } from 'vitest';
import { addressId, socketAddress } from '../../../native-host/src/link/socket-address.ts';

const ID = '0123456789ab';
const directoryOf = (bytes: number) => `/${'h'.repeat(bytes - '/'.length - `/run/${ID}.sock`.length)}`;

describe('where a host listens', () => {
  test.each([
    ['linux', '/home/ada/.mcp-gui-bridge', `/home/ada/.mcp-gui-bridge/run/${ID}.sock`],
    ['darwin', '/Users/ada/.mcp-gui-bridge', `/Users/ada/.mcp-gui-bridge/run/${ID}.sock`],
    ['win32', 'C:\\Users\\ada', `\\\\.\\pipe\\mcp-gui-bridge-${ID}`],
  ] as const)('%s', (platform, directory, address) => {
    expect(socketAddress(directory, ID, platform)).toBe(address);
    expect(addressId(directory, address, platform)).toBe(ID);
  });

  test.each([
    ['linux', 107],
    ['darwin', 103],
  ] as const)('on %s a path may have %i bytes; a longer one is refused with the way out', (platform, longest) => {
    expect(socketAddress(directoryOf(longest), ID, platform)).toHaveLength(longest);
    expect(() => socketAddress(directoryOf(longest + 1), ID, platform)).toThrow(/Set MCP_GUI_BRIDGE_HOME/);
  });

  test('bytes are counted, not characters', () => {
    expect(() => socketAddress(`/${'ü'.repeat(50)}`, ID, 'linux')).toThrow(/sockets can have 107/);
  });
});

test.each([
  ['/state/run/short.sock', 'linux'],
  ['/state/run/../run/0123456789ab.sock/x', 'linux'],
  ['/elsewhere/run/0123456789ab.sock', 'linux'],
  ['/state/run/0123456789ab.json', 'linux'],
  ['\\\\.\\pipe\\mcp-gui-bridge-0123456789AB', 'win32'],
  ['\\\\server\\pipe\\mcp-gui-bridge-0123456789ab', 'win32'],
] as const)('%s is no address of ours', (address, platform) => {
  expect(addressId('/state', address, platform)).toBeUndefined();
});
