import { describe, expect, test } from 'vitest';
import { createBridgeIn } from '../../page-sdk/src/bridge.ts';
import {
  type Actions,
  type Bridge,
  type BridgeOptions,
  fields,
  list,
  text,
  type WindowDeclaration,
  type WindowUpdate,
} from '../../page-sdk/src/index.ts';
import { FakePage } from './fake-extension.ts';

const run = (): void => undefined;
const bridge = (): Bridge => createBridgeIn(new FakePage(), { name: 'Shop' });
const window = () => bridge().openWindow({ title: 'Cart', actions: { go: { title: 'Go', run } } });

/** What JavaScript can pass, whatever the types say. */
const passed = <T>(value: unknown): T => value as T;

describe('a wrong declaration names the field and the fix', () => {
  test.each<[unknown, string]>([
    [undefined, 'options: must be an object, but is of type undefined'],
    [null, 'options: must be an object, but is null'],
    ['Shop', 'options: must be an object, but is of type string'],
    [{}, 'name: must be a string, but is of type undefined'],
    [{ name: 5 }, 'name: must be a string, but is of type number'],
    [{ name: ' ' }, 'name: must say in words what it is called'],
    [{ name: '\u2800' }, 'name: must say in words what it is called'],
    [{ name: 'Shop', action: {} }, 'options.action: is not known; there are: name, actions'],
    [{ name: 'Shop', actions: 5 }, 'actions: must be an object, but is of type number'],
    [{ name: 'Shop', actions: null }, 'actions: must be an object, but is null'],
    [{ name: 'Shop', actions: [{ title: 'Go', run }] }, 'actions: must be an object, but is an array'],
    [{ name: 'Shop', actions: run }, 'actions: must be an object, but is of type function'],
  ])('createBridge(%j), as the first and as a further bridge', (options, message) => {
    const page = new FakePage();
    const create = () => createBridgeIn(page, passed<BridgeOptions>(options));
    expect(create).toThrow(message);
    const first = createBridgeIn(page, { name: 'Shop' });
    expect(create).toThrow(message);
    first.dispose();
  });

  test.each<[unknown, string]>([
    [undefined, 'declaration: must be an object, but is of type undefined'],
    [null, 'declaration: must be an object, but is null'],
    ['Cart', 'declaration: must be an object, but is of type string'],
    [{ titel: 'Cart' }, 'declaration.titel: is not known; there are: title, summary, blocks, actions'],
    [{ title: 'Cart', summary: null }, 'summary: must be a string, but is null'],
    [{ title: 'Cart', blocks: null }, 'blocks: must be an array, but is null'],
    [{ title: 'Cart', blocks: [undefined, text('x')] }, 'blocks[0]: must be an object, but is of type undefined'],
    [{ title: 'Cart', actions: null }, 'actions: must be an object, but is null'],
  ])('openWindow(%j), openAppModal and openModal', (declaration, message) => {
    const own = bridge();
    const owner = own.openWindow({ title: 'Owner' });
    const given = passed<WindowDeclaration<Record<string, unknown>, Record<string, unknown>>>(declaration);
    for (const open of [own.openWindow, own.openAppModal, owner.openModal]) expect(() => open(given)).toThrow(message);
  });

  test.each<[unknown, string]>([
    [undefined, 'change: must be an object, but is of type undefined'],
    ['x', 'change: must be an object, but is of type string'],
    [{ titel: 'x' }, 'change.titel: is not known; there are: title, summary, blocks'],
    [{ actions: {} }, 'change.actions: is not known; there are: title, summary, blocks'],
  ])('update(%j)', (change, message) => {
    expect(() => window().update(passed<WindowUpdate>(change))).toThrow(message);
  });

  test.each([undefined, null, 'ab', [], run])('setActions(%j), of a window and of the application', (actions) => {
    const message = 'actions: must be an object, but is';
    expect(() => window().setActions(passed<Actions>(actions))).toThrow(message);
    expect(() => bridge().setActions(passed<Actions>(actions))).toThrow(message);
  });

  test.each<[object, string]>([
    [{ hints: 'readOnly' }, 'hints: must be an object, but is of type string'],
    [{ hints: null }, 'hints: must be an object, but is null'],
    [{ hints: { destructive: 'yes' } }, 'hints.destructive: must be true or false, but is of type string'],
    [
      { hints: { destructiveHint: true } },
      'hints.destructiveHint: is not known; there are: readOnly, destructive, idempotent, openWorld',
    ],
    [{ visibility: 'model' }, 'visibility: must be an array, but is of type string'],
    [{ visibility: null }, 'visibility: must be an array, but is null'],
    [{ input: null }, 'input: must be a schema, but is null'],
    [{ output: null }, 'output: must be a schema, but is null'],
    [{ output: false }, 'output: must be a schema, but is of type boolean'],
    [{ view: null }, 'view: must be an object, but is null'],
    [{ available: null }, 'available: must be true, or the reason why not'],
    [{ inputs: { type: 'object' } }, 'inputs: is not known; there are: title, description, input'],
    [{ run: undefined }, 'run: must be a function, but is of type undefined'],
  ])('an action with %j', (part, message) => {
    const actions = passed<Actions>({ go: { title: 'Go', run, ...part } });
    expect(() => window().setActions(actions)).toThrow(`actions.go.${message}`);
  });

  test.each([undefined, null, false, ''])('setAvailable("go", %j)', (available) => {
    expect(() => window().setAvailable('go', passed<true>(available))).toThrow(
      'go.available: must be true, or the reason why not',
    );
  });

  test('a block and a field with an unknown part, such as a misspelt mark', () => {
    const show = (block: unknown) => () => window().update({ blocks: [passed(block)] });
    expect(show({ ...text('x'), sensitve: true })).toThrow(
      'blocks[0].sensitve: is not known; there are: type, id, sensitive, text',
    );
    expect(show(fields([passed({ label: 'Key', value: 1, secret: true })]))).toThrow(
      'blocks[0].items[0].secret: is not known; there are: label, value, sensitive',
    );
    expect(show(fields(passed([null])))).toThrow('blocks[0].items[0]: must be an object, but is null');
    expect(show(list([], { ordered: passed('yes') }))).toThrow('blocks[0].ordered: must be true or false');
    expect(show({ type: 'constructor' })).toThrow('blocks[0].type: must be one of text, fields');
  });

  test('listeners must be functions', () => {
    const own = bridge();
    for (const listen of [own.onStatus, own.onCall]) {
      expect(() => listen(passed(5))).toThrow('listener: must be a function, but is of type number');
    }
    expect(() => own.onSettle(passed(undefined))).toThrow('idle: must be a function');
  });
});

test('what is undefined counts as left out', () => {
  const own = bridge();
  const given = { title: 'Cart', summary: undefined, blocks: undefined, actions: undefined, other: undefined };
  const cart = own.openWindow(given);
  cart.update({ title: undefined });
  cart.setActions({ go: { title: 'Go', run, hints: undefined, output: undefined, visibility: undefined } });
  expect(cart.version).toBe(1);
});
