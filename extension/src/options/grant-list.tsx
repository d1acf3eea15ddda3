import type { ActionGrant } from '../background/decisions.ts';
import { dayOf } from '../ui/moments.ts';
import { words } from '../ui/words.ts';

/** Actions that the person has allowed for good. */
export function GrantList({ grants, onRevoke }: { grants: readonly ActionGrant[]; onRevoke(key: string): void }) {
  return (
    <section aria-labelledby="grants">
      <h2 id="grants">{words('options_grants')}</h2>
      <p class="quiet">{words(grants.length === 0 ? 'options_grants_none' : 'options_grants_more')}</p>
      <ul>
        {grants.map(({ key, origin, title, action, dialog, at }) => (
          <li key={key} class="card">
            <div class="row">
              <h3>
                {title} <code class="quiet">{action}</code>
              </h3>
              <span class="quiet">{dayOf(at)}</span>
            </div>
            <p class="origin">{origin}</p>
            {dialog !== null && <p>{words('grant_dialog', dialog)}</p>}
            <div class="buttons">
              <button type="button" onClick={() => onRevoke(key)}>
                {words('grant_revoke')}
                <span class="hidden"> {title}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
