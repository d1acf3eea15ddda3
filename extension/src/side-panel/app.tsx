import { useState } from 'preact/hooks';
import type { PersonAct } from '../background/person-ports.ts';
import { AgentCard } from '../ui/agent-card.tsx';
import { PauseSwitch } from '../ui/pause-switch.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { WaitingNotice } from '../ui/waiting-notice.tsx';
import { words } from '../ui/words.ts';
import { LogTab } from './log-tab.tsx';
import type { Panel } from './panel-store.ts';
import { WindowsTab } from './windows-tab.tsx';

const TABS = ['windows', 'agents', 'activity'] as const;
type TabId = (typeof TABS)[number];

interface Props {
  panel: Panel;
  onAct(act: PersonAct): void;
}

function AgentsTab({ panel, onAct }: Props) {
  const agents = panel.state?.agents ?? [];
  if (agents.length === 0) return <p class="quiet">{words('agents_none_fix')}</p>;
  return (
    <ul>
      {agents.map((agent) => (
        <AgentCard key={agent.key} agent={agent} onAct={onAct} />
      ))}
    </ul>
  );
}

/** The side panel: what agents see, who they are, what they did. */
export function App({ panel, onAct }: Props) {
  const [tab, setTab] = useState<TabId>('windows');
  const { paused = false, waiting = 0, agents = [] } = panel.state ?? {};
  const connected = agents.filter(({ connections }) => connections.length > 0).length;
  const windows = [...panel.applications.values()].reduce((sum, { received }) => sum + received.windows.length, 0);
  const counts = { windows, agents: connected, activity: panel.log.length };
  const tabs = TABS.map((id) => ({ id, label: `${words(`tab_${id}`)} (${counts[id]})` }));
  return (
    <>
      <h1>{words('panel_page')}</h1>
      <WaitingNotice waiting={waiting} onShow={() => onAct({ type: 'show_prompt' })} />
      <PauseSwitch paused={paused} onPause={(on) => onAct({ type: 'pause', on })} />
      <Tabs tabs={tabs} selected={tab} label={words('panel_page')} onSelect={(id) => setTab(id)}>
        <h2 class="hidden">{words(`tab_${tab}`)}</h2>
        {tab === 'windows' && <WindowsTab applications={[...panel.applications.values()]} />}
        {tab === 'agents' && <AgentsTab panel={panel} onAct={onAct} />}
        {tab === 'activity' && <LogTab log={panel.log} onClear={() => onAct({ type: 'clear_log' })} />}
      </Tabs>
    </>
  );
}
