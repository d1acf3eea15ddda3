import process from 'node:process';
import { runConformance } from '../../native-host/src/conformance/main.ts';

/** The kit as a process of its own, for the server that its arguments name. */
const { exitCode } = await runConformance({ command: process.argv.slice(2), era: 'both', env: process.env });
process.exitCode = exitCode;
