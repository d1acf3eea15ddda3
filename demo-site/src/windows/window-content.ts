import type { BlockInput } from '@mcp-gui-bridge/page-sdk';

/** What a window says, made from state by a pure function. */
export interface WindowContent {
  readonly title: string;
  readonly summary: string;
  readonly blocks: BlockInput[];
}

/** For each action whose availability changes: `true`, or why not. */
export type Availability = Readonly<Record<string, true | string>>;
