import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXTENSION_ID } from '@mcp-gui-bridge/page-sdk/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '../../demo-site/runner/agent.ts';
import { startRawAgent } from './raw-agent.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
let agent: Agent;
beforeAll(async () => {
  rig = await startRig();
  agent = await rig.agent();
});
afterAll(() => rig.stop());

/** Letters that occur nowhere else in what is sent. */
const SECRET = 'ѪѮѰѲѴѶѸѺѼѾҀҊ';

test("no page can fetch, load or frame any of the extension's files", async () => {
  const files = await listed(join(import.meta.dirname, '../../extension/dist/chromium-dev'));
  expect(files).toContain('manifest.json');
  const page = await rig.open();
  const urls = files.map((file) => `chrome-extension://${EXTENSION_ID}/${file}`);
  const reached = await page.evaluate(async (all) => {
    const loads = (tag: 'script' | 'img', url: string) =>
      new Promise<boolean>((resolve) => {
        const element = document.createElement(tag);
        element.onload = () => resolve(true);
        element.onerror = () => resolve(false);
        element.src = url;
        document.body.append(element);
      });
    const found: string[] = [];
    for (const url of all) {
      const fetched = await fetch(url).then(
        () => true,
        () => false,
      );
      if (fetched || (await loads('script', url)) || (await loads('img', url))) found.push(url);
    }
    return found;
  }, urls);
  expect(reached).toEqual([]);
  await page.close();
});

test('a sensitive value is in no byte that reaches an agent or a log, wherever the page puts it', async () => {
  const raw = startRawAgent({ ...rig.profile.env, MCP_GUI_BRIDGE_LOG: 'debug' });
  await raw.initialize();
  const page = await rig.open();
  await page.evaluate((secret) => {
    const { createBridge, fields, text, custom, media, list, table, notice, ActionError } = window.sdk;
    const bridge = createBridge({ name: 'Vault' });
    bridge.openWindow({
      title: `Vault ${secret}`,
      summary: `It is ${secret}`,
      blocks: [
        fields([
          { label: 'Password', value: secret, sensitive: true },
          { label: `Copy ${secret}`, value: secret },
        ]),
        text(secret),
        custom({ deep: [{ [secret]: secret }] }, { sensitive: true }),
        list([secret]),
        table([secret], [[secret]], { sensitive: true }),
        notice('error', `bad ${secret}`),
        media('image/png', 'data:image/png;base64,AAAA', { alt: secret }),
      ],
      actions: {
        fail: {
          title: 'Fail',
          run: () => {
            throw new ActionError(`no ${secret}`);
          },
        },
        tell: { title: 'Tell', run: () => ({ message: secret, result: { secret } }) },
      },
    });
  }, SECRET);
  const { id } = await agent.waitFor('the vault', ({ windows }) => windows.find(({ blocks }) => blocks.length === 7));
  await raw.request('resources/read', { uri: 'app://windows' });
  await raw.request('tools/list');
  for (const action of ['fail', 'tell']) await raw.request('tools/call', { name: `${id}__${action}`, arguments: {} });
  await raw.close();
  const logs = await listed(join(rig.profile.stateDirectory, 'log'));
  const texts = await Promise.all(logs.map((file) => readFile(join(rig.profile.stateDirectory, 'log', file), 'utf8')));
  const everything = [raw.bytes(), ...texts].join('\n');
  expect(everything).toContain('••••••••');
  const forms = [
    SECRET,
    JSON.stringify(SECRET).slice(1, -1),
    encodeURIComponent(SECRET),
    Buffer.from(SECRET).toString('base64'),
  ];
  for (const form of forms) expect(everything).not.toContain(form);
  for (const character of SECRET) expect(everything).not.toContain(character);
  await page.close();
});

test('what the person decided can be neither read nor changed from the world of our content script', async () => {
  const page = await rig.open();
  await page.evaluate(() => void window.sdk.createBridge({ name: 'Site' }).openWindow({ title: 'Site' }));
  await agent.waitFor('the site', ({ windows }) => windows.find(({ title }) => title === 'Site'));
  const session = await page.createCDPSession();
  const worlds: number[] = [];
  session.on('Runtime.executionContextCreated', ({ context: { id, origin } }) => {
    if (origin === `chrome-extension://${EXTENSION_ID}`) worlds.push(id);
  });
  await session.send('Runtime.enable');
  await expect.poll(() => worlds).toHaveLength(1);
  const outcome = async (expression: string) => {
    const caught = `(async () => ${expression})().then(() => 'done', String)`;
    const run = { contextId: worlds[0] ?? 0, expression: caught, awaitPromise: true, returnByValue: true };
    return (await session.send('Runtime.evaluate', run)).result.value;
  };
  expect(await outcome('chrome.runtime.id')).toBe('done');
  for (const area of ['local', 'session']) {
    for (const use of ["get('grants')", 'get()', "set({ preferences: { ask: 'destructive' } })", 'clear()']) {
      expect(await outcome(`chrome.storage.${area}.${use}`)).toContain('Access to storage is not allowed');
    }
  }
  await page.close();
});

test('frames cannot speak for the page, and a page cannot speak for another', async () => {
  const page = await rig.open();
  await page.evaluate(async (other) => {
    const speak = `
      const { port1, port2 } = new MessageChannel();
      const attach = JSON.stringify({ type: 'attach', wire: 1, sdk: 'x', running: [], declared: { name: 'Forged', windows: [] } });
      port1.onmessage = ({ data }) => { if (data && data.pipe === 'open') port1.postMessage(attach); };
      const hello = { channel: 'mcp-gui-bridge', kind: 'hello', generation: 99 };
      for (const to of [parent, top]) to.postMessage(hello, '*', [port2]);`;
    const frame = (attributes: Record<string, string>) =>
      new Promise((resolve) => {
        const element = document.createElement('iframe');
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        element.onload = resolve;
        document.body.append(element);
      });
    const html = `<script>${speak}</script>`;
    await frame({ srcdoc: html });
    await frame({ srcdoc: html, sandbox: 'allow-scripts' });
    await frame({ src: `${other}/lab.html` });
    window.dispatchEvent(
      new MessageEvent('message', {
        data: { channel: 'mcp-gui-bridge', kind: 'hello', generation: 99 },
        source: window,
        origin: location.origin,
        ports: [new MessageChannel().port1],
      }),
    );
    window.sdk.createBridge({ name: 'Honest' }).openWindow({ title: 'Honest' });
  }, `http://127.0.0.1:${rig.port}`);
  const { applications } = await agent.waitFor('the honest window', (snapshot) =>
    snapshot.windows.some(({ title }) => title === 'Honest') ? snapshot : undefined,
  );
  expect(applications.map(({ name }) => name)).toEqual(['Honest']);
  await page.close();
});

test('what a page says wrong costs that page, with a sentence in its console, and no other', async () => {
  const good = await rig.open();
  await good.evaluate(
    () =>
      void window.sdk
        .createBridge({ name: 'Good' })
        .openWindow({ title: 'Good', actions: { ping: { title: 'Ping', run: () => ({ message: 'pong' }) } } }),
  );
  const { id } = await agent.waitFor('the good window', ({ windows }) => windows.find(({ title }) => title === 'Good'));
  const bad = await rig.open();
  const answer = await bad.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => {
          if (data?.pipe === 'open')
            port1.postMessage(
              JSON.stringify({ type: 'attach', wire: 1, sdk: 'x', running: [], declared: { name: '' } }),
            );
          else if (typeof data === 'string') resolve(data);
        };
        window.postMessage({ channel: 'mcp-gui-bridge', kind: 'hello', generation: 1 }, location.origin, [port2]);
      }),
  );
  expect(JSON.parse(answer)).toMatchObject({ type: 'refused', message: expect.stringContaining('name') });
  expect((await agent.call(`${id}__ping`)).answer).toMatchObject({ ok: true });
  await Promise.all([good.close(), bad.close()]);
});

async function listed(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
}
