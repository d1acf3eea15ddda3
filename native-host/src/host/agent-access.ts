import { createHash } from 'node:crypto';
import type { AccessRules, Action, AgentAccess, AgentKey, WindowState } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Mirror, MirroredApplication } from './mirror.ts';

/** Until the worker has spoken: there is nothing to see before that. */
export const OPEN: AccessRules = { others: { sites: null, readOnly: false }, agents: {} };

/** A token stays in this process: the worker knows its digest. Agents without one are told apart by what they call their program. */
export function agentKey({
  token,
  program,
}: {
  readonly token?: string | undefined;
  readonly program: string;
}): AgentKey {
  if (token === undefined) return `program:${program}`;
  return `token:${createHash('sha256').update(token).digest('hex').slice(0, 32)}`;
}

export const accessOf = ({ agents, others }: AccessRules, key: AgentKey): AgentAccess =>
  (Object.hasOwn(agents, key) ? agents[key] : undefined) ?? others;

const isReadOnly = ({ hints }: Action): boolean => hints?.readOnly === true && hints.destructive !== true;

/** Makes a part once for the same part, so that what did not change is not sent again. */
function once<Part extends object, Made>(make: (part: Part) => Made): (part: Part) => Made {
  const known = new WeakMap<Part, Made>();
  return (part) => {
    const made = known.get(part) ?? make(part);
    known.set(part, made);
    return made;
  };
}

const readOnlyActions = once((actions: readonly Action[]): Action[] => actions.filter(isReadOnly));

const readOnlyWindow = once(
  (window: WindowState): WindowState => ({ ...window, actions: readOnlyActions(window.actions) }),
);

const readOnly = once((application: MirroredApplication): MirroredApplication => {
  const { declared } = application;
  const windows = declared.windows.map(readOnlyWindow);
  return { ...application, declared: { ...declared, actions: readOnlyActions(declared.actions), windows } };
});

/** The applications and actions that an agent with this access is told of, and may call. */
export function restrict(mirror: Mirror, access: AgentAccess): Mirror {
  const { sites } = access;
  if (sites === null && !access.readOnly) return mirror;
  const seen = [...mirror].filter(([, { identity }]) => sites === null || sites.includes(identity.origin));
  return new Map(access.readOnly ? seen.map(([id, application]) => [id, readOnly(application)]) : seen);
}

/** What each agent sees of the model. As long as model and rules are the same, so is the answer. */
export class AgentViews {
  #rules: AccessRules = OPEN;
  #views = new WeakMap<Mirror, Map<AgentKey, Mirror>>();

  rule(rules: AccessRules): void {
    this.#rules = rules;
    this.#views = new WeakMap();
  }

  of(mirror: Mirror, key: AgentKey): Mirror {
    const views = this.#views.get(mirror) ?? new Map<AgentKey, Mirror>();
    const view = views.get(key) ?? restrict(mirror, accessOf(this.#rules, key));
    this.#views.set(mirror, views.set(key, view));
    return view;
  }
}
