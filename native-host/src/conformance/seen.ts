import { isRecord, type Response } from './connection.ts';

/** An object that came from the server: nothing about it is certain. */
export type Seen = Readonly<Record<string, unknown>>;

/** A window as far as it can be recognised: checks about one field must not stumble over another. */
export interface SeenWindow {
  readonly id: string;
  readonly title: string;
  readonly modal: boolean;
  readonly ownerId: string | null;
  /** `undefined` when it is no whole number. */
  readonly version: number | undefined;
  readonly summary: string;
  readonly blocks: readonly Seen[];
  /** As it came. */
  readonly raw: Seen;
}

/** `app://windows` as far as it can be recognised. */
export interface SeenSnapshot {
  readonly operable: readonly string[];
  /** Windows that have an id. */
  readonly windows: readonly SeenWindow[];
  readonly raw: Seen;
  /** The answer to `resources/read`. */
  readonly response: Response;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const records = (value: unknown): readonly Seen[] => (Array.isArray(value) ? value.filter(isRecord) : []);

function readWindow(raw: Seen): SeenWindow {
  const { id, title, modal, ownerId, version, summary, blocks } = raw;
  return {
    id: text(id),
    title: text(title),
    modal: modal === true,
    ownerId: typeof ownerId === 'string' ? ownerId : null,
    version: Number.isSafeInteger(version) ? Number(version) : undefined,
    summary: text(summary),
    blocks: records(blocks),
    raw,
  };
}

function parseRecord(json: string): Seen {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

export function readSnapshot(response: Response): SeenSnapshot {
  const [content] = records(response.result?.['contents']);
  const raw = parseRecord(text(content?.['text']));
  const { operableWindowIds } = raw;
  const operable = Array.isArray(operableWindowIds) ? operableWindowIds.filter((id) => typeof id === 'string') : [];
  const windows = records(raw['windows']).map(readWindow);
  return { operable, windows: windows.filter(({ id }) => id !== ''), raw, response };
}

/** A tool as it was listed. */
export interface SeenTool {
  readonly name: string;
  readonly raw: Seen;
}

export const readTools = (response: Response): readonly SeenTool[] =>
  records(response.result?.['tools']).map((raw) => ({ name: text(raw['name']), raw }));

/** A tool name taken apart at its first `__`; `undefined` when it has none. */
export function nameParts(name: string): { readonly owner: string; readonly action: string } | undefined {
  const at = name.indexOf('__');
  return at > 0 && at + 2 < name.length ? { owner: name.slice(0, at), action: name.slice(at + 2) } : undefined;
}

/** The outcome of a tool call, found wherever the server put it. */
export interface SeenAnswer {
  readonly tool: string;
  readonly response: Response;
  /** `structuredContent`, else the JSON in the text. */
  readonly structured: Seen;
  readonly failed: boolean;
  /** Error code, when there is one. */
  readonly code: string | undefined;
}

export function readAnswer(tool: string, response: Response): SeenAnswer {
  const { result, error } = response;
  const own = result?.['structuredContent'];
  const structured = isRecord(own) ? own : parseRecord(text(records(result?.['content'])[0]?.['text']));
  const code = typeof structured['code'] === 'string' ? structured['code'] : undefined;
  const failed = error !== undefined || result?.['isError'] === true || code !== undefined;
  return { tool, response, structured, failed, code };
}

/** What an answer was, in a sentence. */
export function outcomeOf({ tool, response, structured, failed, code }: SeenAnswer): string {
  if (response.error)
    return `${tool} was answered with JSON-RPC error ${response.error.code}: ${response.error.message}`;
  if (!failed) return `${tool} succeeded`;
  return `${tool} failed with ${code ?? 'no code'}: ${text(structured['message'])}`;
}
