/**
 * Whether a parsed JSON value has containers in containers more than `levels` deep. Text of a few kilobytes can be
 * nested thousands deep, and every walk over such a value ends in an overflow of the stack: so each door asks this
 * before it validates. Looks no deeper than `levels`.
 */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((part) => isNestedDeeper(part, levels - 1));
}
