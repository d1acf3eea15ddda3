import { getToolUiResourceUri } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { ElementHandle, Frame, Page } from 'puppeteer';
import type { Agent } from '../../../demo-site/runner/agent.ts';
import { type Rig, startRig } from '../rig.ts';
import type { Asked, Shown } from './host-page.ts';
import { type BasicHostServer, serveBasicHost } from './serve-basic-host.ts';

/** At intervals: to puppeteer's observer a text that changes in its place is no mutation. */
const OFTEN = { polling: 100 } as const;

/** A chat with a real agent: shows the views of tools in the official basic host, and the order desk beside them. */
export class Chat {
  readonly rig: Rig;
  readonly agent: Agent;
  readonly server: BasicHostServer;
  /** The page of the chat host. */
  readonly host: Page;
  /** What the views called, and what was answered. */
  readonly relayed: string[] = [];
  #desk: Page | undefined;

  private constructor(rig: Rig, agent: Agent, server: BasicHostServer, host: Page) {
    this.rig = rig;
    this.agent = agent;
    this.server = server;
    this.host = host;
  }

  static async start(): Promise<Chat> {
    const [rig, server] = await Promise.all([startRig(), serveBasicHost()]);
    const agent = await rig.agent('chat');
    const chat = new Chat(rig, agent, server, await rig.browser.newPage());
    await chat.host.exposeFunction('relayCallTool', async (params: Parameters<typeof agent.client.callTool>[0]) => {
      chat.relayed.push(`started ${params.name}`);
      const result = await agent.client.callTool(params);
      chat.relayed.push(`ended ${params.name}`);
      return result;
    });
    await chat.host.exposeFunction('relayReadResource', (params: { uri: string }) => agent.client.readResource(params));
    return chat;
  }

  async stop(): Promise<void> {
    await this.rig.stop();
    await this.server.close();
  }

  /** An empty chat, and one order desk as it is at its start. */
  async renew(path = '/'): Promise<void> {
    await this.host.goto(new URL(path, this.server.url).href);
    await this.#desk?.close();
    this.#desk = await this.rig.open('/desk/index.html');
    await this.agent.waitFor('one order desk', ({ windows }) => (windows.length === 3 ? true : undefined));
  }

  /** The window of that title, once it can be operated. */
  windowNamed(title: string) {
    return this.agent.waitFor(title, ({ windows, operableWindowIds }) =>
      windows.find((window) => window.title === title && operableWindowIds.includes(window.id)),
    );
  }

  /** What a chat host knows of a tool's view: calls the tool as the model would, and reads its document. */
  async shownOf(name: string, input: Record<string, unknown> = {}): Promise<Shown> {
    const { client } = this.agent;
    const { tools } = await client.listTools();
    const uri = getToolUiResourceUri({ _meta: tools.find((tool) => tool.name === name)?._meta ?? {} }) ?? '';
    const { contents } = await client.readResource({ uri });
    const [content] = contents;
    const result = await client.callTool({ name, arguments: input });
    return {
      html: content !== undefined && 'text' in content ? content.text : '',
      ...(content?._meta?.['ui'] ?? {}),
      tool: { name, inputSchema: { type: 'object' } },
      input,
      result: result as Shown['result'],
      context: { theme: 'light', locale: 'en-US', availableDisplayModes: ['inline', 'fullscreen'] },
    };
  }

  /** Calls a tool and shows its view. */
  async showTool(name: string, input: Record<string, unknown> = {}): Promise<ShownView> {
    return this.show(await this.shownOf(name, input));
  }

  async show(shown: Shown): Promise<ShownView> {
    // A tab behind another one draws nothing.
    await this.host.bringToFront();
    await this.host.evaluate((given) => window.host.show(given), shown);
    return new ShownView(this, await frameIn(await frameIn(this.host.mainFrame())));
  }

  asked(): Promise<Asked> {
    return this.host.evaluate(() => window.host.asked);
  }
}

export async function frameIn(parent: Frame): Promise<Frame> {
  const element = (await parent.waitForSelector('iframe')) as ElementHandle<HTMLIFrameElement>;
  return element.contentFrame();
}

/** A view as the person sees it. */
export class ShownView {
  readonly frame: Frame;
  readonly #chat: Chat;

  constructor(chat: Chat, frame: Frame) {
    this.#chat = chat;
    this.frame = frame;
  }

  text(): Promise<string> {
    return this.frame.evaluate(() => document.querySelector('main, p')?.textContent ?? '');
  }

  async untilText(text: string): Promise<void> {
    await this.#until(`"${text}" is shown`, () =>
      this.frame.waitForFunction(
        (wanted) => document.querySelector('main, p')?.textContent.includes(wanted),
        OFTEN,
        text,
      ),
    );
  }

  /** The button of that name inside the first element that fits `within`. */
  async button(name: string, within = 'main'): Promise<ElementHandle<HTMLButtonElement>> {
    const found = await this.#until(`there is the button "${name}"`, () =>
      this.frame.waitForFunction(
        (place, text) =>
          [...document.querySelectorAll<HTMLButtonElement>(`${place} button`)].find(
            ({ textContent }) => textContent === text,
          ),
        OFTEN,
        within,
        name,
      ),
    );
    return found as ElementHandle<HTMLButtonElement>;
  }

  /** Presses it with the keyboard: while a view is live, what was under the mouse may have moved before it clicks. */
  async press(name: string, within = 'main'): Promise<void> {
    await (await this.button(name, within)).press('Enter');
  }

  async #until<T>(what: string, wait: () => Promise<T>): Promise<T> {
    try {
      return await wait();
    } catch (cause) {
      const [shown, { passed }] = await Promise.all([this.text().catch(String), this.#chat.asked()]);
      const last = passed.slice(-12).map(({ to, method }) => `${to} ${method}`);
      const calls = this.#chat.relayed.slice(-6);
      const seen = `It shows: ${shown}\nMessages: ${last.join(', ')}\nCalls: ${calls.join(', ')}`;
      throw new Error(`It never came to this: ${what}. ${seen}`, { cause });
    }
  }
}
