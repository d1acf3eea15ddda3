import type { SiteRow } from '../background/person-hop.ts';
import { words } from '../ui/words.ts';
import type { OptionsProps } from './app.tsx';

type OnAct = OptionsProps['onAct'];

const MODES = ['destructive', 'crossing', 'always'] as const;
const CONSENT = { yes: 'site_state_yes', fixed: 'site_state_fixed', no: 'site_state_no' } as const;

function Site({ site, onAct }: { site: SiteRow; onAct: OnAct }) {
  const { origin, consent, ask, frames } = site;
  const decide = (change: { ask?: SiteRow['ask']; frames?: boolean }) => {
    const next = { ask, frames, ...change };
    onAct({
      type: 'decide_site',
      origin,
      decision: { ...(next.ask !== null && { ask: next.ask }), ...(next.frames && { frames: true }) },
    });
  };
  return (
    <li class="card site">
      <div class="row">
        <h3>{origin}</h3>
        <span class="quiet">{words(CONSENT[consent])}</span>
      </div>
      <div class="decisions">
        <label>
          {words('site_ask')}
          <select
            value={ask ?? 'default'}
            onChange={({ currentTarget: { value } }) => decide({ ask: MODES.find((mode) => mode === value) ?? null })}
          >
            <option value="default">{words(consent === 'fixed' ? 'site_ask_never' : 'site_ask_default')}</option>
            {MODES.map((mode) => (
              <option key={mode} value={mode}>
                {words(`ask_${mode}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            checked={frames}
            onChange={({ currentTarget }) => decide({ frames: currentTarget.checked })}
          />
          <span>
            {words('site_frames')}
            <span class="quiet more">{words('site_frames_more')}</span>
          </span>
        </label>
      </div>
      {consent === 'yes' && (
        <div class="buttons">
          <button type="button" onClick={() => onAct({ type: 'withdraw', origin })}>
            {words('site_remove')}
            <span class="hidden"> {origin}</span>
          </button>
        </div>
      )}
    </li>
  );
}

/** The sites agents may use, and what was decided about each. */
export function SiteList({ state, onAct }: OptionsProps) {
  const { sites, quiet } = state;
  return (
    <section aria-labelledby="sites">
      <h2 id="sites">{words('options_sites')}</h2>
      {quiet.length > 0 && <p class="quiet">{words('options_sites_fixed', quiet.join(', '))}</p>}
      {sites.length === 0 && <p class="quiet">{words('options_sites_none')}</p>}
      <ul>
        {sites.map((site) => (
          <Site key={site.origin} site={site} onAct={onAct} />
        ))}
      </ul>
    </section>
  );
}
