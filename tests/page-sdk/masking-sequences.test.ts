import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createBridgeIn } from '../../page-sdk/src/bridge.ts';
import { type BlockInput, fields, list, text } from '../../page-sdk/src/index.ts';
import { FakeExtension, FakePage } from './fake-extension.ts';

/** No one of them contains another. */
const SECRETS = [
  'Ωψ‡Ξ§Ωψ‡Ξ§Ωψ‡',
  'Жщъыь Жщъыь Жщ',
  '\u05d0\u05d1\u05d2\u05d3 4711 0815 17',
  'sk-live-4711-0815',
] as const;

/** Ways in which a declaration that brings a secret fails: at once, in its names, for its size. */
const FAILURES: readonly (readonly unknown[])[] = [
  [{ type: 'text', text: 5 }],
  [text('a', { id: 'twice' }), text('b', { id: 'twice' })],
  Array.from({ length: 40 }, () => text('x'.repeat(8_000))),
];

const AS_ID = 4;

const secretAt = fc.nat(SECRETS.length - 1);
const windowAt = fc.nat(2);
const step = fc.oneof(
  fc.record({ do: fc.constant('show' as const), secretAt, windowAt, where: fc.nat(AS_ID) }),
  fc.record({
    do: fc.constant('declare' as const),
    secretAt,
    windowAt,
    failure: fc.option(fc.nat(FAILURES.length - 1)),
  }),
  fc.record({ do: fc.constantFrom('close' as const, 'wait' as const, 'call' as const), secretAt, windowAt }),
);

/** A declaration which repeats a value that need not be known as a secret yet. */
function showing(value: string, where: number) {
  const places: { title?: string; summary?: string; blocks?: BlockInput[] }[] = [
    { title: `Title ${value}` },
    { summary: `Summary ${value}` },
    { blocks: [text(`Text ${value}`)] },
    { blocks: [list([{ [value]: [value] }])] },
    { blocks: [text('Named', { id: value })] },
  ];
  return places[where] ?? {};
}

test('once a value has been declared sensitive, even by a declaration that failed, nothing that is said contains it', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const page = new FakePage();
      const extension = new FakeExtension(page);
      const bridge = createBridgeIn(page, { name: 'Vault' });
      let said = '';
      const run = () => ({ message: `Said ${said}`, result: { [said]: said } });
      const actions = { say: { title: 'Say', run } };
      const windows = ['A', 'B', 'C'].map((title) => bridge.openWindow({ title, actions }));
      await extension.attached();
      /** Which message was the last before each secret was declared. */
      const declaredAt = new Map<string, number>();
      /** Which of them agents had heard as the id of a block before: as an id it may stay. */
      const heard = new Set<string>();
      await extension.quiet();
      /** Messages of earlier tasks: in this task nothing has left yet. */
      let sentBefore = extension.texts.length;
      for (const next of steps) {
        const secret = SECRETS[next.secretAt] ?? SECRETS[0];
        const window = windows[next.windowAt];
        if (window === undefined) continue;
        if (next.do === 'wait' || next.do === 'call') {
          said = secret;
          if (next.do === 'call') await extension.call({ windowId: window.localId, action: 'say' });
          await extension.quiet();
          sentBefore = extension.texts.length;
        } else if (!window.isOpen || next.do === 'close') {
          window.close();
          windows[next.windowAt] = bridge.openWindow({ title: 'New', actions });
        } else if (next.do === 'show') {
          window.update(showing(secret, next.where));
          if (next.where === AS_ID && !declaredAt.has(secret)) heard.add(secret);
        } else if (next.do === 'declare') {
          declaredAt.set(secret, declaredAt.get(secret) ?? sentBefore);
          const { failure } = next;
          const before = fields([{ label: 'Key', value: { deep: [secret] }, sensitive: true }]);
          const blocks = [before, ...(failure === null ? [] : (FAILURES[failure] ?? []))] as BlockInput[];
          if (failure === null) window.update({ blocks });
          else expect(() => window.update({ blocks })).toThrow();
        }
      }
      await extension.quiet();
      extension.remove();
      for (const [secret, at] of declaredAt) {
        const address = new RegExp(`"(?:id|ref)":"${secret}"`, 'g');
        for (const sent of extension.texts.slice(at)) {
          expect(heard.has(secret) ? sent.replace(address, '') : sent).not.toContain(secret);
        }
      }
    }),
    { numRuns: 150 },
  );
  warn.mockRestore();
}, 60_000);
