import { type Block, type JsonSchema, MASK } from '@mcp-gui-bridge/page-sdk/protocol';

const SECRET_NAME =
  /pass ?(?:word|phrase|code|wd)|secret|token|credential|api ?key|\bpin\b|\bcv[vc]\b|card ?number|\biban\b|\bssn\b|\botp\b/;

/** "apiKey", "API key" and "api-key" are one name. */
const normal = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase();

/** Labels under which the window shows masked values. */
function secretLabels(blocks: readonly Block[]): Set<string> {
  const labels = blocks.flatMap((block) =>
    block.type === 'fields'
      ? block.items.filter((item) => block.sensitive || item.sensitive).map(({ label }) => label)
      : [],
  );
  return new Set(labels.map(normal));
}

type Schema = JsonSchema[string] | undefined;

function member(schema: Schema, ...path: string[]): Schema {
  let at = schema;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

/**
 * Arguments as they may be written down: what the schema, its name, or a masked field of the window marks as secret is
 * eight bullets, whatever its length. A page's marks are the only ones there are, so this is the best that can be known.
 */
export function maskArguments(args: unknown, schema: JsonSchema, blocks: readonly Block[]): unknown {
  const labels = secretLabels(blocks);
  const isSecret = (name: string, its: Schema): boolean =>
    member(its, 'writeOnly') === true ||
    member(its, 'format') === 'password' ||
    SECRET_NAME.test(normal(name)) ||
    labels.has(normal(name));
  const mask = (value: unknown, its: Schema): unknown => {
    if (Array.isArray(value)) return value.map((item) => mask(item, member(its, 'items')));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, item]) => {
      const inner = member(its, 'properties', name);
      return [name, isSecret(name, inner) && item !== null && item !== '' ? MASK : mask(item, inner)];
    });
    return Object.fromEntries(entries);
  };
  return mask(args, schema);
}
