import fc from 'fast-check';
import type { Json } from './arbitrary-of.ts';

/** Stand for text that no JSON value can be turned into. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  '@deep': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '@deep-object': `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
  '@infinite': '1e400',
  '@tiny': '-0',
  '@lone-surrogate': '"\\ud800"',
};

const OBJECTS = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1}',
];

/** Text that people do not see as it is, or that programs stumble over. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'x'.repeat(9_000),
  '\u202eevil\u202c',
  '\u{e0041}\u200b\u0000\u001b[2J',
  'two\nlines',
  'javascript:alert(1)',
  'file:///etc/passwd',
];

/** What is put behind a text, to get in with what is right about it. */
const ENDINGS = [
  '\u202eevil',
  '\u200b',
  '\u{e0041}',
  '\u0000',
  '\u001b[2J',
  '\n',
  ' · bank.example',
  '\ud800',
  'x'.repeat(200),
];

/** Values that programs stumble over. */
const HOSTILE: readonly Json[] = [
  ...TEXTS,
  ...Object.keys(PLACEHOLDERS),
  ...OBJECTS.map((text) => JSON.parse(text) as Json),
  null,
  true,
  0,
  -1,
  0.5,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  1e308,
  [],
  {},
  [[]],
];

const KEYS = ['__proto__', 'constructor', 'type', 'id', 'ref', 'ownerId', 'sensitive', 'unknown', ''];

const OPERATIONS = ['remove', 'replace', 'append', 'double', 'add', 'rename', 'graft'] as const;

interface Change {
  readonly operation: (typeof OPERATIONS)[number];
  /** Which part of the message, from 0 to 1. */
  readonly at: number;
  readonly from: number;
  readonly key: string;
  readonly value: Json;
  readonly ending: string;
}

/** A part of a whole, from 0 to 1; doubles would nearly always be next to nothing. */
export const share: fc.Arbitrary<number> = fc.noBias(fc.nat(9_999)).map((n) => n / 10_000);

const change: fc.Arbitrary<Change> = fc.record({
  operation: fc.constantFrom(...OPERATIONS, 'append', 'append'),
  at: share,
  from: share,
  key: fc.constantFrom(...KEYS),
  value: fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>),
  ending: fc.constantFrom(...ENDINGS),
});

type Container = Json[] | { [key: string]: Json };

const isContainer = (value: Json): value is Container => typeof value === 'object' && value !== null;

/** Every place in a value, as container and key. */
function* places(value: Json): Generator<readonly [Container, string]> {
  if (!isContainer(value)) return;
  for (const [key, part] of Object.entries(value)) {
    yield [value, key];
    yield* places(part);
  }
}

/** As an own member also if its name is `__proto__`. */
function put(container: Container, key: string, value: Json): void {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}

const read = (container: Container, key: string): Json =>
  Object.getOwnPropertyDescriptor(container, key)?.value ?? null;

function apply(root: Json, { operation, at, from, key: name, value, ending }: Change): void {
  const all = [...places(root)];
  const place = all[Math.floor(at * all.length)];
  const other = all[Math.floor(from * all.length)];
  if (place === undefined || other === undefined) return;
  const [container, key] = place;
  const here = read(container, key);
  if (operation === 'replace') put(container, key, structuredClone(value));
  else if (operation === 'append') put(container, key, typeof here === 'string' ? here + ending : here);
  else if (operation === 'graft') put(container, key, structuredClone(read(other[0], other[1])));
  else if (operation === 'add') {
    const into = isContainer(here) ? here : container;
    if (Array.isArray(into)) into.push(structuredClone(value));
    else put(into, name, structuredClone(value));
  } else if (Array.isArray(container)) {
    if (operation === 'remove') container.splice(Number(key), 1);
    else container.splice(Number(key), 0, structuredClone(here));
  } else if (operation !== 'double') {
    delete container[key];
    if (operation === 'rename') put(container, name, here);
  }
}

type Spoiling = (text: string, at: number) => string;

/** What can happen to the text itself. */
const SPOILINGS: readonly Spoiling[] = [
  (text, at) => text.slice(0, at),
  (text, at) => `${text.slice(0, at)}\u0000${text.slice(at)}`,
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text) => text + text,
  (text, at) => `${text.slice(0, at)}${String.fromCharCode((text.charCodeAt(at) ^ 1) & 0x7f)}${text.slice(at + 1)}`,
];

const withPlaceholders = (text: string): string =>
  text.replace(/"(@[a-z-]+)"/g, (whole, name: string) => PLACEHOLDERS[name] ?? whole);

/** JSON text of a message after up to four changes, now and then spoilt as text too. */
export function mutated(messages: fc.Arbitrary<Json>): fc.Arbitrary<string> {
  const changes = fc.oneof(fc.tuple(change), fc.array(change, { maxLength: 4 }));
  const spoilt = fc.tuple(fc.constantFrom(...SPOILINGS), share);
  const spoiling = fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: spoilt });
  return fc.tuple(messages, changes, spoiling).map(([message, list, spoiler]) => {
    const copy = structuredClone(message);
    for (const each of list) apply(copy, each);
    const whole = withPlaceholders(JSON.stringify(copy));
    return spoiler === undefined ? whole : spoiler[0](whole, Math.floor(spoiler[1] * whole.length));
  });
}
