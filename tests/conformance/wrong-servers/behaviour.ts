/** What happened on the screen; notifications follow from it (protocol §6). */
export type Happening =
  | 'window_opened'
  | 'window_closed'
  | 'modal_opened'
  | 'modal_closed'
  | 'data'
  | 'unavailable'
  | 'available';

export type Told = 'updated' | 'list_changed';

export type Json = Record<string, unknown>;

export interface ShownWindow extends Json {
  id: string;
  title: string;
  modal: boolean;
  ownerId: string | null;
  version: number;
  summary: string;
  blocks: Json[];
}

export interface Shown extends Json {
  operableWindowIds: string[];
  windows: ShownWindow[];
}

/** A call on its way: `kind` is which of the application's windows it addresses, `app` for none. */
export interface Addressed {
  readonly kind: string;
  readonly action: string;
  readonly args: Json;
  readonly client: number;
}

/** What is known of the screen when something is exposed. */
export interface Scene {
  /** Open modals from the outermost in, of window A or of the application. */
  readonly chain: readonly ShownWindow[];
  readonly appModal: boolean;
  readonly closed: readonly ShownWindow[];
  readonly modalWasClosed: boolean;
  readonly client: number;
}

/**
 * Where the reference server can be made to break one rule. Each wrong server replaces one of these; whatever it returns
 * is what agents see.
 */
export interface Behaviour {
  greeting(greeting: Json): Json;
  readonly strayLines: readonly string[];
  confirmsSubscription: boolean;
  /** Whether a client that has unsubscribed stays subscribed, or takes all others along. */
  readonly unsubscribing: 'alone' | 'nobody' | 'everybody';
  resources(resources: Json[]): Json[];
  readResult(result: Json): Json;
  snapshot(shown: Shown, scene: Scene): Json;
  tools(tools: Json[], scene: Scene & { all: readonly Json[] }): Json[];
  /** Last look at the result of a call. */
  result(result: Json, call: Addressed): Json;
  /** The verdict before a call starts; `undefined` lets it start. */
  verdict(error: Json | undefined, call: Addressed): Json | undefined;
  tells(told: Told, happening: Happening): boolean;
  reaches(told: Told, to: number, from: number): boolean;
  /** URIs told of when the content changed. */
  readonly updatedUris: readonly string[];
  /** Whether notifications go out before the change that they tell of. */
  tellsEarly(action: string): boolean;
  counts(part: 'summary' | 'blocks'): boolean;
  /** Whether `next`'s operation may start while one of `running` is under way. */
  overlaps(running: number, next: number): boolean;
  /** Whether slow operations are answered when they start. */
  readonly answersAtStart: boolean;
  readonly opensTwoInSteps: boolean;
  readonly resetsVersion: boolean;
  newWindowId(kind: string, number: number, open: number): string;
  hintId(number: number): string;
  fieldsId(version: number): string;
  unsafeHandle(version: number): string;
}

/** The reference: keeps every rule. */
export const CORRECT: Behaviour = {
  greeting: (greeting) => greeting,
  strayLines: [],
  confirmsSubscription: true,
  unsubscribing: 'alone',
  resources: (resources) => resources,
  readResult: (result) => result,
  snapshot: (shown) => shown,
  tools: (tools) => tools,
  result: (result) => result,
  verdict: (error) => error,
  tells: () => true,
  reaches: () => true,
  updatedUris: ['app://windows'],
  tellsEarly: () => false,
  counts: () => true,
  overlaps: () => false,
  answersAtStart: false,
  opensTwoInSteps: false,
  resetsVersion: false,
  newWindowId: (_kind, number) => `w${number}`,
  hintId: (number) => `hint${number}`,
  fieldsId: () => 'fields',
  unsafeHandle: () => 'gr_e_ndern_7k2m4q',
};
