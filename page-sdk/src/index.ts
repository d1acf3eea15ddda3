/** The page SDK: declares the windows, modal dialogs and actions of a web application to AI agents. */
export type {
  ActionDeclaration,
  ActionHints,
  ActionOptions,
  ActionOutcome,
  Actions,
  ActionsOf,
  CallContext,
} from './action.ts';
export {
  type BlockInput,
  type BlockOptions,
  custom,
  type FieldInput,
  fields,
  list,
  media,
  notice,
  table,
  text,
} from './block.ts';
export { type Bridge, type BridgeOptions, type BridgeStatus, createBridge, type Unsubscribe } from './bridge.ts';
export type { CallEvent } from './call-event.ts';
export { ActionError, ValidationError, WindowClosedError } from './errors.ts';
export { type PagedTableOptions, pagedTable } from './paged-table.ts';
export { LIMITS } from './protocol/limits.ts';
export type { InputSchema, JsonSchemaObject, OutputSchema, StandardSchema } from './schema.ts';
export type { ViewCsp, ViewDeclaration, ViewPermissions } from './view.ts';
export type { WindowDeclaration, WindowHandle, WindowUpdate } from './window-handle.ts';
