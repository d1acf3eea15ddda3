import { cleanLine, cleanText } from './clean-text.ts';
import { flagAt, functionAt, listAt, recordAt, textAt, titleAt, wrong } from './declaration-error.ts';
import { LIMITS } from './protocol/limits.ts';
import { cutText } from './protocol/page-text.ts';
import type { Action } from './protocol/window.ts';
import {
  type CompiledSchema,
  compileSchema,
  type InputOf,
  type InputSchema,
  NO_INPUT,
  type OutputOf,
  type OutputSchema,
} from './schema.ts';
import { type CompiledView, compileView, type ViewDeclaration } from './view.ts';
import type { WindowHandle } from './window-handle.ts';

/** What an action promises of itself (protocol §5.6); nothing is promised by default. */
export interface ActionHints {
  /** Changes nothing. Agents call it freely. */
  readOnly?: boolean | undefined;
  /** Cannot be undone, or costs something. The extension asks the person before it runs. */
  destructive?: boolean | undefined;
  /** Calling it twice is the same as calling it once. */
  idempotent?: boolean | undefined;
  /** Reaches beyond this application. */
  openWorld?: boolean | undefined;
}

/** How an action ended. `message` is one sentence for agent and person, 300 characters at most. */
export interface ActionOutcome<Output = unknown> {
  message?: string | undefined;
  /** A JSON object of at most 1 MiB (protocol §5.4). */
  result?: Output | undefined;
  /** Instead of the windows that the SDK saw opening while the action ran. */
  opened?: readonly WindowHandle[] | undefined;
}

/** What `run` may know and say while a call lasts. */
export interface CallContext<Output = unknown> {
  /** How the agent names itself: show it, do not trust it. */
  readonly agent: { readonly name: string; readonly version?: string | undefined };
  /** Aborted when the call is cancelled, its time is over or its window is closed. */
  readonly signal: AbortSignal;
  /** Tells how far it is, in any unit; `message` is cut at 300 characters. */
  progress(done: number, total?: number, message?: string): void;
  /** For actions that leave the page: the answer to give if this document goes away before `run` settles. */
  commit(outcome: ActionOutcome<Output>): void;
}

/** What a handler without a `return` returns; its value is never looked at. */
type Nothing = ReturnType<() => void>;

type Ran<Output> = Nothing | ActionOutcome<Output> | Promise<Nothing | ActionOutcome<Output>>;

/** All of an action but its schemas and what it does. */
export interface ActionOptions {
  /** What people and agents call it. At most 120 characters. */
  title: string;
  /** For the agent: when to use it and what it does. At most 1,000 characters. */
  description?: string | undefined;
  hints?: ActionHints | undefined;
  /** `true` (default), or the reason why not, in words for the agent. Unavailable actions are not listed (§5.1). */
  available?: true | string | undefined;
  /** Milliseconds it may take, 1 to 300,000, default 30,000. */
  timeoutMs?: number | undefined;
  /** Who sees it in MCP Apps hosts: the model, the view, or (default) both. */
  visibility?: readonly ('model' | 'app')[] | undefined;
  /** A user interface that chat hosts may show with this action's result (MCP Apps); the result must say it all without. */
  view?: ViewDeclaration | undefined;
}

/** An operation that agents may call while its window is operable (protocol §5). */
export interface ActionDeclaration<Input = unknown, Output = unknown> extends ActionOptions {
  /** Schema of the arguments; without one the action takes none. It must not declare `expectedVersion` itself. */
  input?: InputSchema<Input> | undefined;
  /** Schema of `result`. */
  output?: OutputSchema<Output> | undefined;
  run(input: Input, call: CallContext<Output>): Ran<Output>;
}

/** Actions by name: 1 to 200 characters; 64 at most in a window. */
export type Actions = Readonly<Record<string, ActionDeclaration>>;

/** Schemas, or anything else, by action name: what type inference collects from a declaration. */
export type ByAction = Readonly<Record<string, unknown>>;

type OutputFor<Outputs, Name> = OutputOf<Name extends keyof Outputs ? Outputs[Name] : unknown>;

/** Actions written in place: each `run` sees the types of its own schemas. */
export type ActionsOf<Inputs, Outputs> = {
  readonly [Name in keyof Inputs]: ActionOptions & {
    readonly input?: Inputs[Name] & (InputSchema<unknown> | undefined);
    run(input: InputOf<Inputs[Name]>, call: CallContext<OutputFor<Outputs, Name>>): Ran<OutputFor<Outputs, Name>>;
  };
} & { readonly [Name in keyof Outputs]: { readonly output?: Outputs[Name] & (OutputSchema<unknown> | undefined) } };

/** A declared action, checked and ready to be announced and run. */
export interface CompiledAction {
  readonly announced: Action;
  readonly input: CompiledSchema;
  readonly output: CompiledSchema | undefined;
  readonly view: CompiledView | undefined;
  run(input: unknown, call: CallContext): Ran<unknown>;
}

const HINTS = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

const KNOWN: readonly (keyof ActionDeclaration)[] = [
  'title',
  'description',
  'input',
  'output',
  'run',
  'hints',
  'available',
  'timeoutMs',
  'visibility',
  'view',
];

function readHints(hints: ActionHints, at: string): Action['hints'] {
  recordAt(hints, at, HINTS);
  const given = HINTS.flatMap((name) => {
    const hint = flagAt(hints[name], `${at}.${name}`);
    return hint === undefined ? [] : [[name, hint] as const];
  });
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** @throws TypeError when it is neither `true` nor a reason in words. */
export function readAvailable(available: unknown, at: string): true | string {
  if (available === true) return true;
  const reason = typeof available === 'string' ? cleanText(available).trim() : '';
  return reason === '' ? wrong(at, 'must be true, or the reason why not, in words for the agent') : reason;
}

function readTimeout(timeoutMs: number | undefined, at: string): number {
  if (timeoutMs === undefined) return LIMITS.actionMs;
  const isTime = Number.isSafeInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= LIMITS.actionMsMax;
  return isTime ? timeoutMs : wrong(at, `must be whole milliseconds from 1 to ${LIMITS.actionMsMax}`);
}

function readVisibility(visibility: ActionOptions['visibility'], at: string): Action['visibility'] {
  if (visibility === undefined) return undefined;
  const given = listAt(visibility, at);
  const known = given.filter((who) => who === 'model' || who === 'app');
  return known.length > 0 && known.length === given.length ? known : wrong(at, 'must list "model", "app" or both');
}

function readInput(input: unknown, at: string): CompiledSchema {
  if (input === undefined) return NO_INPUT;
  const schema = compileSchema(input, 'input', at);
  if (Object.hasOwn(Object(schema.json['properties']), 'expectedVersion')) {
    wrong(`${at}.expectedVersion`, 'the bridge itself adds this argument (protocol §5.5); give yours another name');
  }
  return schema;
}

function compileAction(key: string, declaration: ActionDeclaration, at: string): CompiledAction {
  recordAt(declaration, at, KNOWN);
  functionAt(declaration.run, `${at}.run`);
  const name = cutText(cleanLine(key), LIMITS.actionNameLength);
  const title = titleAt(declaration.title, `${at}.title`);
  if (name.trim() === '') wrong(at, 'needs a name of visible characters');
  const { description, hints: promised = {}, available = true } = declaration;
  const input = readInput(declaration.input, `${at}.input`);
  const output =
    declaration.output === undefined ? undefined : compileSchema(declaration.output, 'output', `${at}.output`);
  const hints = readHints(promised, `${at}.hints`);
  const visibility = readVisibility(declaration.visibility, `${at}.visibility`);
  const view = declaration.view === undefined ? undefined : compileView(declaration.view, `${at}.view`);
  const announced: Action = {
    name,
    title,
    ...(description !== undefined && { description: cleanText(textAt(description, `${at}.description`)) }),
    inputSchema: input.json,
    ...(output && { outputSchema: output.json }),
    ...(hints && { hints }),
    available: readAvailable(available, `${at}.available`),
    timeoutMs: readTimeout(declaration.timeoutMs, `${at}.timeoutMs`),
    ...(visibility && { visibility }),
  };
  // Whoever announces the action tells what could not be loaded; one whose declaration fails has nobody who does.
  for (const part of [input.loading, output?.loading, view?.loading]) part?.catch(() => undefined);
  return { announced, input, output, view, run: (value, call) => declaration.run(value, call) };
}

/**
 * Reads a whole set of actions.
 *
 * @throws TypeError naming the action, the field and the fix
 */
export function compileActions(actions: Actions, at = 'actions'): Map<string, CompiledAction> {
  const compiled = new Map<string, CompiledAction>();
  for (const [key, declaration] of Object.entries(recordAt(actions, at))) {
    const action = compileAction(key, declaration, `${at}.${key}`);
    const { name } = action.announced;
    if (compiled.has(name)) wrong(`${at}.${key}`, `reads the same as another action; agents could not tell them apart`);
    compiled.set(name, action);
  }
  if (compiled.size > LIMITS.actionsPerWindow) {
    wrong(
      at,
      `are ${compiled.size}, but at most ${LIMITS.actionsPerWindow} can be offered; offer those that fit the moment`,
    );
  }
  return compiled;
}
