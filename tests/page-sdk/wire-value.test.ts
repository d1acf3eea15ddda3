import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NotSerialisable, toWire } from '../../page-sdk/src/wire-value.ts';

const nested = (depth: number): unknown => (depth === 0 ? 'leaf' : [nested(depth - 1)]);
const cycle: unknown[] = [];
cycle.push({ again: cycle });
const mapCycle = new Map<string, unknown>();
mapCycle.set('self', mapCycle);

describe('toWire', () => {
  test.each<[string, unknown, unknown]>([
    ['a bigint', 9_007_199_254_740_993n, '9007199254740993'],
    ['NaN', Number.NaN, null],
    ['an infinity', -Infinity, null],
    ['minus zero', -0, 0],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['an invalid date', new Date(Number.NaN), null],
    ['a map', new Map([['a', { n: 1n }]]), [['a', { n: '1' }]]],
    ['a set', new Set([1, undefined]), [1, null]],
    ['bytes', new Uint8Array([1, 2]), [1, 2]],
    ['an error', new RangeError('far'), { name: 'RangeError', message: 'far' }],
    ['a URL', new URL('https://app.example/a'), 'https://app.example/a'],
    ['undefined parts', { a: undefined, b: [undefined, () => 1, Symbol('s')] }, { b: [null, null, null] }],
    ['undefined', undefined, undefined],
    ['a function', () => 1, undefined],
    ['inherited parts', Object.create({ a: 1 }), {}],
    ['symbol keys', { [Symbol('a')]: 1, b: 2 }, { b: 2 }],
    ['the same object twice', [mapCycle.size, ...Array(2).fill({ a: 1 })], [1, { a: 1 }, { a: 1 }]],
    ['64 levels', nested(64), nested(64)],
  ])('%s', (_what, value, wire) => {
    expect(toWire(value)).toEqual(wire);
  });

  test('a key named __proto__ stays an ordinary key', () => {
    const wire = toWire(JSON.parse('{"__proto__": {"polluted": true}}'));
    expect(JSON.stringify(wire)).toBe('{"__proto__":{"polluted":true}}');
    expect(Object.getPrototypeOf(wire)).toBe(Object.prototype);
  });

  test.each<[string, unknown]>([
    ['a cycle', cycle],
    ['a cycle through a map', mapCycle],
    ['65 levels', nested(65)],
    ['20,000 levels', Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], 1)],
    ['too many parts', Array(50_001).fill(0)],
    [
      'a getter that throws',
      {
        get a() {
          throw new Error('no');
        },
      },
    ],
    [
      'a toJSON that throws',
      {
        toJSON() {
          throw new Error('no');
        },
      },
    ],
    [
      'a proxy that throws',
      new Proxy(
        {},
        {
          ownKeys() {
            throw new Error('no');
          },
        },
      ),
    ],
    [
      'a revoked proxy',
      (() => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      })(),
    ],
  ])('%s is not serialisable', (_what, value) => {
    expect(() => toWire(value)).toThrow(NotSerialisable);
  });

  test('is total and idempotent, and JSON keeps what it gives', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        try {
          const wire = toWire(value);
          if (wire === undefined) return;
          expect(toWire(wire)).toEqual(wire);
          expect(JSON.parse(JSON.stringify(wire))).toEqual(wire);
        } catch (error) {
          expect(error).toBeInstanceOf(NotSerialisable);
        }
      }),
    );
  });
});
