import { h, uniqueId } from './view.ts';

/** A panel with a title bar; it corresponds to one window that agents see, under the same title. */
export function panel(title: string, className: string, ...bar: Node[]) {
  const heading = h('h2', { id: uniqueId('title'), tabIndex: -1 }, title);
  const body = h('div', { className: 'panel-body' });
  const element = h(
    'section',
    { className: `panel ${className}` },
    h('div', { className: 'title-bar' }, heading, ...bar),
    body,
  );
  element.setAttribute('aria-labelledby', heading.id);
  return { element, heading, body };
}

export const button = (label: string, className: string, onclick: () => void): HTMLButtonElement =>
  h('button', { type: 'button', className, onclick }, label);
