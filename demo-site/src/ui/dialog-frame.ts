import { h, uniqueId } from './view.ts';

interface DialogOptions {
  readonly title: string;
  readonly body: readonly Node[];
  /** The way out first; what Enter means in a form is the one of type `submit`. */
  readonly buttons: readonly HTMLButtonElement[];
  /** Where the keyboard starts. */
  readonly first: HTMLElement;
  readonly onSubmit: () => void;
  /** Esc. */
  readonly onCancel: () => void;
}

export interface DialogFrame {
  readonly element: HTMLDialogElement;
  focus(): void;
}

/** A `<dialog>` with a form in it. */
export function dialogFrame({ title, body, buttons, first, onSubmit, onCancel }: DialogOptions): DialogFrame {
  const heading = h('h3', { id: uniqueId('dialog') }, title);
  const form = h('form', { noValidate: true }, heading, ...body, h('div', { className: 'buttons' }, ...buttons));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onSubmit();
  });
  const element = h('dialog', {}, form);
  element.setAttribute('aria-labelledby', heading.id);
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onCancel();
  });
  return { element, focus: () => first.focus() };
}

export const submitButton = (label: string, className = 'primary'): HTMLButtonElement =>
  h('button', { type: 'submit', className }, label);
