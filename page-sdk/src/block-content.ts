import type { BlockInput, FieldInput } from './block.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { flagAt, jsonAt, listAt, recordAt, textAt, wrong } from './declaration-error.ts';
import { type Json, mapText } from './json.ts';
import { masked, NO_MEDIA } from './mask.ts';
import { type Place, readMediaUrl } from './media-url.ts';
import type { Block, Severity } from './protocol/block.ts';
import { LIMITS } from './protocol/limits.ts';

type WithoutId<B> = B extends unknown ? Omit<B, 'id'> : never;

/** A declared block as safe JSON: masked, cleaned, rows cut, but not yet searched for secrets of other blocks. */
export type BlockContent = WithoutId<Block>;

/** What reading a declaration needs from its surroundings. */
export interface Reading {
  /** Told every text that was declared sensitive. */
  secret(text: string): void;
  /** Where the document is, for the URLs of media. */
  readonly place: Place | undefined;
}

/** What blocks of each kind have besides what all of them have. */
const MEMBERS: Readonly<Record<BlockInput['type'], readonly string[]>> = {
  text: ['text'],
  fields: ['items'],
  table: ['columns', 'rows', 'offset', 'total'],
  list: ['items', 'ordered', 'offset', 'total'],
  notice: ['severity', 'text'],
  media: ['mimeType', 'url', 'alt'],
  custom: ['payload'],
};

const SEVERITIES: readonly Severity[] = ['info', 'warn', 'error', 'success'];

/** One value of a block: masked as a whole, or cleaned of what a person would not see. */
function valueAt(value: unknown, field: string, sensitive: boolean, reading: Reading): Json {
  const json = jsonAt(value, field);
  return sensitive ? masked(json, reading.secret) : mapText(json, cleanText);
}

function proseAt(value: unknown, field: string, sensitive: boolean, reading: Reading): string {
  const prose = textAt(value, field);
  return sensitive ? String(masked(prose, reading.secret)) : cleanText(prose);
}

const lineAt = (value: unknown, field: string): string => cleanLine(textAt(value, field));

function countAt(value: unknown, field: string): number | undefined {
  if (value === undefined) return undefined;
  return Number.isSafeInteger(value) && Number(value) >= 0
    ? Number(value)
    : wrong(field, 'must be a whole number of at least 0');
}

/** Reads what is shown of many; sensitive ones all, because messages and results may repeat those that are not shown. */
function shownOf<T>(given: readonly unknown[], sensitive: boolean, read: (item: unknown, index: number) => T): T[] {
  const items = sensitive ? given : given.slice(0, LIMITS.rowsShown);
  return Array.from(items, read).slice(0, LIMITS.rowsShown);
}

/** Which part of many rows is shown; `total` is said as soon as it is not all of them (protocol, Appendix B). */
function rangeAt(input: { offset?: unknown; total?: unknown }, given: number, at: string) {
  const offset = countAt(input.offset, `${at}.offset`);
  const total = countAt(input.total, `${at}.total`);
  const end = (offset ?? 0) + given;
  if (total !== undefined && total < end) wrong(`${at}.total`, `must be at least ${end}, the rows given`);
  const known = total ?? (given > LIMITS.rowsShown ? end : undefined);
  return { ...(offset !== undefined && { offset }), ...(known !== undefined && { total: known }) };
}

function fieldAt(item: FieldInput, at: string, inSecret: boolean, reading: Reading) {
  recordAt(item, at, ['label', 'value', 'sensitive']);
  const sensitive = flagAt(item.sensitive, `${at}.sensitive`) === true;
  return {
    label: lineAt(item.label, `${at}.label`),
    value: valueAt(item.value, `${at}.value`, inSecret || sensitive, reading),
    ...(sensitive && { sensitive }),
  };
}

function rowAt(row: unknown, at: string, columns: number, sensitive: boolean, reading: Reading): Json[] {
  const cells = listAt(row, at);
  if (cells.length !== columns) wrong(at, `must have ${columns} values, one for each column, but has ${cells.length}`);
  return cells.map((cell, index) => valueAt(cell, `${at}[${index}]`, sensitive, reading));
}

function mediaAt(
  input: { mimeType: unknown; url: unknown; alt?: unknown },
  at: string,
  sensitive: boolean,
  reading: Reading,
): BlockContent {
  const url = textAt(input.url, `${at}.url`);
  const read = sensitive ? { url: NO_MEDIA } : readMediaUrl(url, reading.place);
  if ('refused' in read) return { type: 'notice', severity: 'warn', text: `Media is not shown: ${read.refused}.` };
  if (sensitive) reading.secret(url);
  return {
    type: 'media',
    ...(sensitive && { sensitive }),
    mimeType: lineAt(input.mimeType, `${at}.mimeType`),
    url: read.url,
    ...(input.alt !== undefined && { alt: proseAt(input.alt, `${at}.alt`, sensitive, reading) }),
  };
}

/**
 * Reads one block as the application gave it.
 *
 * @param at where it stands, for the sentence of the error
 * @throws TypeError naming the field and the fix
 */
export function readBlock(input: BlockInput, at: string, reading: Reading): BlockContent {
  recordAt(input, at);
  if (!Object.hasOwn(MEMBERS, input.type)) wrong(`${at}.type`, `must be one of ${Object.keys(MEMBERS).join(', ')}`);
  recordAt(input, at, ['type', 'id', 'sensitive', ...MEMBERS[input.type]]);
  const isSecret = flagAt(input.sensitive, `${at}.sensitive`) === true;
  const mark = isSecret ? { sensitive: true as const } : {};
  switch (input.type) {
    case 'text':
      return { type: 'text', ...mark, text: proseAt(input.text, `${at}.text`, isSecret, reading) };
    case 'fields': {
      listAt(input.items, `${at}.items`);
      const items = Array.from(input.items, (item, index) => fieldAt(item, `${at}.items[${index}]`, isSecret, reading));
      return { type: 'fields', ...mark, items };
    }
    case 'table': {
      const columns = listAt(input.columns, `${at}.columns`).map((name, i) => lineAt(name, `${at}.columns[${i}]`));
      const given = listAt(input.rows, `${at}.rows`);
      const rows = shownOf(given, isSecret, (row, index) =>
        rowAt(row, `${at}.rows[${index}]`, columns.length, isSecret, reading),
      );
      return { type: 'table', ...mark, columns, rows, ...rangeAt(input, given.length, at) };
    }
    case 'list': {
      const given = listAt(input.items, `${at}.items`);
      const items = shownOf(given, isSecret, (item, index) =>
        valueAt(item, `${at}.items[${index}]`, isSecret, reading),
      );
      const order = flagAt(input.ordered, `${at}.ordered`) ? { ordered: true } : {};
      return { type: 'list', ...mark, items, ...order, ...rangeAt(input, given.length, at) };
    }
    case 'notice':
      if (!SEVERITIES.includes(input.severity)) wrong(`${at}.severity`, `must be one of ${SEVERITIES.join(', ')}`);
      return {
        type: 'notice',
        ...mark,
        severity: input.severity,
        text: proseAt(input.text, `${at}.text`, isSecret, reading),
      };
    case 'media':
      return mediaAt(input, at, isSecret, reading);
    case 'custom':
      return { type: 'custom', ...mark, payload: valueAt(input.payload, `${at}.payload`, isSecret, reading) };
  }
}
