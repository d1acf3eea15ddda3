import { installed, run } from './command.ts';
import { serveHttp } from './http-front.ts';

export interface ConformanceResult {
  readonly scenario: string;
  readonly ok: boolean;
  readonly said: string;
}

/** Those of the official scenarios that are about what this server has. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-error',
  'resources-list',
  'resources-read-text',
  'resources-subscribe',
  'resources-unsubscribe',
];

/** Runs the official scenarios against the server behind the smallest Streamable HTTP. */
export async function runConformance(env: NodeJS.ProcessEnv): Promise<ConformanceResult[]> {
  const front = await serveHttp(env);
  try {
    const results: ConformanceResult[] = [];
    for (const scenario of SCENARIOS) {
      const command = [installed('conformance'), 'server', '--url', front.url, '--scenario', scenario];
      const { exitCode, stdout, stderr } = await run(installed('node'), command);
      const said = /(?:Passed|Error): .*/.exec(`${stdout}${stderr}`)?.[0] ?? 'no result';
      results.push({ scenario, ok: exitCode === 0, said });
      console.log(`conformance ${scenario}: exit ${exitCode}, ${said}`);
    }
    return results;
  } finally {
    front.close();
  }
}
