import { type Check, demand, shown } from '../check.ts';
import { isRecord } from '../connection.ts';

/** §3 Transport and initialization. */
export const SECTION_3: readonly Check[] = [
  {
    id: '3-1',
    section: '3',
    level: 'MUST',
    text: 'The server declares the capability resources.subscribe.',
    windowless: true,
    run: async ({ greeting }) => {
      const { resources } = greeting.capabilities;
      demand(isRecord(resources) && resources['subscribe'] === true, `capabilities.resources is ${shown(resources)}`);
    },
  },
  {
    id: '3-2',
    section: '3',
    level: 'MUST',
    text: 'The server declares the capability tools.listChanged.',
    windowless: true,
    run: async ({ greeting }) => {
      const { tools } = greeting.capabilities;
      demand(isRecord(tools) && tools['listChanged'] === true, `capabilities.tools is ${shown(tools)}`);
    },
  },
  {
    id: '3-3',
    section: '3',
    level: 'SHOULD',
    text: 'The instructions explain the one resource, window-level operations and expectedVersion.',
    windowless: true,
    run: async ({ greeting: { instructions = '' } }) => {
      const missing = ['app://windows', 'window', 'expectedVersion'].find((word) => !instructions.includes(word));
      demand(missing === undefined, `"${missing}" is not in the instructions ${shown(instructions)}`);
    },
  },
  {
    id: '3-4',
    section: '3',
    level: 'MUST',
    text: 'The transport is one of MCP: over stdio every line is one JSON-RPC message.',
    windowless: true,
    last: true,
    run: async ({ connection: { strayLines } }) => {
      demand(strayLines.length === 0, `${strayLines.length} other lines, the first: ${shown(strayLines[0])}`);
    },
  },
];
