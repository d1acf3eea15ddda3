import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { runProgram } from './run-program.ts';

const NO_BROWSER =
  'No browser: run "apt-get install chromium" (or install any Chromium-family browser) or set MCP_GUI_BRIDGE_BROWSER to its program.';

const commands = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
  'brave',
];

const macApplications = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'Brave Browser.app/Contents/MacOS/Brave Browser',
];

const windowsPrograms = [
  'Chromium\\Application\\chrome.exe',
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
];

/** Where browsers are on this system, best first. */
export function candidatePaths(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  switch (platform) {
    case 'darwin':
      return macApplications.map((path) => join('/Applications', path));
    case 'win32':
      return [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
        .filter((directory) => directory !== undefined)
        .flatMap((directory) => windowsPrograms.map((path) => join(directory, path)));
    default: {
      const directories = (env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== '');
      return commands.flatMap((name) => directories.map((directory) => join(directory, name)));
    }
  }
}

/**
 * Path of a Chromium-family browser: the one named by `MCP_GUI_BRIDGE_BROWSER`, an installed one, else one is installed.
 * Throws a sentence for the person when there is none.
 */
export async function findBrowser(env: NodeJS.ProcessEnv, print = (_line: string) => {}): Promise<string> {
  const named = env['MCP_GUI_BRIDGE_BROWSER'];
  if (named) {
    if (isProgram(named)) return named;
    throw new Error(
      `MCP_GUI_BRIDGE_BROWSER is ${named}, which is no program. Set it to a browser's program or unset it.`,
    );
  }
  return findInstalled(env) ?? (await installPackage(env, print)) ?? (await downloadBrowser(print));
}

function findInstalled(env: NodeJS.ProcessEnv): string | undefined {
  return candidatePaths(process.platform, env).find((path) => isProgram(path) && !isSnap(path));
}

/** Distribution package: as root, else with a sudo that asks nothing. */
async function installPackage(env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const steps = [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', 'chromium'],
  ];
  for (const step of steps) {
    const [command = '', ...argv] = [...prefix, ...step];
    print(`No browser found. Running ${[command, ...argv].join(' ')}`);
    const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
    const ended = await runProgram(command, argv, { env: quiet }).catch(() => undefined);
    // A stale list of one source fails `update` and still lets the package be installed.
    if (ended?.exitCode !== 0 && step.includes('install')) return undefined;
    if (ended === undefined) return undefined;
  }
  return findInstalled(env);
}

async function downloadBrowser(print: (line: string) => void): Promise<string> {
  try {
    const { Browser, computeExecutablePath, detectBrowserPlatform, install, resolveBuildId } = await import(
      '@puppeteer/browsers'
    );
    const platform = detectBrowserPlatform();
    if (platform === undefined) throw new Error(`no build for ${process.platform}`);
    print('Downloading Chrome for Testing');
    const cacheDir = join(homedir(), '.cache', 'puppeteer');
    const buildId = await resolveBuildId(Browser.CHROME, platform, 'stable');
    await install({ browser: Browser.CHROME, buildId, cacheDir });
    return computeExecutablePath({ browser: Browser.CHROME, buildId, cacheDir });
  } catch (error) {
    throw new Error(`${NO_BROWSER} (Downloading one failed: ${error instanceof Error ? error.message : error})`);
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** A snap cannot start programs outside its sandbox. Ubuntu's packages `chromium…` are scripts that start one. */
function isSnap(path: string): boolean {
  if (/^\/(snap|usr\/bin\/snap$)/.test(realpathSync(path))) return true;
  return statSync(path).size < 16_384 && readFileSync(path, 'latin1').includes('/snap/');
}
