import type { McpUiDisplayMode } from '@modelcontextprotocol/ext-apps/app-bridge';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { DISPLAY_MODES, INLINE_HEIGHT } from '../apps/host-context.ts';
import type { ViewSession } from '../apps/view-session.ts';
import { isolate } from './isolate.ts';
import { JsonText } from './json-text.tsx';
import { NoteList, QuestionList } from './note-list.tsx';
import { useStore } from './use-store.ts';

const MODE_WORDS: Readonly<Record<McpUiDisplayMode, string>> = {
  inline: 'In the list',
  fullscreen: 'Full screen',
  pip: 'Picture in picture',
};
const PHASE_WORDS = {
  loading: 'loading its sandbox',
  handshake: 'waiting for its ui/initialize',
  live: 'live',
  ending: 'being taken down',
  ended: 'taken down',
} as const;

/** A view in its sandbox, with what the host offers around it. */
export function ViewFrame({ view }: { readonly view: ViewSession }) {
  const place = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLFieldSetElement>(null);
  const { phase, mode, supportedModes, height, name, isEarly, notes } = useStore(view.state);
  const { meta, uri } = view.options.document;

  useLayoutEffect(() => {
    if (place.current !== null) void view.mount(place.current);
  }, [view]);
  useEffect(() => {
    const { current } = place;
    if (current === null) return;
    const observer = new ResizeObserver(([entry]) => entry && view.setSize(entry.contentRect));
    observer.observe(current);
    return () => observer.disconnect();
  }, [view]);
  useEffect(() => {
    if (mode !== 'fullscreen' || stage.current === null) return;
    const giveBack = isolate(stage.current);
    toolbar.current?.querySelector('button')?.focus();
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && view.setDisplayMode('inline');
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('keydown', leave);
      giveBack();
    };
  }, [view, mode]);
  useLayoutEffect(() => {
    // Through the style object, as the page's policy forbids style attributes.
    if (place.current !== null)
      place.current.style.blockSize = mode === 'inline' ? `${Math.min(height, INLINE_HEIGHT)}px` : '';
  }, [height, mode]);

  return (
    <div class="view">
      <div ref={stage} class={`stage ${mode} ${meta.prefersBorder === false ? '' : 'bordered'}`}>
        <div class="view-bar">
          <fieldset class="switch" ref={toolbar}>
            <legend class="visually-hidden">Where the view is shown</legend>
            {DISPLAY_MODES.map((option) => (
              <button
                key={option}
                type="button"
                aria-pressed={option === mode}
                disabled={phase !== 'live' || supportedModes?.includes(option) === false}
                onClick={() => view.setDisplayMode(option)}
              >
                {MODE_WORDS[option]}
              </button>
            ))}
          </fieldset>
          <p class="quiet" role="status">
            {name ?? 'View'}: {PHASE_WORDS[phase]}
            {isEarly && ', speaks an early draft of MCP Apps'}
          </p>
        </div>
        <QuestionList notes={notes} onAnswer={(number, allowed) => view.answer(number, allowed)} />
        <div class="frame" ref={place} />
      </div>
      <NoteList notes={notes} />
      <details>
        <summary>Policy</summary>
        <p>
          <code>{uri}</code>
        </p>
        <JsonText value={meta} />
      </details>
    </div>
  );
}
