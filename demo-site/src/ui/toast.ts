import type { DeskState } from '../state/desk-state.ts';
import { h, onNewValue, type View } from './view.ts';

/** Tells what has just happened; the style sheet lets it fade, so no timer is needed. */
export function toast(): View<DeskState['announcement']> {
  const element = h('div', { className: 'toasts', role: 'status' });
  const show = onNewValue(({ text }: DeskState['announcement']) => {
    element.replaceChildren(...(text ? [h('p', { className: 'toast' }, text)] : []));
  });
  return { element, render: show };
}
