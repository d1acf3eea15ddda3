import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBridgeIn } from '../../page-sdk/src/bridge.ts';
import {
  ActionError,
  type BlockInput,
  custom,
  fields,
  list,
  media,
  notice,
  table,
  text,
  ValidationError,
} from '../../page-sdk/src/index.ts';
import { FakeExtension, FakePage } from './fake-extension.ts';

const MASK = '••••••••';
const SECRET = 'Ωψ‡Ξ§Ωψ‡Ξ§Ωψ‡Ξ§';

let page: FakePage;
let extension: FakeExtension;

beforeEach(() => {
  page = new FakePage();
  extension = new FakeExtension(page);
});

afterEach(() => {
  extension.remove();
  vi.restoreAllMocks();
});

const create = () => createBridgeIn(page, { name: 'Vault' });

async function exposed(...blocks: BlockInput[]) {
  const window = create().openWindow({ title: 'Vault', blocks });
  const state = await extension.untilWindow('Vault');
  return { window, blocks: state.blocks };
}

describe('a sensitive value', () => {
  test.each([
    ['text', SECRET, MASK],
    ['one character', 'x', MASK],
    ['a number', 4711, MASK],
    ['false', false, MASK],
    ['a structure', { pin: '1234', tries: [1, 2] }, MASK],
    ['empty text', '', ''],
    ['null', null, null],
    ['undefined', undefined, null],
  ])('%s', async (_what, value, shown) => {
    const { blocks } = await exposed(fields([{ label: 'Password', value, sensitive: true }]));
    expect(blocks).toEqual([
      { type: 'fields', id: 'b1', items: [{ label: 'Password', value: shown, sensitive: true }] },
    ]);
  });

  test('a sensitive block keeps its kind, labels, columns, counts and severity', async () => {
    const sensitive = true;
    const { blocks } = await exposed(
      text(SECRET, { sensitive }),
      fields([{ label: 'Key', value: SECRET }], { sensitive }),
      table(
        ['Name', 'Key'],
        [
          ['Ada', SECRET],
          ['', null],
        ],
        { sensitive, total: 9 },
      ),
      list([SECRET, 1, ''], { sensitive, ordered: true }),
      notice('warn', SECRET, { sensitive }),
      media('image/png', 'data:image/png;base64,AAAA', { sensitive, alt: 'Photo' }),
      custom({ a: SECRET }, { sensitive }),
    );
    expect(blocks).toEqual([
      { type: 'text', id: 'b1', sensitive, text: MASK },
      { type: 'fields', id: 'b2', sensitive, items: [{ label: 'Key', value: MASK }] },
      {
        type: 'table',
        id: 'b3',
        sensitive,
        columns: ['Name', 'Key'],
        rows: [
          [MASK, MASK],
          ['', null],
        ],
        total: 9,
      },
      { type: 'list', id: 'b4', sensitive, items: [MASK, MASK, ''], ordered: true },
      { type: 'notice', id: 'b5', sensitive, severity: 'warn', text: MASK },
      { type: 'media', id: 'b6', sensitive, mimeType: 'image/png', url: 'data:,', alt: MASK },
      { type: 'custom', id: 'b7', sensitive, payload: MASK },
    ]);
  });

  test('another secret of any length changes nothing that agents see', async () => {
    const { window } = await exposed(fields([{ label: 'Password', value: 'short', sensitive: true }]));
    window.update({ blocks: [fields([{ label: 'Password', value: 'a much longer password', sensitive: true }])] });
    expect(window.version).toBe(1);
  });
});

describe('the search for secrets', () => {
  test.each([
    ['twelve characters', 'abcdefghijkl', true],
    ['eleven characters', 'abcdefghijk', false],
    ['digits only', '123456789012345', false],
  ])('%s', async (_what, secret, hidden) => {
    const { blocks } = await exposed(
      fields([{ label: 'Key', value: secret, sensitive: true }]),
      text(`The key is ${secret}.`),
    );
    expect(blocks[1]).toMatchObject({ text: hidden ? MASK : `The key is ${secret}.` });
  });

  test('finds a secret across spaces, cuts and invisible characters', async () => {
    const long = `${'x'.repeat(8 * 1024 - 6)}${SECRET}`;
    const { blocks } = await exposed(
      fields([
        { label: 'Key', value: `two\n${SECRET}`, sensitive: true },
        { label: 'Other', value: SECRET, sensitive: true },
      ]),
      text(long),
      text(SECRET.split('').join('\u200b')),
    );
    expect(blocks.slice(1)).toMatchObject([{ text: MASK }, { text: MASK }]);
  });

  test('looks again at what was shown before, in every window, and counts a version', async () => {
    const bridge = create();
    const other = bridge.openWindow({
      title: 'Other',
      summary: `Token ${SECRET}`,
      actions: { go: { title: SECRET, run: () => undefined } },
    });
    const vault = bridge.openWindow({ title: 'Vault' });
    await extension.attached();
    vault.update({ blocks: [fields([{ label: 'Token', value: SECRET, sensitive: true }])] });
    await extension.until(() => (extension.window('Vault')?.version === 2 ? true : undefined));
    expect(extension.window('Other')).toMatchObject({
      summary: MASK,
      version: 2,
      actions: [{ name: 'go', title: MASK }],
    });
    expect(other.version).toBe(2);
  });

  test('covers answers, errors, field errors and progress', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const fail = (error: Error) => () => {
      throw error;
    };
    const bridge = create();
    bridge.openWindow({
      title: 'Vault',
      blocks: [fields([{ label: 'Token', value: SECRET, sensitive: true }])],
      actions: {
        say: {
          title: 'Say',
          run: (_input, { progress, commit }) => {
            progress(1, 2, SECRET);
            commit({ message: SECRET });
            return { message: `It is ${SECRET}`, result: { [SECRET]: [SECRET] } };
          },
        },
        refuse: { title: 'Refuse', run: fail(new ActionError(SECRET)) },
        reject: { title: 'Reject', run: fail(new ValidationError([{ field: SECRET, error: SECRET }], SECRET)) },
        break: { title: 'Break', run: fail(new Error(SECRET)) },
      },
    });
    const { id: windowId } = await extension.untilWindow('Vault');
    const said = await extension.call({ windowId, action: 'say' });
    expect(said).toMatchObject({ value: { message: MASK, result: { [MASK]: [MASK] } } });
    for (const action of ['refuse', 'reject', 'break']) {
      expect(await extension.call({ windowId, action })).toMatchObject({ error: { message: MASK } });
    }
    expect(extension.texts.join('\n')).not.toContain(SECRET);
  });

  test('what an agent sent itself is not hidden from it: a guess learns nothing from the mask', async () => {
    const bridge = create();
    const window = bridge.openWindow({
      title: 'Vault',
      blocks: [fields([{ label: 'Token', value: SECRET, sensitive: true }])],
      actions: {
        note: {
          title: 'Note',
          input: { type: 'object', properties: { text: { type: 'string' } } },
          run: ({ text: said }) => ({ message: `Noted: ${said}` }),
        },
      },
    });
    await extension.until(() => extension.window('Vault')?.actions[0]);
    const guess = async (said: string) =>
      extension.call({ windowId: window.localId, action: 'note', arguments: { text: said } });
    expect(await guess(`${SECRET}?`)).toMatchObject({ value: { message: `Noted: ${SECRET}?` } });
    expect(await guess('something else')).toMatchObject({ value: { message: 'Noted: something else' } });
    expect(extension.window('Vault')?.blocks[0]).toMatchObject({ items: [{ value: MASK }] });
  });

  test('a secret never leaves in any message, wherever the application puts it', async () => {
    const unit = fc.constantFrom('Ω', 'ψ', '‡', 'Ξ', '§', '\u0416');
    const secretText = fc.string({ unit, minLength: 12, maxLength: 40 });
    const place = fc.constantFrom<(secret: string) => BlockInput>(
      (secret) => text(`before ${secret} after`),
      (secret) => fields([{ label: secret, value: [secret, { [secret]: 1 }] }]),
      (secret) => table([secret], [[{ deep: [secret] }]]),
      (secret) => list([secret, `${secret}${secret}`]),
      (secret) => notice('error', secret),
      (secret) => media('image/png', 'data:image/png;base64,AAAA', { alt: secret }),
      (secret) => custom({ payload: { deep: [[secret]] } }),
      (secret) => text(`${'y'.repeat(8 * 1024 - 5)}${secret}`),
    );
    await fc.assert(
      fc.asyncProperty(secretText, fc.array(place, { maxLength: 6 }), fc.boolean(), async (secret, places, late) => {
        const own = new FakePage();
        const watcher = new FakeExtension(own);
        const bridge = createBridgeIn(own, { name: `App ${secret}` });
        const sensitive = fields([{ label: 'Secret', value: secret, sensitive: true }]);
        const blocks = places.map((make) => make(secret));
        const window = bridge.openWindow({ title: late ? 'Window' : `Window ${secret}`, blocks: late ? [] : blocks });
        bridge.openWindow({ title: 'Vault', blocks: [sensitive] });
        await watcher.attached();
        window.update({ title: `New ${secret}`, summary: secret, blocks });
        window.setActions({ go: { title: secret, description: secret, available: secret, run: () => undefined } });
        await watcher.quiet();
        watcher.remove();
        const escaped = JSON.stringify(secret).slice(1, -1);
        for (const said of watcher.texts) {
          expect(said.includes(secret) || said.includes(escaped)).toBe(false);
          expect(/[Ωψ‡Ξ§\u0416]{4}/u.test(said)).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a declaration that fails', () => {
  test('still hides the secret it brought, as soon as anything is declared', async () => {
    const bridge = create();
    bridge.openWindow({ title: 'Log', blocks: [text(`Token ${SECRET}`)] });
    const form = bridge.openWindow({ title: 'Form' });
    const password = fields([{ label: 'Password', value: SECRET, sensitive: true }]);
    const tooMuch = Array.from({ length: 40 }, () => text('x'.repeat(8_000)));
    expect(() => form.update({ blocks: [password, ...tooMuch] })).toThrow(RangeError);
    form.update({ blocks: [password] });
    await extension.untilWindow('Log');
    await extension.quiet();
    expect(extension.window('Log')?.blocks).toMatchObject([{ text: MASK }]);
    expect(extension.texts.join()).not.toContain(SECRET);
  });

  test.each(['true', 1, null, {}])('sensitive: %j is refused, not taken for false', (sensitive) => {
    const block: unknown = { type: 'text', text: SECRET, sensitive };
    expect(() => create().openWindow({ title: 'Vault', blocks: [block as BlockInput] })).toThrow('blocks[0].sensitive');
    const field: unknown = { label: 'Password', value: SECRET, sensitive };
    const blocks = [fields([field as { label: string; value: unknown }])];
    expect(() => create().openWindow({ title: 'Vault', blocks })).toThrow('blocks[0].items[0].sensitive');
  });
});
