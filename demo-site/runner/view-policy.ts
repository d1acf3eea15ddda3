import { CSP_LISTS, isCspOrigin } from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';

const Origins = z.array(z.string().refine(isCspOrigin, 'must be an origin such as https://cdn.example.com')).max(64);

/** `_meta.ui.csp` of a view: the origins it declares (MCP Apps 2026-01-26). Checked, as they go into a header. */
export const ViewCsp = z.object(
  Object.fromEntries(CSP_LISTS.map((name) => [name, Origins.optional()])) as Record<
    (typeof CSP_LISTS)[number],
    z.ZodOptional<typeof Origins>
  >,
);
export type ViewCsp = z.infer<typeof ViewCsp>;

/**
 * The Content-Security-Policy under which a view runs: the specification's restrictive default, loosened by nothing but
 * the declared origins. `frameAncestor` is the only page that may show it.
 */
export function contentSecurityPolicy(declared: ViewCsp, frameAncestor: string): string {
  const { connectDomains = [], resourceDomains = [], frameDomains = [], baseUriDomains = [] } = declared;
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': [],
    'script-src': ["'self'", "'unsafe-inline'", ...resourceDomains],
    'style-src': ["'self'", "'unsafe-inline'", ...resourceDomains],
    'img-src': ["'self'", 'data:', ...resourceDomains],
    'font-src': ["'self'", ...resourceDomains],
    'media-src': ["'self'", 'data:', ...resourceDomains],
    'connect-src': connectDomains,
    'frame-src': frameDomains,
    'object-src': [],
    'base-uri': baseUriDomains.length > 0 ? baseUriDomains : ["'self'"],
    'form-action': [],
    'frame-ancestors': [frameAncestor],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.length > 0 ? sources.join(' ') : "'none'"}`)
    .join('; ');
}
