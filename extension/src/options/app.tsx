import type { OptionsState } from '../background/person-hop.ts';
import type { PersonAct } from '../background/person-ports.ts';
import { PauseSwitch } from '../ui/pause-switch.tsx';
import { words } from '../ui/words.ts';
import { AgentSettings } from './agent-settings.tsx';
import { Choice } from './choice.tsx';
import { GrantList } from './grant-list.tsx';
import { SiteList } from './site-list.tsx';

export interface OptionsProps {
  state: OptionsState;
  onAct(act: PersonAct): void;
}

/** The options: when to be asked, which sites, which agents, what is allowed for good. */
export function App({ state, onAct }: OptionsProps) {
  const { paused, preferences, grants } = state;
  return (
    <>
      <h1>{words('options_page')}</h1>
      <PauseSwitch paused={paused} onPause={(on) => onAct({ type: 'pause', on })} />
      <section class="card" aria-labelledby="asking">
        <h2 id="asking">{words('options_asking')}</h2>
        <Choice
          legend={words('ask_legend')}
          name="ask"
          value={preferences.ask}
          options={[
            { value: 'destructive', label: words('ask_destructive'), more: words('ask_destructive_more') },
            { value: 'crossing', label: words('ask_crossing'), more: words('ask_crossing_more') },
            { value: 'always', label: words('ask_always'), more: words('ask_always_more') },
          ]}
          onChoose={(ask) => onAct({ type: 'prefer', change: { ask } })}
        />
      </section>
      <SiteList state={state} onAct={onAct} />
      <AgentSettings state={state} onAct={onAct} />
      <GrantList grants={grants} onRevoke={(key) => onAct({ type: 'revoke_grant', key })} />
    </>
  );
}
