import { LIMITS } from './protocol/limits.ts';
import { declaredBytes, windowBytes } from './protocol/measure.ts';
import type { Declared } from './protocol/window.ts';

/** The sentence about the first limit that a declaration exceeds, or `undefined`. */
export function overLimit(declared: Declared): string | undefined {
  const { windowsPerDocument, actionsPerWindow, documentBytes } = LIMITS;
  if (declared.actions.length > actionsPerWindow) return `actions: at most ${actionsPerWindow} for the application`;
  if (declared.windows.length > windowsPerDocument) return `windows: at most ${windowsPerDocument}; close one first`;
  const large = declared.windows.find((window) => windowBytes(window) > LIMITS.windowBytes);
  if (large !== undefined) {
    return `blocks: "${large.title}" would exceed ${LIMITS.windowBytes / 1024} KiB; show less and offer the rest by an action, such as pagedTable()`;
  }
  return declaredBytes(declared) > documentBytes
    ? `windows: all together would exceed ${documentBytes / 1024} KiB; show less in some of them`
    : undefined;
}
