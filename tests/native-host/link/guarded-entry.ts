import { claimStdout } from '../../../native-host/src/link/claim-stdout.ts';
import { guardExit } from '../../../native-host/src/link/exit-guard.ts';

/** A process that would live for ever: prints noise, says when it is ready, and hangs while tidying up if told to. */
const stdout = claimStdout();
const hang = process.argv.includes('hang');
guardExit({
  onReason: (reason) => void process.stderr.write(`reason ${reason}\n`),
  onExit: () => {
    process.stderr.write('tidied\n');
    return hang ? new Promise<void>(() => {}) : undefined;
  },
});
process.stdin.resume();
setInterval(() => {}, 60_000);
console.log('noise');
process.stdout.write('noise\n');
stdout.write(`${process.pid}\n`);
if (process.argv.includes('babble')) setInterval(() => stdout.write('more\n'), 1);
