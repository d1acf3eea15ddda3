import type { CallToolResult, ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/client';
import type { AppBridge, McpUiDownloadFileRequest } from '@modelcontextprotocol/ext-apps/app-bridge';

/** The MCP server, as far as views may reach it. */
export interface ViewServer {
  /** @throws Error when a view may not call that tool */
  callTool(
    params: { name: string; arguments?: Record<string, unknown> | undefined },
    signal: AbortSignal,
  ): Promise<CallToolResult>;
  readResource(params: { uri: string }): Promise<ReadResourceResult>;
  listResources(): Promise<ListResourcesResult>;
}

/** Something that a view asked of its host, for the person to see or to decide about. */
export type ViewNote =
  | { readonly kind: 'said'; readonly text: string; readonly detail?: unknown }
  | { readonly kind: 'question'; readonly text: string; readonly answer: (allowed: boolean) => void };

/** A note in its place among those of a view. */
export interface NumberedNote {
  readonly number: number;
  readonly note: ViewNote;
  /** How often it came in a row. */
  readonly times: number;
}

const NOTES = 50;
/** A view that asks more is refused, until the person has answered. */
const QUESTIONS = 8;

const isQuestion = ({ note }: NumberedNote): boolean => note.kind === 'question';

export const canAsk = (notes: readonly NumberedNote[]): boolean => notes.filter(isQuestion).length < QUESTIONS;

/**
 * The notes with one more; the same again in a row is counted, as views that follow something ask again and again. What
 * is too much goes, the oldest first, but no question before it is answered.
 */
export function addNote(notes: readonly NumberedNote[], note: ViewNote): readonly NumberedNote[] {
  const last = notes.at(-1);
  const isSame = last?.note.kind === 'said' && note.kind === 'said' && last.note.text === note.text;
  if (isSame) return [...notes.slice(0, -1), { ...last, note, times: last.times + 1 }];
  const more = [...notes, { number: (last?.number ?? 0) + 1, note, times: 1 }];
  return more.length > NOTES
    ? more.toSpliced(
        Math.max(
          0,
          more.findIndex((old) => !isQuestion(old)),
        ),
        1,
      )
    : more;
}

/** The notes with that question answered, and no question any more. */
export const settleQuestion = (notes: readonly NumberedNote[], number: number, allowed: boolean) =>
  notes.map((noted): NumberedNote => {
    if (noted.number !== number || !isQuestion(noted)) return noted;
    return { ...noted, note: { kind: 'said', text: `${noted.note.text}: ${allowed ? 'allowed' : 'refused'}` } };
  });

type Download = McpUiDownloadFileRequest['params']['contents'][number];

/** Addresses that a host may open: no script, no local file. */
export function linkOf(text: string): URL | undefined {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}

/** The name that a file is saved under: the last part of its URI. */
export const fileName = (uri: string): string =>
  uri
    .split(/[?#]/)[0]
    ?.split('/')
    .at(-1)
    ?.replace(/[^\w. -]/g, '_') || 'download';

const openLink = (url: string) => void window.open(url, '_blank', 'noopener,noreferrer');

function save(file: Download): void {
  if (file.type === 'resource_link') {
    openLink(file.uri);
    return;
  }
  const { resource } = file;
  const data = 'text' in resource ? resource.text : Uint8Array.from(atob(resource.blob), (char) => char.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([data], { type: resource.mimeType ?? 'application/octet-stream' }));
  Object.assign(document.createElement('a'), { href: url, download: fileName(resource.uri) }).click();
  // The browser has taken the address when the click returns; the data may still be read from it.
  queueMicrotask(() => URL.revokeObjectURL(url));
}

const downloadUri = (file: Download) => (file.type === 'resource_link' ? file.uri : file.resource.uri);
const isRefused = (file: Download) => file.type === 'resource_link' && linkOf(file.uri) === undefined;

/** Answers all that a view may request: the server's part goes to the server, the person decides about what leaves the page. */
export function answerView(bridge: AppBridge, server: ViewServer, note: (note: ViewNote) => void): void {
  const ask = (text: string) => new Promise<boolean>((resolve) => note({ kind: 'question', text, answer: resolve }));

  bridge.oncalltool = async (params, { mcpReq }): Promise<CallToolResult> => {
    note({ kind: 'said', text: `Calls ${params.name}`, detail: params.arguments ?? {} });
    try {
      return await server.callTool(params, mcpReq.signal);
    } catch (error) {
      note({ kind: 'said', text: `Was refused: ${error instanceof Error ? error.message : String(error)}` });
      throw error;
    }
  };
  bridge.onreadresource = (params) => {
    note({ kind: 'said', text: `Reads ${params.uri}` });
    return server.readResource(params);
  };
  bridge.onlistresources = () => server.listResources();
  bridge.onopenlink = async ({ url }) => {
    const link = linkOf(url);
    if (link === undefined) {
      note({ kind: 'said', text: `Was refused to open ${url}: only http and https are opened.` });
      return { isError: true };
    }
    const allowed = await ask(`The view wants to open ${link.href}`);
    if (allowed) openLink(link.href);
    return allowed ? {} : { isError: true };
  };
  bridge.ondownloadfile = async ({ contents }) => {
    if (contents.some(isRefused)) return { isError: true };
    const allowed = await ask(`The view wants to save ${contents.map(downloadUri).join(', ')}`);
    if (allowed) for (const file of contents) save(file);
    return allowed ? {} : { isError: true };
  };
  bridge.onmessage = async ({ role, content }) => {
    note({ kind: 'said', text: `Says to the model, as the ${role}`, detail: content });
    return {};
  };
  bridge.onupdatemodelcontext = async (context) => {
    note({ kind: 'said', text: 'Context for the model, in place of what it was before', detail: context });
    return {};
  };
  bridge.onloggingmessage = ({ level, logger, data }) => {
    note({ kind: 'said', text: `Log${logger === undefined ? '' : ` of ${logger}`}, ${level}`, detail: data });
  };
}
