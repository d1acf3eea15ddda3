import { resolve } from 'node:path';
import type { Snapshot } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Page } from 'puppeteer';
import { expect } from 'vitest';
import type { Agent } from '../../demo-site/runner/agent.ts';
import { serveLab } from './lab-server.ts';
import { type Rig, startRig } from './rig.ts';

/** An honest site and a hostile one in one browser. */
export interface Neighbours {
  readonly rig: Rig;
  readonly agent: Agent;
  readonly honest: Page;
  readonly honestId: string;
  /** Origin of the hostile site. */
  readonly evilOrigin: string;
  /** A page of the hostile site; at another port or another name it is another origin. */
  visit(path?: string): Promise<Page>;
  /** Closes what was visited. */
  leave(): Promise<void>;
  /** The honest site does what it is asked, once and in order, and reads as it should. */
  expectHonest(times?: number): Promise<void>;
  evilWindows(snapshot: Snapshot): Snapshot['windows'];
  stop(): Promise<void>;
}

const HOSTILE_SITE = resolve(import.meta.dirname, '../hostile/site');

export async function startNeighbours(): Promise<Neighbours> {
  const [rig, evil] = await Promise.all([startRig(), serveLab(HOSTILE_SITE)]);
  const agent = await rig.agent();
  const honest = await rig.open();
  await honest.evaluate(declareHonest);
  const { id: honestId } = await agent.waitFor('the honest window', ({ windows }) =>
    windows.find(({ title }) => title === 'Honest'),
  );
  const open: Page[] = [];
  const calls = () => honest.evaluate(() => window.kept['calls'] as string[]);
  return {
    rig,
    agent,
    honest,
    honestId,
    evilOrigin: evil.origin,
    async visit(path = '/') {
      const page = await rig.open(`${evil.origin}${path}`);
      open.push(page);
      if (path === '/') await page.waitForFunction(() => document.title === 'Hostile ready');
      return page;
    },
    async leave() {
      await Promise.all(open.splice(0).map((page) => page.close()));
    },
    async expectHonest(times = 5) {
      const before = (await calls()).length;
      for (let n = 1; n <= times; n++) {
        const { answer } = await agent.call(`${honestId}__count`, { n });
        expect(answer).toEqual({
          ok: true,
          value: { message: 'counted', openedWindowIds: [], result: { calls: before + n } },
        });
      }
      expect((await calls()).slice(before)).toEqual(Array.from({ length: times }, (_, n) => String(n + 1)));
      const { windows, operableWindowIds, applications } = await agent.readWindows();
      const desk = windows.find(({ id }) => id === honestId);
      expect(desk).toMatchObject({ title: 'Honest', summary: `done ${before + times}` });
      expect(operableWindowIds).toContain(honestId);
      expect(applications.find(({ id }) => id === desk?.appId)).toMatchObject({ origin: rig.origin, state: 'live' });
    },
    evilWindows: ({ windows, applications }) =>
      windows.filter(({ appId }) => applications.find(({ id }) => id === appId)?.origin === evil.origin),
    async stop() {
      await evil.close();
      await rig.stop();
    },
  };
}

/** For the honest page: counts its calls, and can be kept waiting. */
function declareHonest(): void {
  const calls: string[] = [];
  const bridge = window.sdk.createBridge({ name: 'Honest desk' });
  let waiting: (() => void) | undefined;
  const desk = bridge.openWindow({
    title: 'Honest',
    summary: 'done 0',
    actions: {
      count: {
        title: 'Count',
        input: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
        run: (input) => {
          calls.push(String((input as { n: number }).n));
          desk.update({ summary: `done ${calls.length}` });
          return { message: 'counted', result: { calls: calls.length } };
        },
      },
      wait: {
        title: 'Wait',
        run: async () => {
          await new Promise<void>((resolve) => {
            waiting = resolve;
          });
          return { message: 'the honest answer' };
        },
      },
    },
  });
  bridge.onCall(({ callId, phase }) => {
    window.kept['callId'] = phase === 'started' ? callId : window.kept['callId'];
  });
  window.kept = { calls, go: () => waiting?.() };
}
