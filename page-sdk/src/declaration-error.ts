import { cleanLine } from './clean-text.ts';
import type { Json } from './json.ts';
import { isBlank } from './protocol/page-text.ts';
import { NotSerialisable, toWire } from './wire-value.ts';

/** Refuses a wrong declaration at once, with a sentence that names the field and the fix. */
export function wrong(field: string, fix: string): never {
  throw new TypeError(`${field}: ${fix}`);
}

export function describeType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
}

const mustBe = (what: string, value: unknown, field: string): never =>
  wrong(field, `must be ${what}, but is ${describeType(value)}`);

export function textAt(value: unknown, field: string): string {
  return typeof value === 'string' ? value : mustBe('a string', value, field);
}

/** What something is called, on one line. */
export function titleAt(value: unknown, field: string): string {
  const title = cleanLine(textAt(value, field)).trim();
  return isBlank(title) ? wrong(field, 'must say in words what it is called') : title;
}

export function listAt(value: unknown, field: string): readonly unknown[] {
  return Array.isArray(value) ? value : mustBe('an array', value, field);
}

export function functionAt<T>(value: T, field: string): T {
  return typeof value === 'function' ? value : mustBe('a function', value, field);
}

/** `true` or `false`, or `undefined` when it is left out. */
export function flagAt(value: unknown, field: string): boolean | undefined {
  return value === undefined || typeof value === 'boolean' ? value : mustBe('true or false', value, field);
}

/** An object; with `known`, one that has no other members: a misspelt one would be passed over in silence. */
export function recordAt<T>(value: T, field: string, known?: readonly string[]): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return mustBe('an object', value, field);
  for (const [key, member] of Object.entries(value)) {
    if (known === undefined || known.includes(key) || member === undefined) continue;
    wrong(`${field}.${key}`, `is not known; there are: ${known.join(', ')}`);
  }
  return value;
}

export function jsonAt(value: unknown, field: string): Json {
  try {
    return toWire(value) ?? null;
  } catch (error) {
    return wrong(field, `cannot be shared: ${error instanceof NotSerialisable ? error.message : String(error)}`);
  }
}
