import { words } from './words.ts';

/** An agent waits for an answer, and the window that asks may be behind another one. */
export function WaitingNotice({ waiting, onShow }: { waiting: number; onShow(): void }) {
  if (waiting === 0) return null;
  return (
    <section class="card waiting" role="status">
      <p>
        <strong>{words('waiting', String(waiting))}</strong>
      </p>
      <button type="button" class="primary" onClick={onShow}>
        {words('waiting_show')}
      </button>
    </section>
  );
}
