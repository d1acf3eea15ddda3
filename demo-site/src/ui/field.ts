import { h, uniqueId } from './view.ts';

export interface Field<Control extends HTMLInputElement | HTMLTextAreaElement> {
  /** Label, control, hint and message together. */
  readonly element: HTMLElement;
  readonly control: Control;
  setHint(text: string): void;
  /** Empty: the value is fine. */
  setError(text: string): void;
}

/** Puts a label before a control, and a hint and an error message after it, tied to it for screen readers. */
export function field<Control extends HTMLInputElement | HTMLTextAreaElement>(
  label: string,
  control: Control,
  className = '',
): Field<Control> {
  control.id = uniqueId('field');
  const hint = h('p', { className: 'hint', id: uniqueId('hint'), hidden: true });
  const error = h('p', { className: 'field-error', id: uniqueId('error'), hidden: true });
  control.setAttribute('aria-describedby', `${hint.id} ${error.id}`);
  const show = (line: HTMLElement, text: string) => {
    if (line.textContent !== text) line.textContent = text;
    line.hidden = text === '';
  };
  return {
    element: h(
      'div',
      { className: `field ${className}` },
      h('label', { htmlFor: control.id }, label),
      control,
      hint,
      error,
    ),
    control,
    setHint: (text) => show(hint, text),
    setError(text) {
      show(error, text);
      control.setAttribute('aria-invalid', String(text !== ''));
    },
  };
}

/** Shows the first error of each field, focuses the first wrong one, and tells whether all are fine. */
export function showErrors(
  fields: Readonly<Record<string, Field<HTMLInputElement> | Field<HTMLTextAreaElement>>>,
  errors: Readonly<Record<string, string>>,
): boolean {
  for (const [name, { setError }] of Object.entries(fields)) setError(errors[name] ?? '');
  Object.entries(fields)
    .find(([name]) => errors[name])?.[1]
    .control.focus();
  return Object.keys(errors).length === 0;
}

/** Writes a value that came from the state; a field that already says so keeps its cursor. */
export function writeValue(control: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  if (control.value !== value) control.value = value;
}
