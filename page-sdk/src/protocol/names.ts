import { LIMITS } from './limits.ts';

const SAFE = /^[A-Za-z0-9_-]+$/;
const WINDOW_TOOL = /^(w[a-z2-7]{10})__([A-Za-z0-9_-]+)$/;
const APP_TOOL = /^app__(a[a-z2-7]{10})_([A-Za-z0-9_-]+)$/;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** FNV-1a over UTF-16 units, six base32 characters: tells two long names apart, guards nothing. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return Array.from({ length: 6 }, (_, i) => ALPHABET[(hash >>> (i * 5)) & 31]).join('');
}

function slug(name: string, length: number): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9-]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return plain.slice(0, length) || 'action';
}

/**
 * Tool-safe handles for the action names of one window or application, in the order given (protocol §5.2, §10.4). A
 * name that fits is its own handle; another becomes a readable start, `_` and six characters of a hash. Handles are
 * unique and depend on nothing but the names, so they survive reloads of page, worker and host.
 *
 * @param room longest handle: `LIMITS.windowActionLength` or `LIMITS.appActionLength`
 */
export function actionHandles(names: readonly string[], room: number): string[] {
  const fits = (name: string) => name.length <= room && SAFE.test(name);
  const taken = new Set(names.filter(fits));
  const handles = new Map<string, string>();
  for (const name of [...names].sort()) {
    if (fits(name)) {
      handles.set(name, name);
      continue;
    }
    for (let salt = 0; ; salt++) {
      const handle = `${slug(name, room - 7)}_${shortHash(salt === 0 ? name : `${name}\u0000${salt}`)}`;
      if (taken.has(handle)) continue;
      taken.add(handle);
      handles.set(name, handle);
      break;
    }
  }
  return names.map((name) => handles.get(name) ?? name);
}

/** What a tool name addresses: an action of a window, or of an application. */
export type ToolTarget =
  | { readonly windowId: string; readonly appId?: undefined; readonly action: string }
  | { readonly windowId?: undefined; readonly appId: string; readonly action: string };

/** `{winId}__{action}` (protocol §5.2). */
export const windowToolName = (windowId: string, action: string): string => `${windowId}__${action}`;

/** `app__{appId}_{action}`: actions that belong to no window (protocol §5.3). */
export const appToolName = (appId: string, action: string): string => `app__${appId}_${action}`;

/** Reads a tool name; `undefined` when it is neither form (helper tools included) or too long. */
export function parseToolName(name: string): ToolTarget | undefined {
  if (name.length > LIMITS.toolNameLength) return undefined;
  const window = WINDOW_TOOL.exec(name);
  if (window?.[1] && window[2]) return { windowId: window[1], action: window[2] };
  const app = APP_TOOL.exec(name);
  if (app?.[1] && app[2]) return { appId: app[1], action: app[2] };
  return undefined;
}
