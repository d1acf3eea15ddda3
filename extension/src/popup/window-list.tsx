import type { WindowSeen } from '../background/popup-state.ts';
import { words } from '../ui/words.ts';

function state({ operable, blockedBy }: WindowSeen): string {
  if (operable) return words('window_operable');
  return blockedBy === undefined ? words('window_waits') : words('window_blocked', blockedBy);
}

/** What this page shares, and which of it agents can use now. */
export function WindowList({ windows }: { windows: readonly WindowSeen[] }) {
  return (
    <section aria-labelledby="windows">
      <h2 id="windows">{words('windows')}</h2>
      {windows.length === 0 && <p class="quiet">{words('windows_none')}</p>}
      <ul class="windows">
        {windows.map((window) => (
          <li key={window.id} class={window.operable ? 'operable' : 'blocked'}>
            <span class="mark" aria-hidden="true" />
            <div>
              <p class="window-title">{window.title}</p>
              <p class="quiet">{state(window)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
