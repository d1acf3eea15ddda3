import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EXTENSION_ID } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BUILT } from '../../demo-site/runner/workspace.ts';
import { type Neighbours, startNeighbours } from './neighbours.ts';

let all: Neighbours;
beforeAll(async () => {
  all = await startNeighbours();
});
afterEach(() => all.leave());
afterAll(() => all?.stop());

describe('a page that answers with', () => {
  const BOMBS = {
    cyclic: ['result_unserialisable', 'not an object'],
    huge: ['result_too_large'],
    deep: ['result_unserialisable'],
    getter: ['result_unserialisable'],
    proxy: ['result_unserialisable'],
    many: ['result_unserialisable', 'result_too_large'],
    string: ['result_invalid'],
  } as const;

  let evil: Page;
  let id: string;
  beforeAll(async () => {
    evil = await all.rig.open(`${all.evilOrigin}/`);
    await evil.waitForFunction(() => document.title === 'Hostile ready');
    await evil.evaluate(() => {
      const deep = () => {
        let value: unknown = 1;
        for (let n = 0; n < 20_000; n++) value = [value];
        return value;
      };
      const cyclic: Record<string, unknown> = {};
      cyclic['self'] = cyclic;
      const results: Record<string, () => unknown> = {
        cyclic: () => cyclic,
        huge: () => ({ text: 'x'.repeat(3_000_000) }),
        deep: () => ({ deep: deep() }),
        getter: () => ({
          get boom() {
            throw new Error('boom');
          },
        }),
        proxy: () =>
          new Proxy(
            {},
            {
              ownKeys: () => {
                throw new Error('boom');
              },
            },
          ),
        many: () => ({ list: Array.from({ length: 200_000 }, (_, n) => ({ n })) }),
        string: () => 'not an object',
        bigint: () => ({ big: 2n ** 200n, map: new Map([[1, 2n]]), date: new Date(0), nan: Number.NaN }),
        proto: () => JSON.parse('{"__proto__":{"polluted":true}}'),
      };
      const actions = Object.fromEntries(
        Object.entries(results).map(([name, make]) => [
          name,
          { title: name, run: () => ({ result: make() as object }) },
        ]),
      );
      window.sdk.createBridge({ name: 'Bombs' }).openWindow({ title: 'Bombs' }).setActions(actions);
    });
    const found = await all.agent.waitFor('the bombs', ({ windows }) => windows.find(({ title }) => title === 'Bombs'));
    id = found.id;
  });
  afterAll(() => evil.close());

  test.each(Object.entries(BOMBS))('%s: done, said so, and why it returns nothing', async (name, reasons) => {
    const { answer } = await all.agent.call(`${id}__${name}`);
    expect(answer).toMatchObject({ ok: true, value: { outcome: 'executed', reason: expect.any(String) } });
    expect(reasons).toContain(answer.ok && answer.value.reason);
    await all.expectHonest(1);
  });

  test('what JSON does not have: as JSON', async () => {
    const { answer } = await all.agent.call(`${id}__bigint`);
    const big = String(2n ** 200n);
    expect(answer).toMatchObject({ ok: true, value: { result: { big, date: '1970-01-01T00:00:00.000Z', nan: null } } });
  });

  test('a prototype: a member like any other, or none', async () => {
    await all.agent.call(`${id}__proto`);
    expect(Object.prototype).not.toHaveProperty('polluted');
    expect(await all.honest.evaluate(() => 'polluted' in {})).toBe(false);
    await all.expectHonest(1);
  });
});

test('a page that declares schemas beyond the limits, without the SDK, is told so and disconnected', async () => {
  const evil = await all.visit();
  const properties = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`p${n}`, {}]));
  const nested = JSON.parse(`${'{"properties":{"a":'.repeat(400)}{}${'}}'.repeat(400)}`);
  const answers: string[] = [];
  for (const schema of [{ properties }, nested, { pattern: 'a?'.repeat(500) }, { description: 'x'.repeat(20_000) }]) {
    const heard = await evil.evaluate(async (text) => {
      await window.raw.hello();
      const before = window.raw.heard.length;
      const action = { name: 'go', title: 'Go', inputSchema: JSON.parse(text), available: true, timeoutMs: 9_000 };
      window.raw.attach({ windows: [window.raw.window(1, { actions: [action] })] });
      return before;
    }, JSON.stringify(schema));
    await evil.waitForFunction((before) => window.raw.heard.length > before, { polling: 100 }, heard);
    answers.push(await evil.evaluate(() => JSON.stringify(window.raw.heard.at(-1))));
  }
  for (const answer of answers) expect(answer).toMatch(/"refused".*(?:properties|deep|pattern|larger)/);
  await all.expectHonest();
});

test('frames of a hostile page, and hostile frames in an honest one, have no channel', async () => {
  await all.honest.evaluate(async (address) => {
    const frame = document.createElement('iframe');
    frame.src = address;
    await new Promise((resolve) => {
      frame.onload = resolve;
      document.body.append(frame);
    });
  }, `${all.evilOrigin}/frame.html`);
  const evil = await all.visit();
  await evil.evaluate(async (address) => {
    for (const src of [address, '/frame.html']) {
      const frame = document.createElement('iframe');
      frame.src = src;
      await new Promise((resolve) => {
        frame.onload = resolve;
        document.body.append(frame);
      });
    }
    window.sdk.createBridge({ name: 'Around' }).openWindow({ title: 'Around' });
  }, `${all.rig.origin}/lab.html`);
  const { applications } = await all.agent.waitFor('the page around', (snapshot) =>
    snapshot.applications.some(({ name }) => name === 'Around') ? snapshot : undefined,
  );
  expect(applications.map(({ name }) => name).sort()).toEqual(['Around', 'Honest desk']);
  await all.expectHonest();
});

test('a page that has replaced what the language offers harms itself at most', async () => {
  const evil = await all.visit();
  await evil.evaluate(() => {
    const takeAway = (what: object, name: string) => Reflect.set(what, name, () => 'replaced');
    takeAway(JSON, 'stringify');
    takeAway(JSON, 'parse');
    takeAway(Array.prototype, 'map');
    takeAway(MessagePort.prototype, 'postMessage');
    takeAway(Object, 'entries');
    try {
      window.sdk.createBridge({ name: 'Broken' }).openWindow({ title: 'Broken' });
    } catch {
      // Its own affair.
    }
  });
  await all.expectHonest();
});

test('another extension can neither connect nor send nor fetch anything', async () => {
  const files = readdirSync(BUILT.extension, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(BUILT.extension.length + 1));
  expect(files).toContain('manifest.json');
  const id = await all.rig.browser.installExtension(resolve(import.meta.dirname, '../hostile/other-extension'));
  const target = await all.rig.browser.waitForTarget(
    (candidate) => candidate.url() === `chrome-extension://${id}/worker.js`,
  );
  const worker = await target.worker();
  if (worker === null) throw new Error('the other extension has no worker');
  await expect.poll(() => worker.evaluate(() => 'reach' in globalThis)).toBe(true);
  const found = await worker.evaluate(
    (ours, all) =>
      (globalThis as unknown as { reach(id: string, files: string[]): Promise<string[]> }).reach(ours, all),
    EXTENSION_ID,
    files,
  );
  expect(found).toEqual([]);
  await all.rig.browser.uninstallExtension(id);
});
