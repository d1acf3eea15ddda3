import { appModalTop } from '@mcp-gui-bridge/page-sdk/protocol';
import { words } from '../ui/words.ts';
import { ActionList } from './action-list.tsx';
import { type PanelApplication, windowTree } from './panel-store.ts';
import { WindowItem } from './window-node.tsx';

function ApplicationCard({ application }: { application: PanelApplication }) {
  const { identity, received } = application;
  const { id, origin, condition } = identity;
  const isLive = condition === 'live';
  return (
    <li class="card application">
      <div class="row">
        <h3>{received.name}</h3>
        <span class={isLive ? 'chip good' : 'chip warn'}>{words(`condition_${condition}`)}</span>
      </div>
      <p class="origin">
        {origin} · <code>{id}</code>
      </p>
      {received.windows.length === 0 && <p class="quiet">{words('windows_none')}</p>}
      <ul class="tree" aria-label={words('windows_of', received.name)}>
        {windowTree(application).map((node) => (
          <WindowItem key={node.window.id} node={node} />
        ))}
      </ul>
      <ActionList actions={received.actions} callable={isLive && appModalTop(received.windows) === undefined} />
    </li>
  );
}

/** Exactly what agents are sent: every window of every page that takes part. */
export function WindowsTab({ applications }: { applications: readonly PanelApplication[] }) {
  if (applications.length === 0) return <p class="quiet">{words('panel_empty')}</p>;
  return (
    <ul>
      {applications.map((application) => (
        <ApplicationCard key={application.identity.id} application={application} />
      ))}
    </ul>
  );
}
