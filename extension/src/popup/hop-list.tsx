import type { HopSeen } from '../background/hops-seen.ts';
import { timeOf } from '../ui/moments.ts';
import { words } from '../ui/words.ts';

const SIGNS = { up: '✓', down: '!', idle: '–', checking: '…' } as const;

function Hop({ seen, onRetry }: { seen: HopSeen; onRetry(): void }) {
  const { hop, health, words: state, value, since, fix, detail } = seen;
  return (
    <li class={`hop ${health}`}>
      <span class="sign" role="img" aria-label={words(`health_${health}`)}>
        {SIGNS[health]}
      </span>
      <div>
        <p class="hop-line">
          <span class="hop-name">{words(`hop_${hop}`)}</span>
          <span class="hop-state">{words(state, ...(value === undefined ? [] : [value]))}</span>
          {since !== undefined && <span class="quiet">{words('since', timeOf(since))}</span>}
        </p>
        {fix !== undefined && <p class="quiet">{words(fix)}</p>}
        {detail !== undefined && <p class="quiet">{words('detail', detail)}</p>}
        {hop === 'host' && health === 'down' && (
          <button type="button" onClick={onRetry}>
            {words('host_retry')}
          </button>
        )}
      </div>
    </li>
  );
}

/** The way from this page to the agents, part by part, with the fix beside the part that is broken. */
export function HopList({ hops, onRetry }: { hops: readonly HopSeen[]; onRetry(): void }) {
  return (
    <section aria-labelledby="hops">
      <h2 id="hops">{words('hops')}</h2>
      <ol class="hops" aria-live="polite">
        {hops.map((seen) => (
          <Hop key={seen.hop} seen={seen} onRetry={onRetry} />
        ))}
      </ol>
    </section>
  );
}
