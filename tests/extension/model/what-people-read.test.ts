import type { Block, JsonSchema } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BadgeFacts, badgeOf } from '../../../extension/src/model/badge.ts';
import { maskArguments } from '../../../extension/src/model/mask-arguments.ts';
import { directionParts, visibleJson } from '../../../extension/src/model/visible-json.ts';

const MASK = '••••••••';

describe('arguments as a person reads them', () => {
  test('show as escapes what hides or turns text around', () => {
    expect(visibleJson({ to: 'a\u202egpj.exe', x: '\u200b' })).toBe('{"to":"a\\u202egpj.exe","x":"\\u200b"}');
    expect(visibleJson('\u{e0041}')).toBe('"\\udb40\\udc41"');
    expect(visibleJson(['ä', '🙂', 'line\nbreak'])).toBe('["ä","🙂","line\\nbreak"]');
  });

  test('are the very same value, whatever it is', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.constantFrom(0, 2), (json, indent) => {
        const value: unknown = JSON.parse(json);
        const text = visibleJson(value, indent);
        expect(JSON.parse(text)).toEqual(value);
        expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u);
      }),
    );
  });
});

describe('text of both directions', () => {
  test.each([
    ['12 \u05d0\u05d1 34 5', ['12 ', '\u05d0\u05d1', ' 34 5']],
    ['{"\u05d0":"\u05d1","n":1}', ['{"', '\u05d0', '":"', '\u05d1', '","n":1}']],
    ['\u05d0\u05b0\u05d1 \u05d2, \u05d3! ok', ['', '\u05d0\u05b0\u05d1 \u05d2, \u05d3', '! ok']],
    ['\u0645\u064e\u0631 \u0661\u0662 \u06f1', ['', '\u0645\u064e\u0631', ' \u0661\u0662 \u06f1']],
    ['plain', ['plain']],
  ])('%j: words and numbers stay where they are', (text, parts) => {
    expect(directionParts(text)).toEqual(parts);
  });

  test('is divided and nothing is left out, whatever it is', () => {
    const letter = fc.constantFrom(
      '\u05d0',
      '\u05b0',
      '\u0645',
      '\u064e',
      '\u0661',
      ' ',
      '"',
      '\\',
      '7',
      'a',
      '\u07ca',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: letter }), fc.string({ unit: 'binary' })), (text) => {
        const parts = directionParts(text);
        expect(parts.join('')).toBe(text);
        for (const [index, part] of parts.entries()) {
          expect(part).not.toMatch(index % 2 === 0 ? /[\u05d0\u0645]/ : /["\\\p{N}a-z]/u);
        }
      }),
    );
  });
});

describe('arguments in the log', () => {
  const schema = (properties: JsonSchema): JsonSchema => ({ type: 'object', properties });
  const shown = (args: unknown, properties: JsonSchema = {}, blocks: Block[] = []) =>
    maskArguments(args, schema(properties), blocks);

  test.each([
    'password',
    'newPassword',
    'pass_phrase',
    'passcode',
    'apiKey',
    'api-key',
    'accessToken',
    'client_secret',
    'pin',
    'CVV',
    'card_number',
    'cardNumber',
    'IBAN',
    'ssn',
    'otp',
    'credentials',
  ])('hide a value called %s', (name) => {
    expect(shown({ [name]: 'x' })).toEqual({ [name]: MASK });
  });

  test.each(['recipient', 'amount', 'shipping', 'opinion', 'pinned', 'option', 'compass', 'hotpot'])(
    'show a value called %s',
    (name) => {
      expect(shown({ [name]: 'x' })).toEqual({ [name]: 'x' });
    },
  );

  test('hide what the schema marks, however deep, and show the rest', () => {
    const properties = {
      user: { type: 'object', properties: { code: { type: 'string', writeOnly: true }, name: { type: 'string' } } },
      many: { type: 'array', items: { type: 'object', properties: { word: { type: 'string', format: 'password' } } } },
    };
    expect(shown({ user: { code: 'c', name: 'n' }, many: [{ word: 'w', other: 1 }] }, properties)).toEqual({
      user: { code: MASK, name: 'n' },
      many: [{ word: MASK, other: 1 }],
    });
  });

  test('hide what the window shows masked under the same label', () => {
    const blocks: Block[] = [
      {
        type: 'fields',
        id: 'b1',
        items: [
          { label: 'Tax number', value: MASK, sensitive: true },
          { label: 'City', value: 'Ulm' },
        ],
      },
    ];
    expect(shown({ taxNumber: '1', tax_number: '2', city: 'Ulm' }, {}, blocks)).toEqual({
      taxNumber: MASK,
      tax_number: MASK,
      city: 'Ulm',
    });
  });

  test('hide objects and numbers too, always at the same length; nothing is left as it is', () => {
    expect(shown({ secret: { a: 1 }, pin: 1234, token: null, password: '' })).toEqual({
      secret: MASK,
      pin: MASK,
      token: null,
      password: '',
    });
  });

  test('are no way to anybody’s prototype', () => {
    const args: unknown = JSON.parse('{"__proto__":{"password":"x"},"constructor":"y"}');
    expect(JSON.stringify(shown(args))).toBe(`{"__proto__":{"password":"${MASK}"},"constructor":"y"}`);
  });
});

describe('the button in the toolbar', () => {
  const quiet: BadgeFacts = { questions: 0, hostChanged: false, paused: false, newAgents: 0, acting: false };
  test.each<[Partial<BadgeFacts>, string, string]>([
    [{}, 'quiet', ''],
    [{ acting: true }, 'acting', '•••'],
    [{ acting: true, newAgents: 2 }, 'new_agent', '+2'],
    [{ newAgents: 1000 }, 'new_agent', '+99'],
    [{ acting: true, newAgents: 2, paused: true }, 'paused', 'II'],
    [{ acting: true, newAgents: 2, paused: true, hostChanged: true }, 'host_changed', '!'],
    [{ questions: 1, acting: true, newAgents: 2, paused: true, hostChanged: true }, 'question', '?'],
  ])('%o', (facts, meaning, text) => {
    expect(badgeOf({ ...quiet, ...facts })).toMatchObject({ meaning, text });
  });
});
