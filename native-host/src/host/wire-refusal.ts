import { RELEASE_VERSION, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';

const UPDATE = {
  extension: 'update the browser extension',
  agent: 'update mcp-gui-bridge where the agent starts it, then restart the agent',
  host: 'update mcp-gui-bridge, run "mcp-gui-bridge install", then restart the browser',
} as const;

/** Why this host cannot work with a part that speaks another wire version, naming the older one; `undefined` if it can. */
export function refuseWire(
  part: 'extension' | 'agent',
  other: { readonly wire: number; readonly version: string },
): string | undefined {
  if (other.wire === WIRE_VERSION) return undefined;
  const older = other.wire < WIRE_VERSION ? part : 'host';
  const versions = `${part} ${other.version} speaks wire ${other.wire}, host ${RELEASE_VERSION} speaks wire ${WIRE_VERSION}`;
  return `The ${older} is too old (${versions}): ${UPDATE[older]}.`;
}
