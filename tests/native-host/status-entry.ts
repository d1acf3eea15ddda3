import { runStatus } from '../../native-host/src/status.ts';

/** What `cli.js status` does with the policies below a directory of a test: `status-entry <root> [--json]`. */
const [root, how] = process.argv.slice(2);
const { exitCode, lines, json } = await runStatus({ env: process.env, program: import.meta.filename }, root);
process.stdout.write(how === '--json' ? `${JSON.stringify(json)}\n` : lines.map((line) => `${line}\n`).join(''));
process.exitCode = exitCode;
