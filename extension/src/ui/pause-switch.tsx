import { words } from './words.ts';

/** The big switch: one press, and no agent can do anything. */
export function PauseSwitch({ paused, onPause }: { paused: boolean; onPause(on: boolean): void }) {
  return (
    <section class={paused ? 'card pause paused' : 'card pause'}>
      <button
        type="button"
        role="switch"
        aria-checked={paused}
        aria-describedby="pause-meaning"
        onClick={() => onPause(!paused)}
      >
        <span class="knob" aria-hidden="true" />
        <span>{words('pause')}</span>
      </button>
      {/* Both texts take their place, so that nothing moves under the pointer. */}
      <p class="quiet" aria-live="polite">
        <span id={paused ? 'pause-meaning' : undefined} class={paused ? '' : 'unseen'}>
          {words('pause_on')}
        </span>
        <span id={paused ? undefined : 'pause-meaning'} class={paused ? 'unseen' : ''}>
          {words('pause_off')}
        </span>
      </p>
    </section>
  );
}
