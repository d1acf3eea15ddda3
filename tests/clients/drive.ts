/** One client in a process of its own: plays the scenario and prints what came of it. */
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { StdioServer } from './driven-client.ts';
import { MATRIX } from './matrix.ts';
import { Scenario } from './scenario.ts';

const [name = '', serverJson = '{}', output = ''] = process.argv.slice(2);
const found = MATRIX.find((candidate) => candidate.name === name);
if (found === undefined) throw new Error(`no client ${name}`);
const open = await found.open();
const client = await open(JSON.parse(serverJson) as StdioServer);
const results = await new Scenario(client).play();
// Into a file: clients write on stdout what they like.
writeFileSync(output, JSON.stringify(results));
await client.close();
process.exit(0);
