import { describe, expect, test } from 'vitest';
import {
  covers,
  isFulfilled,
  isWebOrigin,
  permissionPattern,
  scriptPattern,
} from '../../../extension/src/model/grants.ts';

describe('origins', () => {
  test.each([
    ['https://shop.example', true],
    ['http://localhost:8080', true],
    ['http://[::1]:3000', true],
    ['null', false],
    ['file://', false],
    ['chrome-extension://abc', false],
    ['https://user@shop.example', false],
    ['https://shop.example/path', false],
  ])('%s is a web origin: %s', (origin, expected) => {
    expect(isWebOrigin(origin)).toBe(expected);
  });

  test.each([
    ['https://shop.example', 'https://shop.example/*', 'https://shop.example:443/*'],
    ['http://shop.example', 'http://shop.example/*', 'http://shop.example:80/*'],
    ['http://localhost:8080', 'http://localhost/*', 'http://localhost:8080/*'],
  ])('%s needs the permission %s and gets its script at %s', (origin, permission, script) => {
    expect(permissionPattern(origin)).toBe(permission);
    expect(scriptPattern(origin)).toBe(script);
  });

  test('no pattern is made of what is not a web origin', () => {
    expect(() => permissionPattern('null')).toThrow('not the origin');
  });

  test.each([
    ['<all_urls>', 'https://shop.example', true],
    ['*://*/*', 'http://shop.example:81', true],
    ['https://*/*', 'http://shop.example', false],
    ['https://*.example/*', 'https://shop.example', true],
    ['https://*.example/*', 'https://example', true],
    ['https://*.example/*', 'https://badexample', false],
    ['http://localhost/*', 'http://localhost:5173', true],
    ['http://localhost:8080/*', 'http://localhost:5173', false],
    ['https://shop.example:443/*', 'https://shop.example', true],
    ['https://shop.example/*', 'https://shop.example.evil', false],
    ['https://shop.example/*', 'null', false],
    ['nonsense', 'https://shop.example', false],
  ])('%s covers %s: %s', (pattern, origin, expected) => {
    expect(covers(pattern, origin)).toBe(expected);
  });
});

describe('a wish', () => {
  const wish = { origin: 'http://localhost:8080', at: 1_000 };

  test.each<[string, string[], number, boolean]>([
    ['its permission is there', ['http://localhost/*'], 2_000, true],
    ['another permission is there', ['https://other.example/*'], 2_000, false],
    ['it was declined long ago', ['http://localhost/*'], 10 * 60_000, false],
  ])('when %s', (_, patterns, now, expected) => {
    expect(isFulfilled(wish, patterns, now)).toBe(expected);
  });
});
