import { type Block, type JsonSchema, MASK, visibleText } from '@mcp-gui-bridge/page-sdk/protocol';
import { SchemaPlace } from './schema-places.ts';
import { isSecretName, normal } from './secret-names.ts';
import { visibleJson } from './visible-json.ts';

export interface MaskedArguments {
  readonly shown: unknown;
  /** What was masked, in every form in which a text may repeat it. */
  readonly hidden: readonly string[];
}

/** Shorter ones occur in any text. */
const SHORTEST_ECHO = 4;
/** Members that say what another member of their object is about, as in `{ "field": "password", "value": "…" }`. */
const NAMING = /^(?:name|key|field|label|id|path)$/i;

/** Labels under which the window shows masked values. */
function secretLabels(blocks: readonly Block[]): Set<string> {
  const labels = blocks.flatMap((block) =>
    block.type === 'fields'
      ? block.items.filter((item) => block.sensitive || item.sensitive).map(({ label }) => label)
      : [],
  );
  return new Set(labels.map(normal));
}

/** The forms in which somebody may repeat a value. */
function formsOf(value: unknown): string[] {
  const json = visibleJson(value);
  if (typeof value === 'string') return [value.trim(), visibleText(value).trim(), json.slice(1, -1)];
  if (typeof value === 'number') return [json];
  return typeof value === 'object' && value !== null ? [json, ...Object.values(value).flatMap(formsOf)] : [];
}

/**
 * Arguments as they may be written down: what the schema, its name, or a masked field of the window marks as secret is
 * eight bullets, whatever its length. A page's marks are the only ones there are, so this is the best that can be known.
 */
export function maskArguments(args: unknown, schema: JsonSchema, blocks: readonly Block[]): MaskedArguments {
  const labels = secretLabels(blocks);
  const hidden = new Set<string>();
  const namesSecret = (name: unknown) => typeof name === 'string' && (isSecretName(name) || labels.has(normal(name)));
  const hide = (value: unknown): unknown => {
    if (value === null || value === '') return value;
    for (const form of formsOf(value)) if (form.length >= SHORTEST_ECHO) hidden.add(form);
    return MASK;
  };
  const maskMembers = (value: object, place: SchemaPlace): object => {
    const members = Object.entries(value);
    const isNaming = (name: string, item: unknown) => NAMING.test(name) && namesSecret(item);
    const isNamed = members.some(([name, item]) => isNaming(name, item));
    const masked = members.map(([name, item]) => {
      const isSecret = namesSecret(name) || (isNamed && !isNaming(name, item));
      return [name, isSecret ? hide(item) : mask(item, place.member(name))];
    });
    return Object.fromEntries(masked);
  };
  const mask = (value: unknown, place: SchemaPlace): unknown => {
    if (place.isSecret) return hide(value);
    if (Array.isArray(value)) {
      const isPair = value.length === 2 && namesSecret(value[0]);
      return value.map((item, index) => (isPair && index === 1 ? hide(item) : mask(item, place.item(index))));
    }
    return typeof value === 'object' && value !== null ? maskMembers(value, place) : value;
  };
  return { shown: mask(args, new SchemaPlace(schema)), hidden: [...hidden] };
}

/** A page's sentence without the secrets that it repeats; one that was cut in the middle of a secret ends before it. */
export function maskEchoes(text: string, hidden: readonly string[]): string {
  const longestFirst = hidden.toSorted((a, b) => b.length - a.length);
  const masked = longestFirst.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
  if (!masked.endsWith('…')) return masked;
  const kept = masked.slice(0, -1);
  for (let length = kept.length; length >= SHORTEST_ECHO; length--) {
    const end = kept.slice(-length);
    if (longestFirst.some((secret) => secret.startsWith(end))) return `${kept.slice(0, -length)}${MASK}…`;
  }
  return masked;
}
