/** What a view may ask its host for (MCP Apps 2026-01-26, `_meta.ui.permissions`). */
export const VIEW_PERMISSIONS = ['camera', 'microphone', 'geolocation', 'clipboardWrite'] as const;

/** The lists of origins in `_meta.ui.csp`; what is not listed there the host blocks. */
export const CSP_LISTS = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const;

const SECURE = /^(?:https|wss):\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i;
const LOOPBACK = /^(?:http|ws):\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/i;

/**
 * An origin as a host may copy it into a Content-Security-Policy: `https` or `wss`, a host name that may begin with
 * `*.`, no path; `http` and `ws` for this machine alone. So no entry can add a directive or open more than one site.
 */
export const isCspOrigin = (text: string): boolean => SECURE.test(text) || LOOPBACK.test(text);

/** A host name, with scheme and port if the host wants them: its format is each host's own. */
export const isViewDomain = (text: string): boolean => /^[a-z0-9.:/_-]+$/i.test(text);
