import * as z from 'zod';
import { Block, BlockReference } from './block.ts';
import { LIMITS } from './limits.ts';
import { ActionView } from './view.ts';

/** A JSON Schema object, already sanitised by the page (object root, local `$ref` only, no `$schema`, no `$id`). */
export const JsonSchema = z.record(z.string(), z.json());
export type JsonSchema = z.infer<typeof JsonSchema>;

/** What an action says of itself (protocol §5.6). A page's word: it may raise caution, never lower it. */
export const Hints = z.object({
  readOnly: z.boolean().optional(),
  destructive: z.boolean().optional(),
  idempotent: z.boolean().optional(),
  openWorld: z.boolean().optional(),
});
export type Hints = z.infer<typeof Hints>;

/** An action of a window or application. `name` is what the page declared until the worker replaces it by its tool-safe handle. */
export const Action = z.object({
  name: z.string().min(1).max(LIMITS.actionNameLength),
  title: z.string().min(1).max(LIMITS.titleLength),
  description: z.string().max(LIMITS.descriptionLength).optional(),
  inputSchema: JsonSchema,
  outputSchema: JsonSchema.optional(),
  hints: Hints.optional(),
  /** `true`, or the page's reason why not. */
  available: z.union([z.literal(true), z.string().max(LIMITS.messageLength)]),
  timeoutMs: z.int().min(1).max(LIMITS.actionMsMax),
  visibility: z.array(z.enum(['model', 'app'])).optional(),
  view: ActionView.optional(),
  /** The person is asked each time before this action runs. The worker's word: what a page says here is ignored. */
  asks: z.literal(true).optional(),
});
export type Action = z.infer<typeof Action>;

/**
 * A window as the bridge holds it: the protocol's Window (§4.2), its actions, and `opened`, the document's opening
 * number that orders siblings. Ids are local in the page and external from the worker on.
 */
export const WindowState = z.object({
  id: z.string().min(1).max(64),
  opened: z.int().min(1),
  title: z.string().min(1).max(LIMITS.titleLength),
  modal: z.boolean(),
  ownerId: z.string().min(1).max(64).nullable(),
  version: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  summary: z.string().max(LIMITS.summaryLength).optional(),
  blocks: z.array(Block).max(LIMITS.blocksPerWindow),
  actions: z.array(Action).max(LIMITS.actionsPerWindow),
});
export type WindowState = z.infer<typeof WindowState>;

/**
 * What changed of a window, `id` and `version` always; the first patch of a window carries everything. `summary: null`
 * takes the summary away. Blocks that the receiver has travel as `{ ref }`, so that cost follows the change.
 */
export const WindowPatch = z.object({
  id: WindowState.shape.id,
  version: WindowState.shape.version,
  opened: WindowState.shape.opened.optional(),
  title: WindowState.shape.title.optional(),
  modal: z.boolean().optional(),
  ownerId: WindowState.shape.ownerId.optional(),
  summary: z.string().max(LIMITS.summaryLength).nullable().optional(),
  blocks: z
    .array(z.union([Block, BlockReference]))
    .max(LIMITS.blocksPerWindow)
    .optional(),
  actions: WindowState.shape.actions.optional(),
});
export type WindowPatch = z.infer<typeof WindowPatch>;

/** Whether, and why not, agents can operate an application. `suspended`: the browser froze or discarded its tab. */
export const ApplicationCondition = z.enum([
  'live',
  'suspended',
  'unresponsive',
  'reconnecting',
  'paused',
  'over_limit',
]);
export type ApplicationCondition = z.infer<typeof ApplicationCondition>;

/** What one connected document has declared. */
export interface Declared {
  readonly name: string;
  readonly actions: readonly Action[];
  /** In opening order. */
  readonly windows: readonly WindowState[];
}

/** What changed of a document's declaration; the first one carries the name and everything there is. */
export const DeclaredChange = z.object({
  name: z.string().min(1).max(LIMITS.nameLength).optional(),
  actions: z.array(Action).max(LIMITS.actionsPerWindow).optional(),
  windows: z.array(WindowPatch).max(LIMITS.windowsPerDocument).optional(),
  closed: z.array(WindowState.shape.id).optional(),
});
export type DeclaredChange = z.infer<typeof DeclaredChange>;
