import type { Action } from '@mcp-gui-bridge/page-sdk/protocol';
import { words } from '../ui/words.ts';

function Hints({ hints, asks }: Action) {
  return (
    <>
      {hints?.readOnly && <span class="chip">{words('hint_read_only')}</span>}
      {hints?.destructive && <span class="chip bad">{words('hint_destructive')}</span>}
      {asks && <span class="chip warn">{words('hint_asks')}</span>}
    </>
  );
}

/** What agents may call, and why not what they may not. */
export function ActionList({ actions, callable }: { actions: readonly Action[]; callable: boolean }) {
  if (actions.length === 0) return null;
  return (
    <div class="actions">
      <h4>{words(callable ? 'actions_callable' : 'actions_blocked')}</h4>
      <ul>
        {actions.map((action) => (
          <li key={action.name} class={callable && action.available === true ? 'action' : 'action off'}>
            <span class="row">
              <span>
                {action.title} <code class="quiet">{action.name}</code>
              </span>
              <span class="chips">
                <Hints {...action} />
              </span>
            </span>
            {action.available !== true && <span class="quiet">{action.available}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
