import type { AgentRow } from '../background/person-hop.ts';
import { AgentCard } from '../ui/agent-card.tsx';
import { words } from '../ui/words.ts';
import type { OptionsProps } from './app.tsx';
import { Choice } from './choice.tsx';

type AgentProps = { agent: AgentRow; origins: readonly string[]; onAct: OptionsProps['onAct'] };

function Limits({ agent, origins, onAct }: AgentProps) {
  const { key, readOnly, sites } = agent;
  const decide = (decision: { readOnly?: boolean; sites?: string[] | null }) =>
    onAct({ type: 'decide_agent', key, decision });
  const chosen = sites ?? [];
  const known = [...new Set([...origins, ...chosen])].sort();
  return (
    <div class="decisions">
      <label>
        <input
          type="checkbox"
          checked={readOnly}
          onChange={({ currentTarget }) => decide({ readOnly: currentTarget.checked })}
        />
        <span>
          {words('limit_read_only')}
          <span class="quiet more">{words('limit_read_only_more')}</span>
        </span>
      </label>
      <label>
        <input
          type="checkbox"
          checked={sites !== null}
          onChange={({ currentTarget }) => decide({ sites: currentTarget.checked ? [] : null })}
        />
        <span>{words('limit_sites')}</span>
      </label>
      {sites !== null && (
        <fieldset class="chosen">
          <legend>{words('limit_sites_which')}</legend>
          {known.length === 0 && <p class="quiet">{words('options_sites_none')}</p>}
          {known.map((origin) => (
            <label key={origin}>
              <input
                type="checkbox"
                checked={chosen.includes(origin)}
                onChange={({ currentTarget }) => {
                  const others = chosen.filter((other) => other !== origin);
                  decide({ sites: currentTarget.checked ? [...others, origin] : others });
                }}
              />
              <span>{origin}</span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** Who may come, and what each of those that came may do. */
export function AgentSettings({ state, onAct }: OptionsProps) {
  const { agents, sites, preferences } = state;
  const origins = sites.filter(({ consent }) => consent !== 'no').map(({ origin }) => origin);
  return (
    <section aria-labelledby="agents">
      <h2 id="agents">{words('options_agents')}</h2>
      <div class="card">
        <Choice
          legend={words('newcomers_legend')}
          name="newcomers"
          value={preferences.newcomers}
          options={[
            { value: 'all', label: words('newcomers_all'), more: words('newcomers_all_more') },
            { value: 'accepted', label: words('newcomers_accepted'), more: words('newcomers_accepted_more') },
          ]}
          onChoose={(newcomers) => onAct({ type: 'prefer', change: { newcomers } })}
        />
      </div>
      {agents.length === 0 && <p class="quiet">{words('options_agents_none')}</p>}
      <ul>
        {agents.map((agent) => (
          <AgentCard key={agent.key} agent={agent} onAct={onAct}>
            {!agent.blocked && <Limits agent={agent} origins={origins} onAct={onAct} />}
            {agent.connections.length === 0 && (
              <div class="buttons">
                <button type="button" onClick={() => onAct({ type: 'forget_agent', key: agent.key })}>
                  {words('agent_forget')}
                  <span class="hidden"> {agent.name}</span>
                </button>
              </div>
            )}
          </AgentCard>
        ))}
      </ul>
    </section>
  );
}
