import { describeType, wrong } from './declaration-error.ts';
import type { FieldError } from './protocol/answer.ts';
import type { JsonSchema } from './protocol/window.ts';
import { publishableSchema } from './schema-json.ts';
import type { FromJsonSchema } from './schema-type.ts';
import { loadedValidator, loadValidator, type SchemaValidator } from './schema-validator.ts';

type Outcome<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * A schema of zod (4.2 or later), arktype, valibot through `toStandardJsonSchema()` of `@valibot/to-json-schema`, or any
 * other library with the Standard Schema and Standard JSON Schema interfaces.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => Outcome<Output> | Promise<Outcome<Output>>;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

/** A plain JSON Schema (2020-12) of an object. The validator is loaded when the first one is declared. */
export interface JsonSchemaObject {
  readonly '~standard'?: never;
  readonly [keyword: string]: unknown;
}

/** What `input` takes; `T` is what the validated arguments are for `run`. */
export type InputSchema<T> = StandardSchema<unknown, T> | JsonSchemaObject;

/** What `output` takes; `T` is what `run` returns as `result`. */
export type OutputSchema<T> = StandardSchema<T, unknown> | JsonSchemaObject;

/** What `run` gets from the schema `S`. */
export type InputOf<S> =
  S extends StandardSchema<infer _, infer T> ? T : S extends object ? FromJsonSchema<S> : unknown;

/** What `run` returns as `result` for the schema `S`. */
export type OutputOf<S> =
  S extends StandardSchema<infer T, infer _> ? T : S extends object ? FromJsonSchema<S> : unknown;

/** A checked value, or what is wrong with it, each part under its name. */
export type Checked = { readonly value: unknown } | { readonly fields: FieldError[] };

/** A schema ready for use: what agents read and how values are checked. */
export interface CompiledSchema {
  readonly json: JsonSchema;
  /** Whether `check` can be called; if not, `loading` settles when it can, or when it never will. */
  isReady(): boolean;
  readonly loading: Promise<void> | undefined;
  check(value: unknown): Checked | Promise<Checked>;
}

/** Name of the field in errors that concern the arguments as a whole. */
const WHOLE = 'arguments';

/** A place in a value as `lines/0/amount`, names escaped as in a JSON pointer. */
export function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((key) => String(key).replace(/~/g, '~0').replace(/\//g, '~1')).join('/');
  return name === '' ? WHOLE : name;
}

/** An action that takes nothing: what it publishes, and how it refuses arguments that would be ignored. */
export const NO_INPUT: CompiledSchema = {
  json: { type: 'object', properties: {}, additionalProperties: false },
  isReady: () => true,
  loading: undefined,
  check: (value) => {
    const names = Object.keys(Object(value));
    return names.length === 0
      ? { value: {} }
      : { fields: names.map((name) => ({ field: fieldName([name]), error: 'This action takes no arguments' })) };
  },
};

function isStandard(schema: object): schema is StandardSchema {
  return '~standard' in schema && typeof schema['~standard'] === 'object';
}

function fromStandard(schema: StandardSchema, side: 'input' | 'output', at: string): CompiledSchema {
  const standard = schema['~standard'];
  if (typeof standard.jsonSchema?.[side] !== 'function') {
    wrong(
      at,
      `this ${standard.vendor} schema has no JSON Schema: use zod 4.2 or later, arktype, or toStandardJsonSchema()`,
    );
  }
  const convert = (): Record<string, unknown> => {
    try {
      return standard.jsonSchema[side]({ target: 'draft-2020-12' });
    } catch (error) {
      return wrong(
        at,
        `has no JSON Schema (${String(error)}); use types that JSON has, such as z.iso.date() for a date`,
      );
    }
  };
  const read = (outcome: Outcome<unknown>): Checked => {
    if (outcome.issues === undefined) return { value: outcome.value };
    const place = ({ path = [] }: StandardIssue) => path.map((key) => (typeof key === 'object' ? key.key : key));
    return { fields: outcome.issues.map((issue) => ({ field: fieldName(place(issue)), error: issue.message })) };
  };
  return {
    json: publishableSchema(convert(), at),
    isReady: () => true,
    loading: undefined,
    check: (value) => {
      const outcome = standard.validate(value);
      return outcome instanceof Promise ? outcome.then(read) : read(outcome);
    },
  };
}

function fromJsonSchema(schema: object, at: string): CompiledSchema {
  const json = publishableSchema(schema, at);
  // Made at the first call: actions are declared on each render of some applications, and called now and then.
  let validator: SchemaValidator | undefined;
  const isReady = () => loadedValidator() !== undefined;
  return {
    json,
    isReady,
    loading: isReady() ? undefined : loadValidator().then(() => undefined),
    check: (value) => {
      validator ??= loadedValidator()?.(json);
      if (validator === undefined) return { fields: [{ field: WHOLE, error: 'the schema is not loaded yet' }] };
      const errors = validator(value);
      return errors.length === 0
        ? { value }
        : { fields: errors.map(({ path, error }) => ({ field: fieldName(path), error })) };
    },
  };
}

/**
 * Reads a declared schema.
 *
 * @param at where it stands, for the sentence of the error
 * @throws TypeError naming the path and the fix
 */
export function compileSchema(schema: unknown, side: 'input' | 'output', at: string): CompiledSchema {
  const isSchema = (typeof schema === 'object' && schema !== null) || typeof schema === 'function';
  if (!isSchema) return wrong(at, `must be a schema, but is ${describeType(schema)}`);
  return isStandard(schema) ? fromStandard(schema, side, at) : fromJsonSchema(schema, at);
}
