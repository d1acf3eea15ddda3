import process from 'node:process';
import { parseArgs } from 'node:util';
import { failureSentence } from './broken-hop.ts';
import { ensureBuilt } from './build.ts';
import { createCleanup } from './cleanup.ts';
import { findBrowser } from './find-browser.ts';
import { hasScreen } from './has-screen.ts';

const USAGE = `Usage: npm run demo -- [options]

Starts a browser with the extension and an order desk, connects an agent and plays the protocol's example.

  --keep      leave everything running, and print the configuration for your own agent
  --console   open the agent console instead of playing
  --headed    show the browser
  -h, --help  print this

MCP_GUI_BRIDGE_BROWSER=/path/to/browser chooses the browser.`;

const cleanup = createCleanup();
const interrupted = new Promise<void>((resolve) => {
  // Not `once`: npm and tsx pass on what the terminal has already sent, and the second must not kill the cleanup.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
});
const unlessInterrupted = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([work, interrupted.then(() => Promise.reject(new Error('demo interrupted, nothing is left running.')))]);

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      keep: { type: 'boolean' },
      headed: { type: 'boolean' },
      console: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const { keep = false, console: shows = false } = values;
  const executablePath = await unlessInterrupted(findBrowser(process.env, console.log));
  const built = ensureBuilt({ print: console.log }).catch((error: Error) => {
    throw new Error(failureSentence(error.message, 'build'));
  });
  await unlessInterrupted(built);
  // Only now: these modules use what was built.
  const { beginDemo, joinLines, playDemo, startConsole } = await import('./play-demo.ts');
  // Whoever wants to look at the console wants to see it, where there is a screen.
  const headed = values.headed ?? (shows && hasScreen(process.platform, process.env));
  const start = shows && !keep ? beginDemo : playDemo;
  const demo = await unlessInterrupted(start({ executablePath, headed }, cleanup));
  if (keep || shows) {
    const agentConsole = await unlessInterrupted(startConsole(demo, cleanup));
    if (shows) await unlessInterrupted(demo.open(agentConsole.url));
    console.log([...joinLines(demo, agentConsole), 'demo: ok'].join('\n'));
    await Promise.race([interrupted, demo.browser.ended]);
  }
  await cleanup.end();
  if (!keep && !shows) console.log('demo: ok');
}

try {
  await run();
  process.exit(0);
} catch (error) {
  await cleanup.end();
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
