import type { JsonSchema } from './protocol/window.ts';

/** One wrong part of a value, and where it is. */
export interface PathError {
  readonly path: readonly string[];
  readonly error: string;
}

/** Checks a value against one schema; no errors means that it fits. */
export type SchemaValidator = (value: unknown) => PathError[];

type MakeValidator = (schema: JsonSchema) => SchemaValidator;

let loading: Promise<MakeValidator> | undefined;
let loaded: MakeValidator | undefined;

async function load(): Promise<MakeValidator> {
  try {
    loaded = (await import('./json-schema-validator.ts')).makeValidator;
    return loaded;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

/** The validator of plain JSON Schemas, a chunk of its own that pages without such schemas never load. */
export function loadValidator(): Promise<MakeValidator> {
  loading ??= load();
  return loading;
}

/** The same when it has been loaded already. */
export const loadedValidator = (): MakeValidator | undefined => loaded;
