import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { expectTypeOf } from 'vitest';
import * as z from 'zod';
import {
  type ActionDeclaration,
  type ActionOutcome,
  type Actions,
  type Bridge,
  type CallContext,
  type CallEvent,
  createBridge,
  pagedTable,
  type WindowDeclaration,
  type WindowHandle,
} from '../../page-sdk/src/index.ts';

const bridge = createBridge({
  name: 'Types',
  actions: {
    search: {
      title: 'Search',
      input: z.object({ query: z.string() }),
      run: ({ query }) => {
        expectTypeOf(query).toEqualTypeOf<string>();
      },
    },
  },
});
expectTypeOf(bridge).toEqualTypeOf<Bridge>();

// Each `run` sees the types of its own schemas, wherever actions are written in place.
const window = bridge.openWindow({
  title: 'Window',
  actions: {
    zod: {
      title: 'zod',
      input: z.object({ recipient: z.string(), count: z.number().default(1) }),
      output: z.object({ balance: z.number() }),
      run: async ({ recipient, count }, call) => {
        expectTypeOf(recipient).toEqualTypeOf<string>();
        expectTypeOf(count).toEqualTypeOf<number>();
        expectTypeOf(call).toEqualTypeOf<CallContext<{ balance: number }>>();
        call.commit({ result: { balance: count } });
        return { message: recipient, result: { balance: 1 } };
      },
    },
    arktype: {
      title: 'arktype',
      input: type({ query: 'string', 'page?': 'number' }),
      run: ({ query, page }) => {
        expectTypeOf(query).toEqualTypeOf<string>();
        expectTypeOf(page).toEqualTypeOf<number | undefined>();
      },
    },
    valibot: {
      title: 'valibot',
      input: toStandardJsonSchema(v.object({ query: v.string() })),
      run({ query }) {
        expectTypeOf(query).toEqualTypeOf<string>();
        return { message: query };
      },
    },
    jsonSchema: {
      title: 'JSON Schema',
      input: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          size: { enum: ['s', 'm'] },
          lines: {
            type: 'array',
            items: { type: 'object', properties: { amount: { type: 'integer' } }, required: ['amount'] },
          },
        },
        required: ['name'],
      },
      output: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
      run: ({ name, size, lines }) => {
        expectTypeOf(name).toEqualTypeOf<string>();
        expectTypeOf(size).toEqualTypeOf<'s' | 'm' | undefined>();
        expectTypeOf(lines).toEqualTypeOf<{ amount: number }[] | undefined>();
        return { result: { ok: true } };
      },
    },
    none: {
      title: 'No input',
      run: (input) => {
        expectTypeOf(input).toBeUnknown();
      },
    },
  },
});
expectTypeOf(window).toEqualTypeOf<WindowHandle>();

const modal = window.openModal({
  title: 'Modal',
  actions: {
    confirm: {
      title: 'Confirm',
      input: z.object({ reason: z.string() }),
      run: ({ reason }) => {
        expectTypeOf(reason).toBeString();
      },
    },
  },
});
modal.setActions({
  back: {
    title: 'Back',
    input: z.object({ to: z.number() }),
    run: ({ to }) => {
      expectTypeOf(to).toEqualTypeOf<number>();
    },
  },
});
bridge.openAppModal({
  title: 'App modal',
  actions: { a: { title: 'A', output: z.object({ n: z.number() }), run: () => ({ result: { n: 1 } }) } },
});
bridge.setActions({});

// What a schema does not allow does not compile.
window.setActions({
  // @ts-expect-error `nope` is no argument
  wrong: { title: 'Wrong', input: z.object({ a: z.string() }), run: ({ nope }) => ({ message: String(nope) }) },
});
window.setActions({
  // @ts-expect-error the result breaks the output schema
  wrong: { title: 'Wrong', output: z.object({ n: z.number() }), run: () => ({ result: { n: 'one' } }) },
});
// @ts-expect-error a number is no schema
window.setActions({ wrong: { title: 'Wrong', input: 5, run: () => undefined } });
// @ts-expect-error every action has a title
window.setActions({ wrong: { run: () => undefined } });
// @ts-expect-error `false` gives no reason
window.setAvailable('zod', false);
// @ts-expect-error a window has a title
bridge.openWindow({});

// Declarations that are made elsewhere fit too.
const single: ActionDeclaration<{ a: string }, { b: number }> = {
  title: 'Single',
  input: z.object({ a: z.string() }),
  output: z.object({ b: z.number() }),
  run: ({ a }): ActionOutcome<{ b: number }> => ({ result: { b: a.length } }),
};
const several: Actions = { single, other: { title: 'Other', run: () => undefined } };
const declaration: WindowDeclaration = { title: 'Made elsewhere', actions: several };
bridge.openWindow(declaration);
const paged = pagedTable({ columns: ['A'], total: 1, rows: [[1]], load: async () => [[1]] });
bridge.openWindow({
  title: 'Together',
  blocks: [paged.block],
  actions: {
    ...paged.actions,
    single,
    typed: {
      title: 'Typed',
      input: z.object({ a: z.string() }),
      run: ({ a }) => {
        expectTypeOf(a).toEqualTypeOf<string>();
      },
    },
  },
});

bridge.onCall((event) => {
  expectTypeOf(event).toEqualTypeOf<CallEvent>();
  if (event.phase === 'answered') expectTypeOf(event.outcome).toEqualTypeOf<'executed' | 'not_executed' | 'unknown'>();
});
