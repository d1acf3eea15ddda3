/** One fenced block of a Markdown paper. */
export interface Fence {
  readonly language: string;
  readonly text: string;
  /** 1-based line of its first line of text. */
  readonly line: number;
}

const OPENING = /^```(\S*)\s*$/;

/** The fenced blocks of a Markdown text, in order. */
export function fences(markdown: string): Fence[] {
  const found: Fence[] = [];
  let open: { language: string; lines: string[]; line: number } | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = OPENING.exec(line);
    if (open === undefined && fence) open = { language: fence[1] ?? '', lines: [], line: index + 2 };
    else if (open !== undefined && line === '```') {
      found.push({ language: open.language, text: open.lines.join('\n'), line: open.line });
      open = undefined;
    } else open?.lines.push(line);
  }
  return found;
}
