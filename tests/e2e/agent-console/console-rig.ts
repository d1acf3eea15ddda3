import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import type { ElementHandle, Frame, Page } from 'puppeteer';
import { type ConsoleServer, serveConsole } from '../../../demo-site/runner/console-server.ts';
import { BUILT } from '../../../demo-site/runner/workspace.ts';
import { type Rig, startRig } from '../rig.ts';

/** Not `mutation`, which does not see the text of a node change. */
export const POLLING = { polling: 100 };

/** The whole chain with the agent console at its end. */
export interface ConsoleRig {
  readonly rig: Rig;
  readonly server: ConsoleServer;
  /** The console's page. */
  readonly page: Page;
  /** Presses the button whose text begins so, inside the first element that fits `within`. */
  press(text: string, within?: string): Promise<void>;
  /** Waits until the text is somewhere inside the first element that fits `within`. */
  untilText(text: string, within?: string): Promise<void>;
  /** Opens a tool by the name that people see, and fills in its form. */
  openTool(title: string, values?: Readonly<Record<string, string>>): Promise<void>;
  /** Opens a tool that the call does not take away, calls it and closes it again. */
  call(title: string, values?: Readonly<Record<string, string>>): Promise<void>;
  /** The newest view's own frame. */
  view(): Promise<Frame>;
  /** Messages between host and views: direction and method, oldest first. */
  viewMessages(): Promise<string[]>;
  /**
   * A fresh console without calls, and one application: that page of the laboratory, alone.
   *
   * @param prepare what to do with the page before the console is looked at
   */
  open(path: string, prepare?: (site: Page) => Promise<void>): Promise<void>;
  /** Ends the MCP servers behind the consoles, as a crash would. */
  killServers(): void;
  stop(): Promise<void>;
}

/** Ends every `mcp` that this process has started. */
function killServers(): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (Number(parent) === process.pid && argv[1] === BUILT.cli && argv[2] === 'mcp')
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

export async function startConsoleRig(): Promise<ConsoleRig> {
  const rig = await startRig();
  const server = await serveConsole(BUILT.site, { cli: BUILT.cli, env: rig.profile.env });
  const page = await rig.browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  let site: Page | undefined;

  const press = async (text: string, within = 'body') => {
    const button = await page.waitForFunction(
      (place, start) =>
        [...document.querySelectorAll<HTMLButtonElement>(`${place} button`)].find(
          ({ textContent, disabled }) => textContent.startsWith(start) && !disabled,
        ),
      POLLING,
      within,
      text,
    );
    await (button as ElementHandle<HTMLButtonElement>).click();
  };
  const untilText = async (text: string, within = 'body') => {
    await page.waitForFunction(
      (place, wanted) => document.querySelector(place)?.textContent.includes(wanted),
      POLLING,
      within,
      text,
    );
  };
  const openTool = async (title: string, values: Readonly<Record<string, string>> = {}) => {
    await press(title, '.tools');
    for (const [name, value] of Object.entries(values)) {
      const field = await page.waitForSelector(`.tool.open [name="${name}"]`);
      await field?.evaluate((element) => {
        if ('value' in element) element.value = '';
      });
      const isChoice = await field?.evaluate(({ tagName }) => tagName === 'SELECT');
      await (isChoice ? field?.select(value) : field?.type(value));
    }
  };
  const frameIn = async (parent: Page | Frame, selector: string): Promise<Frame> => {
    const element = (await parent.waitForSelector(selector)) as ElementHandle<HTMLIFrameElement>;
    return element.contentFrame();
  };

  return {
    rig,
    server,
    page,
    press,
    untilText,
    openTool,
    async call(title, values) {
      await openTool(title, values);
      await press('Call', '.tool.open form');
      await press(title, '.tools');
    },
    view: async () => frameIn(await frameIn(page, '.call .frame iframe'), 'iframe'),
    async viewMessages() {
      await press('View messages', '.log');
      const lines = await page.$$eval('.messages summary', (entries) =>
        entries.map((entry) =>
          [entry.querySelector('.direction'), entry.querySelector('.method')].map((part) => part?.textContent),
        ),
      );
      return lines.map(([direction, method]) => `${direction?.slice(2)} ${method}`).reverse();
    },
    async open(path, prepare = async () => {}) {
      await site?.close();
      await page.goto('about:blank');
      await page.goto(server.url);
      // What the page before had declared is gone.
      await untilText('No application is connected');
      site = await rig.open(path);
      await prepare(site);
      // A tab behind another one draws nothing.
      await page.bringToFront();
      await page.waitForSelector('.panel.tools .tool-group:nth-of-type(2)');
    },
    killServers,
    async stop() {
      await server.close();
      await rig.stop();
    },
  };
}
