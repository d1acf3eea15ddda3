import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Tool } from '@modelcontextprotocol/server';
import { fittingGroups, type ToolGroup, toolGroups } from './tools.ts';
import type { GuiView } from './view.ts';

/** What `--tools` chooses to list. Anything can be called, listed or not. */
export type ToolSelection = 'all' | 'windows' | 'helpers';

/** The tool list as a function of what is there and of the command line alone, the same for every connection. */
export class ListedTools {
  readonly #helpers: readonly Tool[];
  readonly #windows: boolean;
  readonly #groups = new WeakMap<GuiView, readonly ToolGroup[]>();

  constructor(helpers: readonly Tool[], selection: ToolSelection) {
    this.#helpers = selection === 'windows' ? [] : helpers;
    this.#windows = selection !== 'helpers';
  }

  /** Helpers first, then whole groups, at most `LIMITS.toolsListed` in all. */
  of(view: GuiView): Tool[] {
    return [...this.#helpers, ...this.#groupsOf(view).flatMap(({ tools }) => tools)];
  }

  /** Whether both views list the same tools in the same order. */
  same(a: GuiView, b: GuiView): boolean {
    const [left, right] = [this.#groupsOf(a), this.#groupsOf(b)];
    return left.length === right.length && left.every(({ text }, index) => text === right[index]?.text);
  }

  #groupsOf(view: GuiView): readonly ToolGroup[] {
    if (!this.#windows) return [];
    const known = this.#groups.get(view);
    if (known !== undefined) return known;
    const fitting = fittingGroups(toolGroups(view), LIMITS.toolsListed - this.#helpers.length);
    this.#groups.set(view, fitting);
    return fitting;
  }
}
