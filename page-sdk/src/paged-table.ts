import type { Actions } from './action.ts';
import { type BlockInput, table } from './block.ts';
import { functionAt, listAt, recordAt, textAt, wrong } from './declaration-error.ts';
import type { StandardSchema } from './schema.ts';
import { MAX_PARTS } from './wire-value.ts';

const ROWS_SHOWN = 20;
const MOST_ROWS = 1_000;
/** Of a result, besides its columns, rows and cells. */
const OTHER_PARTS = 5;

export interface PagedTableOptions {
  columns: readonly string[];
  /** Rows in all; the block tells it. */
  total: number;
  /** The first rows, shown in the window's state. At most 20 of them are. */
  rows: readonly (readonly unknown[])[];
  /** Called by the action with 0 ≤ offset < total and 1 ≤ limit ≤ 1,000; less where a row has more than 48 columns. */
  load(offset: number, limit: number): unknown[][] | Promise<unknown[][]>;
  /** The action's name, default `load_rows`; its result is `{ columns, rows, offset, total }`, its input `{ offset, limit }`. */
  name?: string | undefined;
  title?: string | undefined;
}

interface Page {
  offset: number;
  limit: number;
}

interface LoadedRows {
  columns: string[];
  rows: unknown[][];
  offset: number;
  total: number;
}

/** A Standard Schema by hand: the JSON Schema validator is not worth loading for two whole numbers. */
function byHand<T>(properties: object, check: (given: object) => { message: string; path: string[] }[]) {
  const json = { type: 'object', properties, required: Object.keys(properties) };
  const schema: StandardSchema<T> = {
    '~standard': {
      version: 1,
      vendor: 'mcp-gui-bridge',
      validate: (value) => {
        const issues = check(Object(value));
        return issues.length > 0 ? { issues } : { value: value as T };
      },
      jsonSchema: { input: () => json, output: () => json },
    },
  };
  return schema;
}

/** As many rows as a result can carry, each with its cells; of a cell that is no plain value fewer fit. */
const mostRows = (columns: number): number =>
  Math.max(1, Math.min(MOST_ROWS, Math.floor((MAX_PARTS - OTHER_PARTS - columns) / (columns + 1))));

function pageSchema(total: number, most: number): StandardSchema<Page> {
  const whole = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });
  const bounds = { offset: whole(0, Math.max(0, total - 1)), limit: whole(1, most) };
  return byHand<Page>(bounds, (given) => {
    const numbers = new Map<string, unknown>(Object.entries(given));
    return Object.entries(bounds).flatMap(([name, { minimum, maximum }]) => {
      const number = numbers.get(name);
      const fits = Number.isInteger(number) && Number(number) >= minimum && Number(number) <= maximum;
      return fits ? [] : [{ message: `Must be a whole number from ${minimum} to ${maximum}`, path: [name] }];
    });
  });
}

const count = { type: 'integer' };
const ROWS = byHand<LoadedRows>(
  { columns: { type: 'array' }, rows: { type: 'array' }, offset: count, total: count },
  () => [],
);

/**
 * Large tables (protocol §9): a block with the first rows and the total, and the read-only action that loads any range.
 * Spread `actions` into those of the window.
 *
 * @throws TypeError naming the field and the fix
 */
export function pagedTable(options: PagedTableOptions): { block: BlockInput; actions: Actions } {
  recordAt(options, 'options', ['columns', 'total', 'rows', 'load', 'name', 'title']);
  const { total, name = 'load_rows', title = 'Load rows' } = options;
  listAt(options.columns, 'columns');
  listAt(options.rows, 'rows');
  functionAt(options.load, 'load');
  textAt(name, 'name');
  const columns = [...options.columns];
  const most = mostRows(columns.length);
  if (!Number.isSafeInteger(total) || total < 0) wrong('total', 'must be the whole number of rows in all');
  const shown = options.rows.slice(0, ROWS_SHOWN);
  const run = async ({ offset, limit }: Page) => {
    if (total === 0) return { message: 'The table is empty', result: { columns, rows: [], offset: 0, total } };
    const loaded = await options.load(offset, Math.min(limit, total - offset));
    const rows = listAt(loaded, 'load').slice(0, limit);
    const last = offset + rows.length;
    return { message: `Rows ${offset + 1} to ${last} of ${total}`, result: { columns, rows, offset, total } };
  };
  const load = {
    title,
    description: `Loads rows of the table with the columns ${columns.join(', ')}. At most ${most} at a time.`,
    input: pageSchema(total, most),
    output: ROWS,
    hints: { readOnly: true, idempotent: true },
    run,
  };
  return { block: table(columns, shown, { total }), actions: { [name]: load } };
}
