import { expect, test } from 'vitest';
import { leaksIn } from './leaks.ts';

const SECRET = 'Ѡ𐌰ѢѤѦѨѪѬѮѰѲѴ';
const utf8 = Buffer.from(`key=${SECRET};`);
const utf16 = Buffer.from(`key=${SECRET};`, 'utf16le');
const utf16be = Buffer.from(utf16).swap16();
const units = SECRET.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
const backwards = (text: string) => [...text].reverse().join('');

/** The search must find what it says it looks for, or finding nothing means nothing. */
test.each<[string, string]>([
  ['raw', `the key is ${SECRET}`],
  ['raw', 'only one letter: 𐌷'],
  ['raw', backwards(SECRET)],
  ['JSON escapes', `{"key":"${units.map((unit) => `\\u${unit}`).join('')}"}`],
  ['JSON escapes', units.map((unit) => `\\u${unit.toUpperCase()}`).join('')],
  ['URL', `https://x.example/?q=${encodeURIComponent(SECRET)}&z=1`],
  ['URL', encodeURIComponent(SECRET).toLowerCase()],
  ['HTML entities', [...SECRET].map((letter) => `&#${letter.codePointAt(0)};`).join('')],
  ['HTML entities', [...SECRET].map((letter) => `&#x${letter.codePointAt(0)?.toString(16)};`).join('')],
  ['base64', utf8.toString('base64')],
  ['base64', `"${utf8.subarray(1).toString('base64')}"`],
  ['base64', utf8.subarray(2).toString('base64url')],
  ['base64', `x${utf16.toString('base64')}`],
  ['hex', utf8.toString('hex')],
  ['hex', `f${utf16.toString('hex').toUpperCase()}`],
  ['hex', utf16be.toString('hex')],
  ['bytes read as letters', utf8.toString('latin1')],
  ['bytes read as letters', `{"a":"${utf16.toString('latin1')}"}`],
  ['bytes read as letters', utf16be.toString('latin1')],
])('%s is found', (encoding, text) => {
  expect(leaksIn(text)).toContain(encoding);
});

test('nothing is found where nothing is', () => {
  const text =
    'Name: ••••••••, amount: 12, Grüße, Дом, 漢字, 😀, 0123456789abcdef0123456789abcdef, %20, &#8226;, \\u2022';
  expect(leaksIn(text)).toEqual([]);
});
