import type { AriaAttributes, TargetedEvent } from 'preact';
import type { Draft, FieldErrors } from './form-draft.ts';
import type { FormField } from './json-schema-form.ts';
import { PageText } from './page-text.tsx';
import { valueText } from './value-text.ts';

export interface FieldsetProps {
  readonly fields: readonly FormField[];
  readonly draft: Draft;
  readonly errors: FieldErrors;
  /** Makes ids unique among all forms of the view. */
  readonly prefix: string;
  onInput(path: string, value: string): void;
}

/** The fields of a form or of a group in it, each with its label, help and error. */
export function Fieldset(props: FieldsetProps) {
  return (
    <>
      {props.fields.map((field) =>
        field.input.kind === 'group' ? (
          <fieldset key={field.path}>
            <legend>
              <PageText>{field.label}</PageText>
            </legend>
            {field.help !== undefined && (
              <p class="quiet">
                <PageText>{field.help}</PageText>
              </p>
            )}
            <Fieldset {...props} fields={field.input.fields} />
          </fieldset>
        ) : (
          <Field key={field.path} {...props} field={field} />
        ),
      )}
    </>
  );
}

const HINTS: Partial<Record<FormField['input']['kind'], string>> = { lines: 'One on each line', json: 'As JSON' };

function Field({ field, draft, errors, prefix, onInput }: FieldsetProps & { readonly field: FormField }) {
  const { path, label, help, required, input } = field;
  const id = `${prefix}/${path}`;
  const error = errors[path];
  const hint = HINTS[input.kind];
  const hasHint = hint !== undefined || help !== undefined;
  const described = [hasHint && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name: path,
    'aria-invalid': error !== undefined,
    'aria-required': required,
    ...(described !== '' && { 'aria-describedby': described }),
  };
  const control = <Control field={field} value={draft[path] ?? ''} attributes={attributes} onInput={onInput} />;
  return (
    <div class={`field ${input.kind}`}>
      {input.kind === 'flag' && control}
      <label for={id}>
        <PageText>{label}</PageText>
        {!required && input.kind !== 'flag' && <span class="quiet"> (optional)</span>}
      </label>
      {input.kind !== 'flag' && control}
      {hasHint && (
        <p id={`${id}-hint`} class="quiet">
          {hint !== undefined && `${hint}. `}
          {help !== undefined && <PageText>{help}</PageText>}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} class="problem">
          <PageText>{error}</PageText>
        </p>
      )}
    </div>
  );
}

interface ControlProps {
  readonly field: FormField;
  readonly value: string;
  readonly attributes: AriaAttributes & { readonly id: string; readonly name: string };
  onInput(path: string, value: string): void;
}

function Control({ field: { path, input, required }, value, attributes, onInput }: ControlProps) {
  const typed = (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
    onInput(path, event.currentTarget.value);
  switch (input.kind) {
    case 'flag':
      return (
        <input
          {...attributes}
          type="checkbox"
          checked={value === 'true'}
          onInput={(event) => onInput(path, event.currentTarget.checked ? 'true' : '')}
        />
      );
    case 'choice':
      return (
        <select {...attributes} value={value} onInput={typed}>
          {(!required || value === '') && <option value="">{required ? 'Choose…' : '—'}</option>}
          {input.options.map((option) => (
            <option key={option} value={option}>
              {valueText(JSON.parse(option))}
            </option>
          ))}
        </select>
      );
    case 'number':
      return (
        <input
          {...attributes}
          type="text"
          inputMode={input.integer ? 'numeric' : 'decimal'}
          autocomplete="off"
          value={value}
          onInput={typed}
        />
      );
    case 'text':
      return input.multiline ? (
        <textarea {...attributes} rows={3} value={value} onInput={typed} />
      ) : (
        // The types have each kind of input apart; all of these take the same attributes.
        <input {...attributes} type={input.type as 'text'} autocomplete="off" value={value} onInput={typed} />
      );
    default:
      return <textarea {...attributes} rows={3} spellcheck={false} value={value} onInput={typed} />;
  }
}
