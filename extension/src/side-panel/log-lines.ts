import type { LogEntry } from '../model/activity-log.ts';

const searched = (entry: LogEntry): string =>
  Object.values(entry)
    .filter((value) => typeof value === 'string')
    .join('\n')
    .toLowerCase();

/** Entries that contain every word, wherever in them, the newest first. */
export function filterLog(log: readonly LogEntry[], text: string): LogEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return log.filter((entry) => words.every((word) => searched(entry).includes(word))).reverse();
}

/** JSON lines, the oldest first: one entry a line, times in ISO 8601, arguments as JSON unless they were cut. */
export const jsonLines = (entries: readonly LogEntry[]): string =>
  [...entries]
    .sort((a, b) => a.at - b.at)
    .map(({ at, arguments: text, ...entry }) => {
      const line = { time: new Date(at).toISOString(), ...entry, arguments: parsed(text) };
      return `${JSON.stringify(line)}\n`;
    })
    .join('');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
