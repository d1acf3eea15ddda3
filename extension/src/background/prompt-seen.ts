import type { ApplicationCall } from '@mcp-gui-bridge/page-sdk/protocol';
import { type AgentRecord, nameSeen } from '../model/agent-records.ts';
import { dialogTitle } from '../model/ask-policy.ts';
import type { Application } from '../model/documents.ts';
import type { Addressed } from '../model/exposure.ts';
import { visibleJson } from '../model/visible-json.ts';
import type { PromptSeen } from './person-hop.ts';

export interface Asking {
  readonly call: ApplicationCall;
  /** What is remembered of the agent. */
  readonly agent: AgentRecord | undefined;
  /** The agent may use other sites too. */
  readonly crosses: boolean;
  readonly application: Application;
  readonly addressed: Addressed;
}

/** Everything that the person's answer depends on, as the person reads it. */
export function promptSeen({ call, agent, crosses, application, addressed: { window, action } }: Asking): PromptSeen {
  return {
    agent: nameSeen(call.agent.name),
    program: agent?.program ?? '',
    crosses,
    origin: application.origin,
    application: application.received.name,
    window: window?.title ?? null,
    dialog: dialogTitle(window),
    action: action.name,
    title: action.title,
    description: action.description ?? '',
    destructive: action.hints?.destructive === true,
    arguments: visibleJson(call.arguments, 2),
  };
}
