import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Actions } from '../../page-sdk/src/action.ts';
import { RawAgent, structured, toolNames } from './agent-process.ts';
import { type ServedPages, servePages } from './served-pages.ts';

const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
const LONG = 'approve_the_purchase_order_of_the_department_';

const NAMES = [
  'submit',
  'Bestellung prüfen',
  '注文を送る',
  '🚀',
  '🚀🚀',
  'two words',
  'two_words',
  'double__underscore',
  '__',
  '_',
  '-',
  '1st',
  '2',
  'app__call',
  'constructor',
  '__proto__x',
  'a/b',
  'a.b',
  'a'.repeat(27),
  'a'.repeat(28),
  'x'.repeat(200),
  `${LONG}one`,
  `${LONG}two`,
];

const declared = (names: readonly string[]): Actions =>
  Object.fromEntries(names.map((name) => [name, { title: `Does ${name}`, run: () => ({ message: name }) }]));

let pages: ServedPages;
let agent: RawAgent;
let id = 0;

beforeEach(async () => {
  pages = await servePages();
});

afterEach(async () => {
  await agent.stop();
  await pages.stop();
});

const listed = async (): Promise<string[]> =>
  toolNames(await agent.request(++id, 'tools/list')).filter((name) => !/^app__(?!a[a-z2-7]{10}_)/.test(name));

async function callAll(names: readonly string[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const name of names) {
    const answer = structured(await agent.request(++id, 'tools/call', { name, arguments: {} }));
    answers.push((answer as { message?: string }).message);
  }
  return answers;
}

test('whatever actions are called, their tools are valid, unique and lead to the right one, and they stay', async () => {
  const page = await pages.open('Desk', declared(NAMES));
  const window = page.bridge.openWindow({ title: 'Window', actions: declared(NAMES) });
  agent = new RawAgent(pages.directory);
  await agent.initialize();
  await agent.attached();
  const first = await listed();
  expect(first).toHaveLength(2 * NAMES.length);
  expect(new Set(first).size).toBe(first.length);
  for (const name of first) expect(name).toMatch(TOOL_NAME);
  expect((await callAll(first)).sort()).toEqual([...NAMES, ...NAMES].sort());

  const [one, ...others] = NAMES;
  window.update({ summary: 'Something else' });
  window.setActions(declared([...others.reverse(), one ?? '']));
  window.setAvailable('🚀', 'Not now');
  window.setAvailable('🚀', true);
  await callAll(first.slice(0, 1));
  expect(new Set(await listed())).toEqual(new Set(first));
});

test('a successor of the worker, knowing nothing, arrives at the same names', async () => {
  const page = await pages.open('Desk', declared(NAMES));
  page.bridge.openWindow({ title: 'Window', actions: declared(NAMES) });
  agent = new RawAgent(pages.directory);
  await agent.initialize();
  await agent.attached();
  const before = await listed();
  await pages.restartWorker();
  expect(await listed()).toEqual(before);
  expect((await callAll(before)).sort()).toEqual([...NAMES, ...NAMES].sort());
});
