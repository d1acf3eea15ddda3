import { cpus, loadavg } from 'node:os';
import process from 'node:process';
import { runProgram } from '../../demo-site/runner/run-program.ts';
import { inWorkspace } from '../../demo-site/runner/workspace.ts';

const git = (...argv: string[]) => runProgram('git', argv, { cwd: inWorkspace() }).catch(() => undefined);

/** The commit of what is measured. Outside of a repository it is unknown. */
async function measuredCommit(): Promise<string> {
  const head = await git('rev-parse', '--short', 'HEAD');
  if (head?.exitCode !== 0) return 'unknown';
  const changed = await git('status', '--porcelain', '--', 'page-sdk', 'extension', 'native-host');
  return `${head.stdout.trim()}${changed?.stdout === '' ? '' : ' with later changes'}`;
}

/** When, of what and where something was measured. */
export async function circumstances(): Promise<{ date: string; commit: string; machine: string }> {
  const [load = 0] = loadavg();
  const [cpu] = cpus();
  const cores = `${cpus().length} cores (${cpu?.model ?? 'unknown'})`;
  const machine = `${cores}, Node ${process.versions.node}, load average ${load.toFixed(1)} at the start`;
  return { date: new Date().toISOString().slice(0, 10), commit: await measuredCommit(), machine };
}
