export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether two JSON values say the same; the order of keys says nothing. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b)) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameJson(item, b[index]));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (!isObject(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapped(item, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value);
  const changed = entries.map(([key, part]) => [change(key), mapped(part, change)] as const);
  const same = changed.every(([key, part], index) => key === entries[index]?.[0] && part === entries[index]?.[1]);
  return same ? value : Object.fromEntries(changed);
}

/** A JSON value with every string and key in it changed; parts in which nothing changes keep their identity. */
export const mapText = <T>(value: T, change: (text: string) => string): T => mapped(value, change) as T;

/** Calls `visit` with every string of a JSON value and every number as text, and `visitKey` with every key. */
export function eachText(value: unknown, visit: (text: string) => void, visitKey = visit): void {
  if (typeof value === 'string') visit(value);
  else if (typeof value === 'number') visit(String(value));
  else if (isObject(value)) {
    for (const [key, part] of Object.entries(value)) {
      if (!Array.isArray(value)) visitKey(key);
      eachText(part, visit, visitKey);
    }
  }
}
