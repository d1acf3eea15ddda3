import type { JsonSchema } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { HIDDEN_KEPT, MASKING_STEPS, maskArguments } from '../../../extension/src/model/mask-arguments.ts';

const MASK = '••••••••';

describe('what one call may cost', () => {
  /** A schema that counts how often somebody looks at what it marks. */
  function counting(more: JsonSchema) {
    const count = { looks: 0 };
    const branch = {
      get writeOnly() {
        count.looks++;
        return false;
      },
    };
    return { count, schema: { ...more, allOf: Array.from({ length: 500 }, () => Object.create(null, own(branch))) } };
  }
  const own = (of: object) => Object.getOwnPropertyDescriptors(of);

  test('a schema is looked through once for all that it speaks of', () => {
    const again = { $ref: '#' };
    const { count, schema } = counting({ properties: { l: { items: again } }, additionalProperties: again });
    const args = { l: Array.from({ length: 5_000 }, () => ({ a: 1 })) };
    expect(maskArguments(args, schema, []).shown).toEqual(args);
    expect(count.looks).toBeLessThanOrEqual(4 * 500);
  });

  const NAMES = Array.from({ length: 20 }, (_, n) => `p${n}`);
  const of = <T>(value: T): Record<string, T> => Object.fromEntries(NAMES.map((name) => [name, value]));

  test('is bounded: the rest is masked, and nothing that the page says is known to be free of it', () => {
    const { count, schema } = counting({ properties: of({ $ref: '#' }) });
    const { shown, hidden } = maskArguments(of(of(of('x'))), schema, []);
    expect(count.looks).toBeLessThanOrEqual(MASKING_STEPS);
    expect(JSON.stringify(shown)).toContain('"x"');
    expect(JSON.stringify(shown)).toContain(`"p19":"${MASK}"}`);
    expect(hidden).toBeUndefined();
  });

  test('is bounded for references that are long, and for values without any schema', () => {
    const $ref = `#/$defs${'/not'.repeat(1_000)}`;
    const inner = Array.from({ length: 1_000 }).reduce<JsonSchema>((not) => ({ not }), {});
    const schema: JsonSchema = { $defs: inner, properties: of({ $ref: '#' }), allOf: [{ $ref }] };
    expect(maskArguments(of(of(1)), schema, []).hidden).toBeUndefined();
    const many = maskArguments(
      Array.from({ length: MASKING_STEPS + 10 }, () => 1),
      {},
      [],
    );
    expect(many).toEqual({ shown: expect.arrayContaining([1, MASK]), hidden: undefined });
  });

  test('is bounded in what is remembered: texts and numbers, as much of each as a sentence may hold', () => {
    const nested = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner], 'x'.repeat(250_000));
    expect(maskArguments({ secret: nested }, {}, []).hidden).toEqual(['x'.repeat(300)]);
    const words = (count: number) => Array.from({ length: count }, (_, n) => `s${String(n).padStart(9, '0')}`);
    expect(maskArguments({ secret: words(HIDDEN_KEPT / 10) }, {}, []).hidden).toHaveLength(HIDDEN_KEPT / 10);
    const tooMany = { secret: words(HIDDEN_KEPT / 10 + 1) };
    expect(maskArguments(tooMany, {}, [])).toEqual({ shown: { secret: MASK }, hidden: undefined });
  });
});
