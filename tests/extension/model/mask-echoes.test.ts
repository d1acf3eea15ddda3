import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskArguments, maskEchoes } from '../../../extension/src/model/mask-arguments.ts';

const MASK = '••••••••';

describe('a page’s sentence', () => {
  const said = (args: object, text: string) => maskEchoes(text, maskArguments(args, {}, []).hidden ?? []);

  test.each<[object, string, string]>([
    [{ password: 'hunter2' }, 'The password hunter2 is too weak', `The password ${MASK} is too weak`],
    [{ password: ' hunter2\u200b ' }, 'Not "hunter2"!', `Not "${MASK}"!`],
    [{ password: 'a"b\\c' }, 'Got {"p":"a\\"b\\\\c"}', `Got {"p":"${MASK}"}`],
    [{ pin: 12345 }, 'PIN 12345 is wrong', `PIN ${MASK} is wrong`],
    [{ secret: { a: ['inner'] } }, 'inner, {"a":["inner"]}', `${MASK}, {"a":["${MASK}"]}`],
    [{ password: 'hunter2 and more' }, 'It was: hunter2 an…', `It was: ${MASK}…`],
    [{ password: 'abc' }, 'abc is too short', 'abc is too short'],
    [{ cvv: '123' }, 'CVV 123 is wrong, order 41234', `CVV ${MASK} is wrong, order 41234`],
    [{ cvc: 123 }, 'Not 123…', `Not ${MASK}…`],
    [{ secret: 'x'.repeat(400) }, `Got ${'x'.repeat(295)}…`, `Got ${MASK}…`],
    [{ note: 'hunter2' }, 'Saved hunter2…', 'Saved hunter2…'],
  ])('after %j does not repeat what was masked: %s', (args, text, expected) => {
    expect(said(args, text)).toBe(expected);
  });

  test('never contains a masked value, whole or as JSON, wherever it stands', () => {
    const secret = fc.string({ unit: 'binary', minLength: 4 }).filter((text) => text.trim().length >= 4);
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (password, before, after) => {
        fc.pre(!MASK.includes(password.trim()));
        for (const form of [password, password.trim(), JSON.stringify(password)]) {
          expect(said({ password }, `${before}${form}${after}`)).not.toContain(password.trim());
        }
      }),
    );
  });
});
