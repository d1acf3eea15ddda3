import process from 'node:process';
import puppeteer, { type Browser } from 'puppeteer';

export interface LaunchOptions {
  executablePath: string;
  /** Directory of the unpacked extension; without it the browser is as it is. */
  extension?: string;
  userDataDir: string;
  env: NodeJS.ProcessEnv;
  headed?: boolean;
  /** More switches of the browser's command line. */
  args?: readonly string[];
}

/** A browser with the extension in it. */
export interface LaunchedBrowser {
  browser: Browser;
  /** Resolves when the browser has ended, closed by us or by its user. */
  ended: Promise<void>;
  /** Ends the browser and everything it started; never throws. */
  close(): Promise<void>;
}

const CLOSE_MS = 5_000;

/**
 * Starts a browser with an unpacked extension. It listens to no signals: who starts it closes it.
 * Over a pipe, because that is the only way in which current browsers take an unpacked extension from a program.
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const browser = await puppeteer.launch({
    executablePath: options.executablePath,
    userDataDir: options.userDataDir,
    env: options.env,
    headless: options.headed !== true,
    pipe: true,
    enableExtensions: options.extension === undefined ? false : [options.extension],
    defaultViewport: null,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Browsers refuse their sandbox to root, the usual user in a container.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--no-first-run', ...(options.args ?? [])],
  });
  const ended = endOf(browser);
  return { browser, ended, close: () => closeBrowser(browser, ended) };
}

function endOf(browser: Browser): Promise<void> {
  const child = browser.process();
  return new Promise((resolve) => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
}

/** A browser that hangs does not answer a polite request: after a while its whole process group is killed. */
async function closeBrowser(browser: Browser, ended: Promise<void>): Promise<void> {
  const pid = browser.process()?.pid;
  const timer = setTimeout(() => killGroup(pid), CLOSE_MS);
  browser.close().catch(() => killGroup(pid));
  await ended;
  clearTimeout(timer);
  // Helper processes may outlive the browser itself.
  killGroup(pid);
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}
