import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { CSP_LISTS, isCspOrigin, isViewDomain, VIEW_PERMISSIONS } from './view-policy.ts';

const origins = z.array(z.string().max(LIMITS.viewOriginLength).refine(isCspOrigin)).max(LIMITS.viewOrigins).optional();
const optional = <Name extends string, T extends z.ZodType>(names: readonly Name[], type: T) =>
  z.object(Object.fromEntries(names.map((name) => [name, type])) as Record<Name, T>);

/** SHA-256 of a document's UTF-8 bytes, in hex. */
export const ViewHash = z.string().regex(/^[0-9a-f]{64}$/);

/** The document itself, on request; `null` when the page has no document of that hash, or may not show it. */
export const ViewDocument = z.string().max(LIMITS.viewBytes).nullable();

/**
 * The MCP Apps view of an action, without its document: that is asked for by its hash when a chat host wants to show it,
 * so that it neither travels with every change nor counts as state.
 */
export const ActionView = z.object({
  hash: ViewHash,
  csp: optional(CSP_LISTS, origins).optional(),
  permissions: optional(VIEW_PERMISSIONS, z.object({}).optional()).optional(),
  prefersBorder: z.boolean().optional(),
  domain: z.string().max(LIMITS.viewOriginLength).refine(isViewDomain).optional(),
});
export type ActionView = z.infer<typeof ActionView>;
