import process from 'node:process';
import { styleText } from 'node:util';
import type { Snapshot } from '@mcp-gui-bridge/page-sdk/protocol';
import type { CallRecord } from './agent.ts';
import { callLines, headingLines, type Painter, plain, type Tone, windowsLines } from './transcript.ts';

/** Where a scenario tells what it does. */
export interface Printer {
  heading(text: string): void;
  /** `notifications`: what came since the step before. */
  windows(snapshot: Snapshot, ms: number, notifications: readonly string[]): void;
  call(record: CallRecord): void;
  /** `detail`: what came of it. */
  step(what: string, detail: string): void;
}

const styles: Record<Tone, Parameters<typeof styleText>[0]> = {
  heading: 'bold',
  tool: 'cyan',
  good: 'green',
  refused: 'yellow',
  faint: 'gray',
};

/** Prints to standard output, in colour when a person is watching. */
export function terminalPrinter(): Printer {
  const coloured = process.stdout.isTTY === true && !process.env['NO_COLOR'];
  const paint: Painter = coloured ? (tone, text) => styleText(styles[tone], text) : plain;
  const print = (lines: string[]) => console.log(lines.join('\n'));
  return {
    heading: (text) => print(headingLines(text, paint)),
    windows: (snapshot, ms, notifications) => print(windowsLines(snapshot, ms, notifications, paint)),
    call: (record) => print(callLines(record, paint)),
    step: (what, detail) => print([`${paint('tool', what)}  ${detail}`]),
  };
}
