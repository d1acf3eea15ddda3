import process from 'node:process';
import { BUILT } from '../../demo-site/runner/workspace.ts';
import { installed, run } from './command.ts';

export interface StrictResult {
  readonly era: string;
  readonly ok: boolean;
  readonly said: string;
}

const TRIES = 5;

interface Listing {
  readonly exitCode: number | null;
  readonly tools: readonly { readonly name: string }[];
  readonly remarks: readonly string[];
}

async function list(era: string, stateDirectory: string): Promise<Listing> {
  const target = ['-e', `MCP_GUI_BRIDGE_HOME=${stateDirectory}`, process.execPath, BUILT.cli, 'mcp'];
  const options = ['--protocol-era', era, '--format', 'json', '--strict', '--method', 'tools/list'];
  const command = [installed('mcp-inspector'), '--cli', ...target, ...options];
  const { exitCode, stdout, stderr } = await run(installed('node'), command);
  const remarks = stderr.split('\n').filter((line) => line.trim() !== '');
  const { result } =
    exitCode === 0 ? (JSON.parse(stdout) as { result: Pick<Listing, 'tools'> }) : { result: { tools: [] } };
  return { exitCode, tools: result.tools, remarks };
}

/** The Inspector's own look at how portable every schema of the tool list is; a list without the page's tools shows nothing. */
export async function runStrict(stateDirectory: string): Promise<StrictResult[]> {
  const results: StrictResult[] = [];
  for (const era of ['legacy', 'auto', 'modern']) {
    let listing = await list(era, stateDirectory);
    const hasPage = () => listing.tools.some(({ name }) => name.endsWith('__set_fields'));
    for (let tries = 1; tries < TRIES && listing.exitCode === 0 && !hasPage(); tries++) {
      listing = await list(era, stateDirectory);
    }
    const { exitCode, tools, remarks } = listing;
    const said = exitCode === 0 ? `${tools.length} tools, ${remarks.length} remarks` : remarks.join(' ');
    results.push({ era, ok: exitCode === 0 && hasPage(), said });
    console.log(`Inspector --strict --protocol-era ${era}: exit ${exitCode}, ${said}`);
  }
  return results;
}
