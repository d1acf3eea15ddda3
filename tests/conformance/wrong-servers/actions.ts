import type { Json } from './behaviour.ts';

/** How an action of the conformance application is declared. */
export interface Declared {
  readonly title: string;
  readonly parameters: Readonly<Record<string, 'string' | 'number' | 'integer' | 'boolean'>>;
  readonly annotations?: Json;
  readonly result?: Json;
}

const plain = (title: string): Declared => ({ title, parameters: {} });
const idempotent = { idempotentHint: true };

/** By kind of window, `app` for the application itself. */
export const ACTIONS: Readonly<Record<string, Readonly<Record<string, Declared>>>> = {
  app: {
    reset: { title: 'Reset', parameters: {}, annotations: idempotent },
    open_window: plain('Open a window'),
    open_two: plain('Open two windows'),
    open_app_modal: plain('Open an app-level modal'),
  },
  a: {
    set_field: { title: 'Set the field', parameters: { value: 'string' }, annotations: idempotent },
    set_summary: { title: 'Set the summary', parameters: { value: 'string' }, annotations: idempotent },
    submit: { title: 'Submit', parameters: { recipient: 'string', amount: 'number' } },
    open_modal: plain('Open a dialog'),
    set_locked: { title: 'Lock or unlock', parameters: { locked: 'boolean' } },
    guarded: plain('Guarded action'),
    set_notice: { title: 'Show or hide the hint', parameters: { shown: 'boolean' } },
    slow: { title: 'Take a while', parameters: { label: 'string' } },
    stall: plain('Never finish'),
    refresh: { title: 'Refresh', parameters: {}, annotations: { readOnlyHint: true } },
    quote: {
      title: 'Ask for a rate',
      parameters: {},
      annotations: { openWorldHint: true },
      result: {
        type: 'object',
        properties: { rate: { type: 'number' }, currency: { type: 'string' } },
        required: ['rate', 'currency'],
      },
    },
    discard: { title: 'Discard', parameters: {}, annotations: { destructiveHint: true } },
    unsafe: plain('Change size'),
  },
  b: { set_field: { title: 'Set the amount', parameters: { amount: 'number' }, annotations: idempotent } },
  blocks: {},
  data: {
    load_rows: {
      title: 'Load rows',
      parameters: { offset: 'integer', limit: 'integer' },
      annotations: { readOnlyHint: true },
      result: { type: 'object', properties: { rows: { type: 'array' } } },
    },
  },
  modal: { open_modal: plain('Open a dialog on this one'), close: plain('Close') },
  appModal: { open_modal: plain('Open a dialog on this one'), close: plain('Close') },
  extra: { close: plain('Close') },
};

/** The tool as it is listed (protocol §5.2, §5.5, §5.6, §12.3). */
export function toolOf(
  name: string,
  { title, parameters, annotations = {}, result }: Declared,
  ofWindow: boolean,
): Json {
  const properties = Object.fromEntries(Object.entries(parameters).map(([key, type]) => [key, { type }]));
  return {
    name,
    title,
    description: `${title} in the conformance application`,
    inputSchema: {
      type: 'object',
      properties: { ...properties, ...(ofWindow && { expectedVersion: { type: 'integer' } }) },
      required: Object.keys(parameters),
    },
    outputSchema: { type: 'object', properties: { message: { type: 'string' }, ...(result && { result }) } },
    annotations,
  };
}

/** Arguments that do not fit, per field (protocol §7.3). */
export function wrongFields({ parameters }: Declared, args: Json): { field: string; error: string }[] {
  return Object.entries(parameters).flatMap(([field, type]) => {
    const value = args[field];
    const fits = type === 'integer' ? Number.isInteger(value) : typeof value === type;
    return fits ? [] : [{ field, error: `must be of the type ${type}` }];
  });
}
