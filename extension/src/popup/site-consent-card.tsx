import type { PopupState } from '../background/popup-state.ts';
import { words } from '../ui/words.ts';
import type { AppProps } from './app.tsx';

type Props = Pick<AppProps, 'state' | 'failure' | 'onAllow'> & { onRemove(origin: string): void };

function Meaning({ state }: { state: PopupState }) {
  const [first, second] =
    state.page === 'unsupported'
      ? (['site_unsupported', 'site_unsupported_more'] as const)
      : state.consent === 'no'
        ? (['site_allow_sees', 'site_allow_limits'] as const)
        : state.consent === 'fixed'
          ? (['site_fixed', 'site_fixed_more'] as const)
          : (['site_allowed', 'site_allowed_more'] as const);
  return (
    <div id="meaning">
      <p>{words(first)}</p>
      <p class="quiet">{words(second)}</p>
    </div>
  );
}

/** Where a site is not encrypted the person should see that. */
const shortOrigin = (origin: string): string => origin.replace(/^https:\/\//, '');

/** Which site this is, whether agents may use it, and the one button that changes it. */
export function SiteConsentCard({ state, failure, onAllow, onRemove }: Props) {
  const { origin, consent, page, application } = state;
  const site = page === 'unsupported' ? null : origin;
  const name = application ?? site ?? words('extension_name');
  return (
    <section class="card site">
      <h1>{site !== null && consent === 'no' ? words('site_question', shortOrigin(site)) : name}</h1>
      {application !== null && site !== null && <p class="origin">{site}</p>}
      <Meaning state={state} />
      {site !== null && consent === 'no' && (
        <button type="button" class="primary" aria-describedby="meaning" onClick={() => onAllow(site)}>
          {words('site_allow')}
        </button>
      )}
      {site !== null && consent === 'yes' && (
        <button type="button" aria-describedby="meaning" onClick={() => onRemove(site)}>
          {words('site_remove')}
        </button>
      )}
      {failure !== undefined && (
        <p class="failure" role="alert">
          {words('site_allow_failed', failure)}
        </p>
      )}
    </section>
  );
}
