import type { ComponentChildren } from 'preact';
import type { AgentRow } from '../background/person-hop.ts';
import type { PersonAct } from '../background/person-ports.ts';
import { dayOf, exactTimeOf, timeOf } from './moments.ts';
import { words } from './words.ts';

interface Props {
  agent: AgentRow;
  /** The person has to accept agents that are new. */
  onAct(act: PersonAct): void;
  /** More to decide. */
  children?: ComponentChildren;
}

function reachOf({ blocked, awaitsAcceptance, access }: AgentRow): string {
  if (blocked) return words('agent_blocked');
  if (awaitsAcceptance) return words('agent_not_accepted');
  const { readOnly, sites } = access;
  const reach = sites === null ? words('agent_all_sites') : words('agent_some_sites', String(sites.length));
  return readOnly ? `${reach} · ${words('agent_read_only')}` : reach;
}

function presence({ connections, lastSeen }: AgentRow): string {
  const [first] = connections;
  if (first === undefined) return words('agent_last_seen', dayOf(lastSeen));
  const calls = connections.reduce((sum, connection) => sum + connection.calls, 0);
  return words('agent_line', timeOf(first.since), String(calls));
}

interface ButtonProps {
  text: string;
  /** Whom it concerns, for those who hear the button without what is around it. */
  agent: string;
  primary?: boolean;
  onPress(): void;
}

function AgentButton({ text, agent, primary = false, onPress }: ButtonProps) {
  return (
    <button
      type="button"
      class={primary ? 'primary' : undefined}
      aria-label={words('agent_button', text, agent)}
      onClick={onPress}
    >
      {text}
    </button>
  );
}

/** An agent: who it says it is, what it may, and the buttons that end it. */
export function AgentCard({ agent, onAct, children }: Props) {
  const { key, name, program, awaitsAcceptance, blocked, isNew, connections } = agent;
  const shown = name || words('agent_unnamed');
  const decide = (decision: { accepted?: boolean; blocked?: boolean }) =>
    onAct({ type: 'decide_agent', key, decision });
  return (
    <li class={blocked ? 'card agent blocked' : 'card agent'}>
      <div class="row">
        <h3>{shown}</h3>
        {isNew && <span class="chip news">{words('agent_new')}</span>}
      </div>
      {program !== '' && program !== name && <p class="quiet">{program}</p>}
      <p class="quiet">{presence(agent)}</p>
      <p>{reachOf(agent)}</p>
      {children}
      <div class="buttons">
        {awaitsAcceptance && (
          <AgentButton primary text={words('agent_accept')} agent={shown} onPress={() => decide({ accepted: true })} />
        )}
        <AgentButton
          text={words(blocked ? 'agent_unblock' : 'agent_block')}
          agent={shown}
          onPress={() => decide({ blocked: !blocked })}
        />
        {connections.map(({ id, process, since }) => (
          <AgentButton
            key={id}
            text={
              connections.length === 1 ? words('agent_disconnect') : words('agent_disconnect_one', exactTimeOf(since))
            }
            agent={shown}
            onPress={() => onAct({ type: 'disconnect', process })}
          />
        ))}
      </div>
    </li>
  );
}
