import { render } from 'preact';
import { type MessageKey, words } from './words.ts';

/** Names the page in the person's language and gives the element to draw in. */
export function startPage(title: MessageKey): Element {
  document.documentElement.lang = words('language');
  document.title = words(title);
  return document.querySelector('main') ?? document.body;
}

/** The worker does not run, so nothing else can be said. */
export function showLost(root: Element): void {
  render(
    <section class="card" role="alert">
      <h1>{words('extension_down')}</h1>
      <p>{words('extension_down_fix')}</p>
    </section>,
    root,
  );
}
