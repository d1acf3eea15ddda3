/** How to start the server, as clients are configured. */
export interface StdioServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What a client hands to its model, or to the program that uses it, for one tool call. */
export interface Shown {
  readonly text: string;
  readonly structured?: unknown;
}

/** What every client can be asked to do here. What a client cannot do at all is left out. */
export interface DrivenClient {
  listTools(): Promise<readonly string[]>;
  /** A call that the server refuses is shown too, however the client reports it. */
  call(tool: string, args: Record<string, unknown>): Promise<Shown>;
  /** Text of `app://windows`. */
  readWindows?(): Promise<string>;
  /** What the client has told its program of changes so far; left out where this run does not listen for any. */
  readonly heard?: { readonly tools?: boolean; readonly windows: boolean };
  close(): Promise<unknown>;
}

export type OpenClient = (server: StdioServer) => Promise<DrivenClient>;

export const WINDOWS_URI = 'app://windows';

/** Text of the one content of a resource that was read, as MCP words it. */
export function contentText(result: { readonly contents: readonly object[] }): string {
  const [content] = result.contents;
  return content !== undefined && 'text' in content ? String(content.text) : '';
}

/** What an MCP tool result shows in either channel. */
export function shownResult(result: object): Shown {
  const { content, structuredContent }: { content?: unknown; structuredContent?: unknown } = result;
  const [first] = Array.isArray(content) ? (content as { text?: string }[]) : [];
  return { text: first?.text ?? '', structured: structuredContent };
}

/** How programs show an exception. */
export const shownError = (error: unknown): Shown => ({ text: error instanceof Error ? error.message : String(error) });
