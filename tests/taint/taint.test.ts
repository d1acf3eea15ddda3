import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SEED, WANTED } from '../fuzz/runs.ts';
import { type Boundary, WiredBridge } from '../hostile/wired-bridge.ts';
import { leaksIn } from './leaks.ts';
import { ANSWER_NAMES, declare, SHORT, secretsOf, type Vault, vaults } from './vault.ts';

/** So many generated documents share a page, as starting one costs more than all that happens in it. */
const IN_A_PAGE = 10;
const RUNS = { numRuns: Math.ceil(WANTED / IN_A_PAGE), endOnFailure: true, ...SEED };

const SITE = 'https://vault.example';

type Place = Boundary | 'stderr' | 'log';

/** What was said at each boundary since it was forgotten. */
class Said {
  readonly #texts = new Map<Place, string[]>();

  readonly hear = (place: Place, text: string): void => {
    const texts = this.#texts.get(place);
    if (texts === undefined) this.#texts.set(place, [text]);
    else texts.push(text);
  };

  at(place: Place): string {
    return (this.#texts.get(place) ?? []).join('\n');
  }

  forget(): void {
    this.#texts.clear();
  }
}

const said = new Said();
let bridge: WiredBridge;
beforeAll(async () => {
  // What a page tells its own console stays in that page.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.hear('stderr', String(text));
    return true;
  });
  bridge = await WiredBridge.start([SITE], said.hear);
});
afterAll(async () => {
  await bridge.stop();
  vi.restoreAllMocks();
});

interface Filled {
  readonly vault: Vault;
  readonly secrets: readonly string[];
  readonly later: readonly string[];
}

/** The whole life of a page with these documents in it, and an agent that reads everything and calls every action. */
async function live(to: WiredBridge, filled: readonly Filled[]) {
  const page = to.openPage(SITE);
  const bridges = filled.map(({ vault, secrets, later }) => {
    const vaultBridge = page.createBridge({ name: 'Vault' });
    declare(vaultBridge, vault, secrets, later);
    return vaultBridge;
  });
  await to.until(() => (bridges[0]?.status === 'connected' ? true : undefined));
  await to.quiet();
  const snapshot = await to.agent.read();
  const tools = await to.agent.tools();
  const answers = new Set(ANSWER_NAMES);
  for (const { name } of tools) if (answers.has(name.split('__')[1] ?? '')) await to.agent.call(name);
  for (const vaultBridge of bridges) vaultBridge.dispose();
  to.closePage(page);
  await to.quiet();
  return { snapshot, tools };
}

const pages = fc.array(vaults, { minLength: IN_A_PAGE, maxLength: IN_A_PAGE });

test('a sensitive value is in no byte at any boundary, in no encoding', async () => {
  let made = 0;
  await fc.assert(
    fc.asyncProperty(pages, async (together) => {
      const filled = together.map((vault): Filled => {
        made += 2;
        return { vault, secrets: secretsOf(vault.lengths, made), later: secretsOf(vault.lengths, made + 1) };
      });
      said.forget();
      await live(bridge, filled);
      said.hear('stderr', bridge.agent.complaints.join('\n'));
      said.hear('log', bridge.takeLogs());
      for (const place of ['page', 'content', 'native', 'socket', 'mcp', 'stderr', 'log'] as const) {
        expect([place, leaksIn(said.at(place))]).toEqual([place, []]);
      }
      for (const place of ['page', 'content', 'native', 'socket', 'mcp'] as const) {
        expect(said.at(place)).toContain('••••••••');
      }
      bridge.agent.forget();
    }),
    RUNS,
  );
}, 900_000);

test('the mask tells nothing: with other secrets of other lengths every byte is the same', async () => {
  const lives = async (salt: number, grow: number) => {
    const texts: string[] = [];
    const other = await WiredBridge.start([SITE], (boundary, text) => {
      if (boundary === 'page' || boundary === 'content') texts.push(text.replace(/[0-9a-f]{32}/g, '#'));
    });
    const read: unknown[] = [];
    for (const together of fc.sample(pages, { numRuns: 10, seed: 1 })) {
      const filled = together.map((vault): Filled => {
        const lengths = vault.lengths.map((n) => (n <= SHORT ? 1 + ((n + grow) % SHORT) : n + grow));
        return { vault, secrets: secretsOf(lengths, salt), later: secretsOf(lengths, salt + 1) };
      });
      read.push(await live(other, filled));
    }
    await other.stop();
    return [...texts, ...read.map((seen) => JSON.stringify(seen))];
  };
  const [one, other] = [await lives(3, 9), await lives(40, 0)];
  expect(one).toHaveLength(other.length);
  const differing = one.findIndex((text, index) => text !== other[index]);
  expect(one[differing]).toBe(other[differing]);
}, 120_000);
