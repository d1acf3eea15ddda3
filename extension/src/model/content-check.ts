import {
  type Action,
  type Block,
  type BlockReference,
  type CallAnswer,
  type DeclaredChange,
  isBlank,
  type JsonSchema,
  LIMITS,
  MASK,
  type Progress,
  utf8Length,
  visibleLine,
  visibleText,
  type WindowPatch,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { schemaShapeProblem } from './schema-check.ts';

/**
 * The SDK cuts, cleans and masks before it counts a version, so the worker may not: it checks the same rules again and
 * refuses. Whoever speaks the wire without the SDK meets them here (protocol §4.5; no invisible characters, no foreign
 * media, no secrets under a sensitive mark). Each check returns a sentence naming the place, or `undefined`.
 */
type Problem = string | undefined;

const RASTER_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif)(?:;base64)?,[\x21-\x7e]+$/i;
const PLAIN_URL = /^https:[\x21-\x7e]+$/;

function firstProblem<T>(items: readonly T[] | undefined, check: (item: T, index: number) => Problem): Problem {
  for (const [index, item] of (items ?? []).entries()) {
    const problem = check(item, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const invisible = (at: string): string => `${at}: contains characters that nobody can see; leave them out`;
const textProblem = (text: string | null | undefined, at: string): Problem =>
  text && visibleText(text) !== text ? invisible(at) : undefined;
/** What people and agents tell things apart by. */
function titleProblem(title: string | undefined, at: string): Problem {
  if (title === undefined) return undefined;
  if (visibleLine(title) !== title) return invisible(at);
  return isBlank(title) ? `${at}: must say in words what it is called` : undefined;
}

/** Looks at every text inside a JSON value, names of members included. */
function textsProblem(value: unknown, at: string, maxBytes = Number.POSITIVE_INFINITY): Problem {
  if (typeof value === 'string') {
    if (utf8Length(value) > maxBytes) return `${at}: is longer than ${maxBytes} bytes; cut it`;
    return textProblem(value, at);
  }
  if (Array.isArray(value)) return firstProblem(value, (item, index) => textsProblem(item, `${at}.${index}`, maxBytes));
  if (typeof value !== 'object' || value === null) return undefined;
  return firstProblem(
    Object.entries(value),
    ([key, item]) => textProblem(key, at) ?? textsProblem(item, `${at}.${key}`, maxBytes),
  );
}

/** What a block shows, apart from its labels: all that a sensitive mark covers. */
function valuesOf(block: Block): unknown[] {
  switch (block.type) {
    case 'text':
    case 'notice':
      return [block.text];
    case 'fields':
      return block.items.map(({ value }) => value);
    case 'table':
      return block.rows.flat();
    case 'list':
      return block.items;
    case 'media':
      return [block.url === 'data:,' ? null : block.url, block.alt ?? null];
    case 'custom':
      return [block.payload];
  }
}

const isMasked = (value: unknown): boolean => value === MASK || value === '' || value === null;

function sensitiveProblem(block: Block, at: string): Problem {
  const isSecret = block.sensitive === true;
  const secrets = isSecret
    ? valuesOf(block)
    : block.type === 'fields'
      ? block.items.filter(({ sensitive }) => sensitive === true).map(({ value }) => value)
      : [];
  return secrets.every(isMasked)
    ? undefined
    : `${at}: is marked sensitive but not masked; mask it before it leaves the page`;
}

function mediaProblem(url: string, origin: string, at: string): Problem {
  if (url === 'data:,') return undefined;
  if (RASTER_IMAGE.test(url)) {
    return url.length > LIMITS.dataImageBytes ? `${at}.url: is larger than ${LIMITS.dataImageBytes} bytes` : undefined;
  }
  const isOwn = PLAIN_URL.test(url) && url.startsWith(`${origin}/`) && url.length <= LIMITS.stringBytes;
  return isOwn ? undefined : `${at}.url: must be a data: image (no SVG) or an https address of the page's own origin`;
}

function shownProblem(block: Block, at: string): Problem {
  const shown = block.type === 'table' ? block.rows.length : block.type === 'list' ? block.items.length : 0;
  return shown > LIMITS.rowsShown ? `${at}: shows ${shown} rows; at most ${LIMITS.rowsShown}, with total` : undefined;
}

function blockProblem(block: Block | BlockReference, origin: string, at: string): Problem {
  if ('ref' in block) return undefined;
  const { url, ...rest } = block.type === 'media' ? block : { ...block, url: undefined };
  return (
    (url === undefined ? undefined : mediaProblem(url, origin, at)) ??
    shownProblem(block, at) ??
    textsProblem(rest, at, LIMITS.stringBytes) ??
    sensitiveProblem(block, at)
  );
}

function schemaProblem(schema: JsonSchema | undefined, at: string): Problem {
  if (schema === undefined) return undefined;
  const json = JSON.stringify(schema);
  if (utf8Length(json) > LIMITS.schemaBytes) return `${at}: is larger than ${LIMITS.schemaBytes} bytes`;
  return schemaShapeProblem(schema, at) ?? textsProblem(schema, at);
}

function actionProblem(action: Action, at: string): Problem {
  return (
    schemaProblem(action.inputSchema, `${at}.inputSchema`) ??
    schemaProblem(action.outputSchema, `${at}.outputSchema`) ??
    titleProblem(action.title, `${at}.title`) ??
    textProblem(action.description, `${at}.description`) ??
    textProblem(action.available === true ? undefined : action.available, `${at}.available`)
  );
}

function windowProblem(window: WindowPatch, origin: string): Problem {
  const at = `windows.${window.id}`;
  return (
    titleProblem(window.title, `${at}.title`) ??
    textProblem(window.summary, `${at}.summary`) ??
    firstProblem(window.blocks, (block, index) => blockProblem(block, origin, `${at}.blocks.${index}`)) ??
    firstProblem(window.actions, (action, index) => actionProblem(action, `${at}.actions.${index}`))
  );
}

/** What is wrong with the content of a change from a page of `origin`; only what the change carries is looked at. */
export function changeProblem(change: DeclaredChange, origin: string): Problem {
  return (
    titleProblem(change.name, 'name') ??
    firstProblem(change.actions, (action, index) => actionProblem(action, `actions.${index}`)) ??
    firstProblem(change.windows, (window) => windowProblem(window, origin))
  );
}

/** A sentence for people and models. */
const sentenceProblem = (text: string | undefined, at: string): Problem =>
  text !== undefined && text.length > LIMITS.messageLength
    ? `${at}: is longer than ${LIMITS.messageLength} characters; cut it`
    : textProblem(text, at);

/** What is wrong with what a page tells of a running call. */
export const progressProblem = ({ message }: Progress): Problem => sentenceProblem(message, 'message');

/** What is wrong with an answer. */
export function answerProblem(answer: CallAnswer): Problem {
  if (answer.ok) {
    const { message, openedWindowIds, result } = answer.value;
    if (openedWindowIds.length > LIMITS.windowsPerDocument) {
      return `openedWindowIds: are more than ${LIMITS.windowsPerDocument}`;
    }
    if (result !== undefined && utf8Length(JSON.stringify(result)) > LIMITS.resultBytes) {
      return `result: is larger than ${LIMITS.resultBytes} bytes`;
    }
    return sentenceProblem(message, 'message') ?? textsProblem(result, 'result');
  }
  const { message, fields = [] } = answer.error;
  if (fields.length > LIMITS.fieldErrors) return `fields: are more than ${LIMITS.fieldErrors}`;
  return (
    sentenceProblem(message, 'message') ??
    firstProblem(
      fields,
      ({ field, error }, index) =>
        sentenceProblem(field, `fields.${index}.field`) ?? sentenceProblem(error, `fields.${index}.error`),
    )
  );
}
