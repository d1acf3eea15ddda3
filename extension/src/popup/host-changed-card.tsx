import { words } from '../ui/words.ts';

/** Another program answers than the one this extension knew. Nothing goes on before the person says so. */
export function HostChangedCard({ installation, onTrust }: { installation: string; onTrust(): void }) {
  return (
    <section class="card changed" role="alert">
      <h2>{words('changed_title')}</h2>
      <p>{words('changed_what')}</p>
      <p class="quiet">{words('changed_why')}</p>
      <p id="changed-next">{words('changed_next')}</p>
      <code>{installation}</code>
      <p class="quiet">{words('changed_else')}</p>
      <button type="button" aria-describedby="changed-next" onClick={onTrust}>
        {words('changed_trust')}
      </button>
    </section>
  );
}
