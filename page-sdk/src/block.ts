import type { Severity } from './protocol/block.ts';

/** What every block may say of itself. */
export interface BlockOptions {
  /**
   * Your own name for the block, unique in its window, at most 64 characters. Without one, blocks are matched by kind
   * and order from update to update. A name that comes back after its block was removed is exposed with a suffix,
   * because agents never see an id twice (protocol §10.3).
   */
  id?: string | undefined;
  /** Masks every value in the block before it leaves the page; labels and counts stay (protocol §4.5). */
  sensitive?: boolean | undefined;
}

/** One labelled value of a `fields` block; `''` and `null` mean "not filled in" and stay visible when sensitive. */
export interface FieldInput {
  label: string;
  value: unknown;
  sensitive?: boolean | undefined;
}

interface Range {
  /** Position of the first item given, counted from 0. */
  offset?: number | undefined;
  /** How many there are in all; needed when not all are given. */
  total?: number | undefined;
}

/** A semantic block: what a window shows, never how it is operated (protocol §4.4). */
export type BlockInput = BlockOptions &
  (
    | { type: 'text'; text: string }
    | { type: 'fields'; items: readonly FieldInput[] }
    | ({ type: 'table'; columns: readonly string[]; rows: readonly (readonly unknown[])[] } & Range)
    | ({ type: 'list'; items: readonly unknown[]; ordered?: boolean | undefined } & Range)
    | { type: 'notice'; severity: Severity; text: string }
    | { type: 'media'; mimeType: string; url: string; alt?: string | undefined }
    | { type: 'custom'; payload: unknown }
  );

/** A paragraph. At most 8 KiB are shown. */
export const text = (text: string, options?: BlockOptions): BlockInput => ({ ...options, type: 'text', text });

/** Labelled values: a form, a property panel. */
export const fields = (items: readonly FieldInput[], options?: BlockOptions): BlockInput => ({
  ...options,
  type: 'fields',
  items,
});

/** A table; each row has one value for each column. At most 100 rows are shown, with `total` (protocol §9). */
export const table = (
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  options?: BlockOptions & Range,
): BlockInput => ({ ...options, type: 'table', columns, rows });

/** A list. At most 100 items are shown, with `total`. */
export const list = (
  items: readonly unknown[],
  options?: BlockOptions & Range & { ordered?: boolean | undefined },
): BlockInput => ({ ...options, type: 'list', items });

/** A status or message: what a person would see as an error, a warning, a note or a success. */
export const notice = (severity: Severity, text: string, options?: BlockOptions): BlockInput => ({
  ...options,
  type: 'notice',
  severity,
  text,
});

/**
 * An image or chart: a `data:` URL of a PNG, JPEG, GIF, WebP or AVIF image of at most 256 KiB, or an https URL of this
 * origin. Anything else is shown as a notice. Give `alt`, the words for agents that see no images.
 */
export const media = (
  mimeType: string,
  url: string,
  options?: BlockOptions & { alt?: string | undefined },
): BlockInput => ({ ...options, type: 'media', mimeType, url });

/** Any JSON structure, when nothing above fits; agents understand the other kinds better. */
export const custom = (payload: unknown, options?: BlockOptions): BlockInput => ({
  ...options,
  type: 'custom',
  payload,
});
