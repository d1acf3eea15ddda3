import { flagAt, listAt, recordAt, textAt, wrong } from './declaration-error.ts';
import { LIMITS } from './protocol/limits.ts';
import { utf8Length } from './protocol/utf8.ts';
import type { ActionView } from './protocol/view.ts';
import { CSP_LISTS, isCspOrigin, isViewDomain, VIEW_PERMISSIONS } from './protocol/view-policy.ts';

/** Origins that a view may use. Chat hosts block every other one. At most 32 in a list. */
export interface ViewCsp {
  /** For requests and WebSockets. */
  connectDomains?: readonly string[] | undefined;
  /** For scripts, styles, images, fonts and media. */
  resourceDomains?: readonly string[] | undefined;
  /** For frames inside the view. */
  frameDomains?: readonly string[] | undefined;
  /** For the document's `<base>`. */
  baseUriDomains?: readonly string[] | undefined;
}

/** What a view would like to use. Hosts may refuse, so it must look whether it can. */
export type ViewPermissions = { [Name in (typeof VIEW_PERMISSIONS)[number]]?: Readonly<Record<string, never>> };

/** A user interface of the application's own that chat hosts show with an action's result (MCP Apps 2026-01-26). */
export interface ViewDeclaration {
  /** The complete HTML document, which speaks MCP Apps over `postMessage`. At most 512 KiB. */
  html: string;
  /** Origins such as `https://api.example.com`; none by default. */
  csp?: ViewCsp | undefined;
  permissions?: ViewPermissions | undefined;
  /** Asks for a border around the view, or for none. */
  prefersBorder?: boolean | undefined;
  /** Asks for an origin of the view's own; each host documents its format. */
  domain?: string | undefined;
}

/** A declared view, checked. */
export interface CompiledView {
  readonly html: string;
  /** How it is announced; `undefined` until the first use of this part of the SDK has loaded what computes hashes. */
  announced(): ActionView | undefined;
  /** Settles when it can be announced. */
  readonly loading: Promise<unknown> | undefined;
}

type Hasher = (text: string) => string;

let hash: Hasher | undefined;
let loadingHash: Promise<unknown> | undefined;

function loadHash(): Promise<unknown> | undefined {
  if (hash !== undefined) return undefined;
  loadingHash ??= import('./view-hash.ts').then(
    (module) => {
      hash = module.viewHash;
    },
    (error: unknown) => {
      loadingHash = undefined;
      throw error;
    },
  );
  return loadingHash;
}

function readHtml(html: unknown, at: string): string {
  const document = textAt(html, at);
  if (document.trim() === '') wrong(at, 'must be the complete HTML document of the view');
  const bytes = utf8Length(document);
  if (bytes > LIMITS.viewBytes) {
    wrong(at, `is ${bytes} bytes, but at most ${LIMITS.viewBytes / 1024} KiB; load the rest from resourceDomains`);
  }
  return document;
}

function readOrigins(list: unknown, at: string): string[] {
  const origins = listAt(list, at).map((entry, index) => {
    const origin = textAt(entry, `${at}[${index}]`);
    if (origin.length <= LIMITS.viewOriginLength && isCspOrigin(origin)) return origin;
    return wrong(
      `${at}[${index}]`,
      'must be an origin such as https://api.example.com or wss://*.example.com, no path',
    );
  });
  return origins.length <= LIMITS.viewOrigins ? origins : wrong(at, `must list at most ${LIMITS.viewOrigins} origins`);
}

/** The members that are there of an object, each of which must be known. */
function members<Name extends string>(value: unknown, known: readonly Name[], at: string): [Name, unknown][] {
  const record = recordAt<unknown>(value, at, known) as Partial<Record<Name, unknown>>;
  return known.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]);
}

function readDomain(domain: unknown, at: string): string {
  const text = textAt(domain, at);
  const fits = text.length <= LIMITS.viewOriginLength && isViewDomain(text);
  return fits ? text : wrong(at, 'must be a host name, as the chat host documents it');
}

/** @throws TypeError naming the field and the fix */
export function compileView(view: ViewDeclaration, at: string): CompiledView {
  recordAt(view, at, ['html', 'csp', 'permissions', 'prefersBorder', 'domain']);
  const html = readHtml(view.html, `${at}.html`);
  const { csp, permissions, domain } = view;
  const prefersBorder = flagAt(view.prefersBorder, `${at}.prefersBorder`);
  const policy: Omit<ActionView, 'hash'> = {
    ...(csp && {
      csp: Object.fromEntries(
        members(csp, CSP_LISTS, `${at}.csp`).map(([name, list]) => [name, readOrigins(list, `${at}.csp.${name}`)]),
      ),
    }),
    ...(permissions && {
      permissions: Object.fromEntries(
        members(permissions, VIEW_PERMISSIONS, `${at}.permissions`).map(([name]) => [name, {}]),
      ),
    }),
    ...(prefersBorder !== undefined && { prefersBorder }),
    ...(domain !== undefined && { domain: readDomain(domain, `${at}.domain`) }),
  };
  return { html, announced: () => hash && { hash: hash(html), ...policy }, loading: loadHash() };
}
