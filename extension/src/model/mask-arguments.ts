import { type Block, type JsonSchema, LIMITS, MASK, visibleText } from '@mcp-gui-bridge/page-sdk/protocol';
import { SchemaPlace, Steps } from './schema-places.ts';
import { isCount, isSecretName, normal, saysSecret } from './secret-names.ts';
import { visibleJson } from './visible-json.ts';

export interface MaskedArguments {
  readonly shown: unknown;
  /** The texts that were masked, in the forms in which a sentence may repeat them; `undefined` when they are too many. */
  readonly hidden: readonly string[] | undefined;
}

/** Values and schemas that are looked at; the rest is masked. All of it in the worker, which serves nobody meanwhile. */
export const MASKING_STEPS = 20_000;
/** UTF-16 units of masked texts that are remembered. */
export const HIDDEN_KEPT = 10_000;

/** Shorter ones occur in any text, and numbers that are shorter still. */
const SHORTEST_ECHO = 4;
const SHORT_NUMBER = /^\d{3}$/;
const canEcho = (form: string): boolean => form.length >= SHORTEST_ECHO || SHORT_NUMBER.test(form);
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

/** As much as a page's sentence can repeat. The join makes a copy: a slice would keep all of the text in memory. */
const keepable = (text: string): string => Array.from(text.slice(0, LIMITS.messageLength)).join('');

/** The forms in which somebody may repeat a text or number. */
function formsOf(value: unknown): string[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'string') return [];
  return [value.trim(), visibleText(value).trim(), visibleJson(value).slice(1, -1)].map(keepable);
}

/** What has to be kept out of a page's sentence, as far as it can be remembered. */
class Hidden {
  readonly #forms = new Set<string>();
  #room = HIDDEN_KEPT;

  get forms(): readonly string[] | undefined {
    return this.#room < 0 ? undefined : [...this.#forms];
  }

  add(value: unknown): void {
    if (this.#room < 0) return;
    if (typeof value === 'object' && value !== null) {
      for (const item of Object.values(value)) this.add(item);
    }
    for (const form of formsOf(value)) {
      if (!canEcho(form) || this.#forms.has(form)) continue;
      this.#forms.add(form);
      this.#room -= form.length;
    }
  }
}

/**
 * Arguments as they may be written down: what the schema, its name, or a masked field of the window marks as secret is
 * eight bullets, whatever its length. A page's marks are the only ones there are, so this is the best that can be known.
 */
export function maskArguments(args: unknown, schema: JsonSchema, blocks: readonly Block[]): MaskedArguments {
  const labels = secretLabels(blocks);
  const hidden = new Hidden();
  const steps = new Steps(MASKING_STEPS);
  const isLabel = (name: string) => labels.size > 0 && labels.has(normal(name));
  // Looked at once each: the rows of a table have the same names.
  const names = new Map<string, 'label' | 'secret' | 'plain'>();
  const kindOf = (name: string) => {
    const kind = names.get(name) ?? (isLabel(name) ? 'label' : isSecretName(name) ? 'secret' : 'plain');
    names.set(name, kind);
    return kind;
  };
  const isSecret = (name: string, value: unknown) =>
    kindOf(name) === 'label' || (kindOf(name) === 'secret' && !isCount(name, value));
  const namesSecret = (value: unknown) => typeof value === 'string' && (isLabel(value) || saysSecret(value));
  const hide = (value: unknown): unknown => {
    if (value === null || value === '') return value;
    hidden.add(value);
    return MASK;
  };
  const maskMembers = (value: object, place: SchemaPlace): object => {
    const members = Object.entries(value);
    const isNaming = (name: string, item: unknown) => NAMING.test(name) && namesSecret(item);
    const isNamed = members.some(([name, item]) => isNaming(name, item));
    const masked = members.map(([name, item]) => {
      if (steps.areSpent) return [name, MASK];
      const isHidden = isSecret(name, item) || (isNamed && !isNaming(name, item));
      return [name, isHidden ? hide(item) : mask(item, place.member(name))];
    });
    return Object.fromEntries(masked);
  };
  const mask = (value: unknown, place: SchemaPlace): unknown => {
    steps.take();
    if (steps.areSpent) return MASK;
    if (place.isSecret) return hide(value);
    if (Array.isArray(value)) {
      const isPair = value.length === 2 && namesSecret(value[0]);
      return value.map((item, index) => (isPair && index === 1 ? hide(item) : mask(item, place.item(index))));
    }
    return typeof value === 'object' && value !== null ? maskMembers(value, place) : value;
  };
  const shown = mask(args, new SchemaPlace(schema, steps));
  return { shown, hidden: steps.areSpent ? undefined : hidden.forms };
}

/** Of a card's three digits, which stand in other numbers too, only where they stand alone. */
const whereRepeated = (secret: string): string | RegExp =>
  SHORT_NUMBER.test(secret) ? new RegExp(String.raw`(?<![\p{L}\p{N}])${secret}(?![\p{L}\p{N}])`, 'gu') : secret;

/** A page's sentence without the secrets that it repeats; one that was cut in the middle of a secret ends before it. */
export function maskEchoes(text: string, hidden: readonly string[]): string {
  const longestFirst = hidden.toSorted((a, b) => b.length - a.length);
  const masked = longestFirst.reduce((rest, secret) => rest.replaceAll(whereRepeated(secret), MASK), text);
  if (!masked.endsWith('…')) return masked;
  const kept = masked.slice(0, -1);
  for (let length = kept.length; length >= SHORTEST_ECHO; length--) {
    const end = kept.slice(-length);
    if (longestFirst.some((secret) => secret.startsWith(end))) return `${kept.slice(0, -length)}${MASK}…`;
  }
  return masked;
}
