import { type Action, LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ListedTools } from '../../../native-host/src/mcp/tool-list.ts';
import { action, appId, attached, modelOf, window, windowId } from './model-events.ts';

const HELPERS = ['app__read_windows', 'app__call'].map((name) => ({ name, inputSchema: { type: 'object' as const } }));
const all = new ListedTools(HELPERS, 'all');
const names = (gui: ReturnType<typeof modelOf>, listed = all) => listed.of(gui.view).map(({ name }) => name);
const actions = (count: number): Action[] => Array.from({ length: count }, (_, i) => action(`a${i}`));

test('helpers, tips of modal chains, applications, other windows; by opening number, names in order', () => {
  const gui = modelOf([
    attached('orders', [
      window('first', 1, { actions: [action('b'), action('a')] }),
      window('second', 2),
      window('dialog', 3, { modal: true, ownerId: windowId('second') }),
    ]),
    attached('stock', [window('stock', 1)], { actions: [action('recount')] }),
  ]);
  expect(names(gui)).toEqual([
    'app__read_windows',
    'app__call',
    `${windowId('dialog')}__go`,
    `app__${appId('stock')}_recount`,
    `${windowId('first')}__a`,
    `${windowId('first')}__b`,
    `${windowId('stock')}__go`,
  ]);
});

test('blocked windows, unavailable actions and applications under an app-level modal are hidden', () => {
  const gui = modelOf([
    attached(
      'orders',
      [
        window('editor', 1),
        window('expired', 2, { modal: true, actions: [action('sign_in'), action('x', { available: 'no' })] }),
      ],
      {
        actions: [action('new_order')],
      },
    ),
  ]);
  expect(names(gui).slice(2)).toEqual([`${windowId('expired')}__sign_in`]);
});

test('--tools chooses what is listed', () => {
  const gui = modelOf([attached('orders', [window('one', 1)])]);
  expect(names(gui, new ListedTools(HELPERS, 'helpers'))).toEqual(['app__read_windows', 'app__call']);
  expect(names(gui, new ListedTools(HELPERS, 'windows'))).toEqual([`${windowId('one')}__go`]);
});

test('title and description say which window of which site, and the schema asks for the version where it matters', () => {
  const gui = modelOf([
    attached('orders', [
      window('Order Editor', 1, {
        actions: [
          action('read', { title: 'Read', hints: { readOnly: true } }),
          action('set', { title: 'Set', description: 'x'.repeat(1000) }),
        ],
      }),
    ]),
  ]);
  const [, , read, set] = all.of(gui.view);
  expect(read).toMatchObject({ title: 'Read · Order Editor · orders.example', annotations: { readOnlyHint: true } });
  expect(read?.inputSchema.properties).not.toHaveProperty('expectedVersion');
  expect(set?.inputSchema.properties).toEqual({ expectedVersion: { type: 'integer' } });
  expect(set?.description).toMatch(/ · Order Editor · orders\.example$/);
  expect(set?.outputSchema).not.toHaveProperty('required');
});

test('an origin without https is shown whole', () => {
  const gui = modelOf([attached('orders', [window('one', 1)], { origin: 'http://localhost:5173' })]);
  expect(all.of(gui.view)[2]?.title).toBe('go · one · http://localhost:5173');
});

test('a tool for an application’s own view is marked as such', () => {
  const gui = modelOf([attached('o', [window('one', 1, { actions: [action('go', { visibility: ['app'] })] })])]);
  expect(all.of(gui.view)[2]?._meta).toEqual({ ui: { visibility: ['app'] } });
});

test('an action whose schema cannot be published costs only itself', () => {
  const bad = action('bad', { inputSchema: { type: 'object', properties: { a: { $ref: 'https://example.com/x' } } } });
  const gui = modelOf([attached('orders', [window('one', 1, { actions: [bad, action('good')] })])]);
  expect(names(gui).slice(2)).toEqual([`${windowId('one')}__good`]);
});

describe('the cap of 128', () => {
  test('exactly 128 fit, one more leaves its whole group out', () => {
    const windows = (last: number) => [
      window('one', 1, { actions: actions(64) }),
      window('two', 2, { actions: actions(last) }),
      window('tiny', 3, { actions: [] }),
    ];
    expect(names(modelOf([attached('orders', windows(62))]))).toHaveLength(LIMITS.toolsListed);
    expect(names(modelOf([attached('orders', windows(63))]))).toHaveLength(66);
  });

  test('groups are never cut, the order never depends on how the state came about', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(sizes, fc.boolean(), (counts, reverse) => {
        const applications = counts.map((count, i) =>
          attached(`app${'abcdefghijkl'[i]}`, [window(`win${'abcdefghijkl'[i]}`, 1, { actions: actions(count) })]),
        );
        const listed = names(modelOf(applications));
        expect(listed.length).toBeLessThanOrEqual(LIMITS.toolsListed);
        for (const [i, count] of counts.entries()) {
          const own = listed.filter((name) => name.startsWith(windowId(`win${'abcdefghijkl'[i]}`)));
          expect([0, count]).toContain(own.length);
        }
        if (reverse) expect(names(modelOf([...applications].reverse()))).toEqual(listed);
      }),
    );
  });
});

test('lists are compared by what they say, not by which objects they are', () => {
  const one = modelOf([attached('orders', [window('one', 1)])]);
  const same = modelOf([attached('orders', [window('one', 1, { summary: 'other content', version: 9 })])]);
  const other = modelOf([attached('orders', [window('one', 1, { title: 'New title' })])]);
  expect(all.same(one.view, same.view)).toBe(true);
  expect(all.same(one.view, other.view)).toBe(false);
});
