import type { PersonAct } from '../background/person-ports.ts';
import type { PopupState } from '../background/popup-state.ts';
import { AgentCard } from '../ui/agent-card.tsx';
import { PauseSwitch } from '../ui/pause-switch.tsx';
import { WaitingNotice } from '../ui/waiting-notice.tsx';
import { words } from '../ui/words.ts';
import { HopList } from './hop-list.tsx';
import { HostChangedCard } from './host-changed-card.tsx';
import { SiteConsentCard } from './site-consent-card.tsx';
import { WindowList } from './window-list.tsx';

export interface AppProps {
  state: PopupState;
  /** Why the browser refused the last permission request. */
  failure: string | undefined;
  onAllow(origin: string): void;
  onAct(act: PersonAct): void;
  onOpenPanel(): void;
  onOpenOptions(): void;
}

/** The popup: what is allowed here, who is there, whether every part works, what agents see. */
export function App({ state, failure, onAllow, onAct, onOpenPanel, onOpenOptions }: AppProps) {
  const { consent, application, agents, paused, waiting, stranger, hops, windows } = state;
  const isConnected = application !== null && consent !== 'no';
  return (
    <>
      <WaitingNotice waiting={waiting} onShow={() => onAct({ type: 'show_prompt' })} />
      {stranger !== null && (
        <HostChangedCard
          installation={stranger}
          onTrust={() => onAct({ type: 'trust_host', installation: stranger })}
        />
      )}
      <SiteConsentCard
        state={state}
        failure={failure}
        onAllow={onAllow}
        onRemove={(origin) => onAct({ type: 'withdraw', origin })}
      />
      <PauseSwitch paused={paused} onPause={(on) => onAct({ type: 'pause', on })} />
      {agents.length > 0 && (
        <section aria-labelledby="agents">
          <h2 id="agents">{words('agents')}</h2>
          <ul>
            {agents.map((agent) => (
              <AgentCard key={agent.key} agent={agent} onAct={onAct} />
            ))}
          </ul>
        </section>
      )}
      <HopList hops={hops} onRetry={() => onAct({ type: 'retry' })} />
      {isConnected && <WindowList windows={windows} />}
      <div class="buttons links">
        <button type="button" onClick={onOpenPanel}>
          {words('open_panel')}
        </button>
        <button type="button" onClick={onOpenOptions}>
          {words('open_options')}
        </button>
      </div>
    </>
  );
}
