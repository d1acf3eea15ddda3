/** Exit code of a host that was started by the wrong program, or by none. */
export const WRONG_CALLER = 78;

const EXTENSION_ORIGIN = 'chrome-extension://';

/**
 * Whether the browser started this process for an extension that may use it: exactly one of its arguments is an
 * extension's origin, and that extension is allowed. Returns what is wrong, or `undefined`.
 */
export function refuseCaller(
  browserArguments: readonly string[],
  allow: readonly string[],
  stdinIsTerminal: boolean,
): string | undefined {
  if (stdinIsTerminal) {
    return 'This command is started by a browser, not by hand. Run "mcp-gui-bridge install", then start the browser.';
  }
  const origins = browserArguments.filter((argument) => argument.startsWith(EXTENSION_ORIGIN));
  const [origin] = origins;
  if (origin === undefined || origins.length > 1) {
    return `A browser names exactly one extension; ${origins.length} were named. Run "mcp-gui-bridge install" again.`;
  }
  if (allow.some((id) => origin === `${EXTENSION_ORIGIN}${id}/`)) return undefined;
  return `${origin} may not use this host. If it is yours, run "mcp-gui-bridge install --extension-id" with its id.`;
}
