/** Stands between client and server and writes down what the client says: which revision it speaks cannot be asked of all. */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import process from 'node:process';

const [file = '', command = '', ...args] = process.argv.slice(2);
const log = createWriteStream(file, { flags: 'a' });
const child = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'] });
process.stdin.on('data', (data: Buffer) => {
  log.write(data);
  child.stdin.write(data);
});
process.stdin.on('end', () => child.stdin.end());
child.stdin.on('error', () => {});
child.once('exit', (code) => log.end(() => process.exit(code ?? 1)));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
