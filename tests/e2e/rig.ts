import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { EXTENSION_ID } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Browser, Page } from 'puppeteer';
import { type Agent, startAgent } from '../../demo-site/runner/agent.ts';
import { type BridgeProfile, createBridgeProfile } from '../../demo-site/runner/bridge-profile.ts';
import { createCleanup } from '../../demo-site/runner/cleanup.ts';
import { findBrowser } from '../../demo-site/runner/find-browser.ts';
import { launchBrowser } from '../../demo-site/runner/launch-browser.ts';
import { BUILT } from '../../demo-site/runner/workspace.ts';
import { serveLab } from './lab-server.ts';

declare global {
  interface Window {
    sdk: typeof import('@mcp-gui-bridge/page-sdk');
    /** Whatever a test leaves in the page for its next step. */
    kept: Record<string, unknown>;
  }
}

/** The whole chain, real: browser with extension, native host, and as many pages and agents as a test wants. */
export interface Rig {
  readonly browser: Browser;
  readonly profile: BridgeProfile;
  /** Origin of the laboratory site, which the development build of the extension may run on. */
  readonly origin: string;
  readonly port: number;
  open(path?: string): Promise<Page>;
  /** @param env what the agent's environment has beside the usual */
  agent(name?: string, args?: readonly string[], env?: Readonly<Record<string, string>>): Promise<Agent>;
  /** Ends browser and host; agents stay. */
  closeBrowser(): Promise<void>;
  /** Another browser on the same profile and state directory. */
  relaunch(): Promise<Browser>;
  stop(): Promise<void>;
}

export interface RigOptions {
  readonly headed?: boolean;
  readonly args?: readonly string[];
  /** `false`: a browser without the extension; `store`: the build in which no site is allowed from the start. */
  readonly extension?: false | 'store';
  /** Start without a browser; `relaunch` starts one. */
  readonly browserless?: boolean;
}

/** Starts everything; `stop` ends all of it. */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const cleanup = createCleanup();
  const executablePath = await findBrowser(process.env);
  const site = await cleanup.start(serveLab, (server) => server.close());
  const profile = await cleanup.start(
    () => createBridgeProfile(BUILT.cli),
    (made) => made.remove(),
  );
  await allowDevelopment(profile.userDataDir);
  const launch = () =>
    cleanup.start(
      () =>
        launchBrowser({
          executablePath,
          ...(options.extension !== false && {
            extension: options.extension === 'store' ? BUILT.storeExtension : BUILT.extension,
          }),
          userDataDir: profile.userDataDir,
          env: profile.env,
          headed: options.headed === true,
          args: options.args ?? [],
        }),
      (launched) => launched.close(),
    );
  let launched = options.browserless ? undefined : await launch();
  const current = () => {
    if (launched === undefined) throw new Error('The rig has no browser yet: relaunch() starts one.');
    return launched.browser;
  };
  return {
    get browser() {
      return current();
    },
    profile,
    origin: site.origin,
    port: site.port,
    async open(path = '/lab.html') {
      const page = await current().newPage();
      await page.goto(/^[\w-]+:/.test(path) ? path : `${site.origin}${path}`);
      if (path.startsWith('/lab.html')) await page.waitForFunction(() => document.title === 'Laboratory ready');
      return page;
    },
    agent: (name = 'test-agent', args = [], env = {}) =>
      cleanup.start(
        () => startAgent({ cli: BUILT.cli, env: { ...profile.env, ...env }, name, args }),
        (agent) => agent.close(),
      ),
    async closeBrowser() {
      await launched?.close();
      launched = undefined;
    },
    async relaunch() {
      launched = await launch();
      return launched.browser;
    },
    stop: () => cleanup.end(),
  };
}

/** Chromium disables an unpacked extension that reloads itself, unless the profile is a developer's. */
async function allowDevelopment(userDataDir: string): Promise<void> {
  await mkdir(join(userDataDir, 'Default'), { recursive: true });
  const preferences = { extensions: { ui: { developer_mode: true } } };
  await writeFile(join(userDataDir, 'Default/Preferences'), JSON.stringify(preferences));
}

const isWorker = (target: { type(): string; url(): string }) =>
  target.type() === 'service_worker' && target.url().startsWith(`chrome-extension://${EXTENSION_ID}/`);

/** Stops the extension's service worker as the browser does, without attaching to it. */
export async function stopWorker(browser: Browser, through: Page): Promise<void> {
  await browser.waitForTarget(isWorker);
  const gone = new Promise<void>((resolve) => {
    const listener = (target: { type(): string; url(): string }) => {
      if (!isWorker(target)) return;
      browser.off('targetdestroyed', listener);
      resolve();
    };
    browser.on('targetdestroyed', listener);
  });
  const session = await through.createCDPSession();
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
  await gone;
}
