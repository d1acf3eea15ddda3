import { createHash } from 'node:crypto';
import {
  type AgentToHost,
  type GoneReason,
  type HostToAgent,
  LIMITS,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { steadyClock } from '../../../../native-host/src/link/clock.ts';
import { GuiModel } from '../../../../native-host/src/mcp/gui-model.ts';
import { HostLinks } from '../../../../native-host/src/mcp/host-links.ts';

const HTML = '<p>';
const HASH = createHash('sha256').update(HTML).digest('hex');
const SHOP = 'https://shop.example';
const BANK = 'https://bank.example';

/** A host at the other end of a link, in the hands of a test. */
class Host {
  readonly #links: HostLinks;
  #hear: (message: HostToAgent) => void = () => {};
  #end: (reason: string) => void = () => {};

  constructor(links: HostLinks, profileId = 'home', generation = 1) {
    this.#links = links;
    const connection = {
      backlogBytes: 0,
      drained: async () => {},
      send: (message: AgentToHost) => {
        if (message.type === 'view') this.says({ ...message, type: 'viewed', html: HTML });
      },
      onMessage: (listener: (message: HostToAgent) => void) => {
        this.#hear = listener;
        return () => {};
      },
      onClose: (listener: (reason: string) => void) => {
        this.#end = listener;
        return () => {};
      },
      close: (reason = '') => this.#end(reason),
    };
    const ignored = () => {};
    links.open(connection, ignored, ignored);
    const extension = { version: '0.1.0', browser: 'Test', profileId, generation };
    this.says({ type: 'hello', wire: WIRE_VERSION, version: '0.1.0', pid: 1, extension });
  }

  says(message: HostToAgent): this {
    this.#hear(message);
    return this;
  }

  ready(): this {
    return this.says({ type: 'ready' });
  }

  opens(id: string, origin = SHOP): this {
    const application = { id, origin, browser: 'Test', condition: 'live' } as const;
    return this.says({ type: 'model', event: { type: 'attached', application, declared: { name: id }, running: [] } });
  }

  closes(appId: string, reason: GoneReason = 'closed'): this {
    return this.says({ type: 'model', event: { type: 'detached', appId, reason } });
  }

  refuses(message: string, disconnected?: true): void {
    this.says({ type: 'refused', message, ...(disconnected && { disconnected }) });
    this.ends();
  }

  ends(): void {
    this.#end('gone');
  }

  /** The document of the site that the application shows, fetched by the agent. */
  async shows(appId: string, origin = SHOP): Promise<this> {
    expect(await this.#links.views.document(origin, HASH, [appId])).toBe(HTML);
    return this;
  }
}

let links: HostLinks;
const kept = (origin = SHOP) => links.views.document(origin, HASH, []);
const graceOver = () => vi.advanceTimersByTimeAsync(LIMITS.reconnectMs);

beforeEach(() => {
  vi.useFakeTimers();
  const clock = steadyClock();
  const gui = new GuiModel('instance', undefined, clock);
  links = new HostLinks({ gui, clock, program: 'test', token: undefined, log: () => {} });
});
afterEach(() => void vi.useRealTimers());

describe('a document stays', () => {
  test.each([
    '32 agents are connected to this browser already. Close one, then try again.',
    'The browser’s native host is too old',
  ])('when another host refuses this agent: %s', async (message) => {
    await new Host(links).opens('A').ready().shows('A');
    new Host(links, 'work').refuses(message);
    expect(await kept()).toBe(HTML);
  });

  test('when the person disconnects this agent in another profile', async () => {
    await new Host(links).opens('A').ready().shows('A');
    const work = await new Host(links, 'work').opens('B', BANK).ready().shows('B', BANK);
    work.refuses('disconnected', true);
    expect([await kept(), await kept(BANK)]).toEqual([HTML, undefined]);
  });

  test('when its host refuses this agent for any other reason, and when its browser is gone', async () => {
    const host = await new Host(links).opens('A').ready().shows('A');
    host.ends();
    new Host(links).refuses('32 agents are connected to this browser already.');
    await graceOver();
    expect(await kept()).toBe(HTML);
  });

  test('when one frame of the site is taken from this agent and its page is not', async () => {
    const host = await new Host(links).opens('page').opens('frame').ready().shows('page');
    host.closes('frame', 'revoked');
    expect(await kept()).toBe(HTML);
  });

  test('when a page closes, also right after it handed the document over, while other sites are taken back', async () => {
    const host = new Host(links).opens('A').opens('B', BANK).ready();
    const asked = links.views.document(SHOP, HASH, ['A']);
    host.closes('A').closes('B', 'revoked');
    expect([await asked, await kept()]).toEqual([HTML, HTML]);
  });

  test('when the next host shows its site again', async () => {
    (await new Host(links).opens('A').ready().shows('A')).ends();
    new Host(links, 'home', 2).opens('A').ready();
    await graceOver();
    expect(await kept()).toBe(HTML);
  });

  test('when its page came and went within the first moments of a host', async () => {
    (await new Host(links).opens('A').ready().shows('A')).closes('A');
    await graceOver();
    expect(await kept()).toBe(HTML);
  });
});

describe('a document goes', () => {
  test('with the last page of its site that is taken from this agent', async () => {
    const host = await new Host(links).opens('A').opens('B').opens('C', BANK).ready().shows('A');
    await host.shows('C', BANK);
    host.closes('A', 'revoked').closes('B', 'revoked');
    expect([await kept(), await kept(BANK)]).toEqual([undefined, HTML]);
  });

  test('also if the last page closes by itself in the meantime', async () => {
    const host = await new Host(links).opens('A').opens('B').ready().shows('A');
    host.closes('A', 'revoked').closes('B');
    expect(await kept()).toBeUndefined();
  });

  test('when its own host disconnects this agent, also before it lets it in again', async () => {
    (await new Host(links).opens('A').ready().shows('A')).refuses('disconnected', true);
    expect(await kept()).toBeUndefined();
    (await new Host(links, 'home', 2).opens('A').ready().shows('A')).ends();
    new Host(links, 'home', 3).refuses('disconnected', true);
    expect(await kept()).toBeUndefined();
  });

  test('when its site was taken back while the link was down, however long that was', async () => {
    (await new Host(links).opens('A').ready().shows('A')).ends();
    await graceOver();
    expect(await kept()).toBe(HTML);
    new Host(links, 'home', 2).opens('B', BANK).ready();
    await graceOver();
    expect(await kept()).toBeUndefined();
  });

  test('in the profile where the site was taken back, and can be had from another one', async () => {
    const home = await new Host(links).opens('A').ready().shows('A');
    const work = new Host(links, 'work').opens('B').ready();
    home.closes('A', 'revoked');
    expect(await kept()).toBeUndefined();
    await work.shows('B');
  });
});
