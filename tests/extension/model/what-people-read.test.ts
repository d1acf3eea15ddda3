import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BadgeFacts, badgeOf } from '../../../extension/src/model/badge.ts';
import { directionParts, visibleJson } from '../../../extension/src/model/visible-json.ts';

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
