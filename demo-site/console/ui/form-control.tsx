import type { TargetedEvent } from 'preact';
import { useId } from 'preact/hooks';
import type { FormField } from '../forms/schema-form.ts';

interface Props {
  readonly field: FormField;
  readonly value: string;
  readonly problem: string | undefined;
  onInput(value: string): void;
}

type Entry = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Options are JSON; texts are shown without their quotes. */
function optionText(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
}

/** One argument: label, control, hint and what is wrong with it. */
export function FormControl({ field, value, problem, onInput }: Props) {
  const id = useId();
  const { label, hint, required, control, pointer } = field;
  const help = [control.kind === 'json' && 'As JSON', hint].filter(Boolean).join('. ');
  const described = [help !== '' && `${id}-hint`, problem !== undefined && `${id}-error`].filter(Boolean).join(' ');
  const shared = {
    id,
    name: pointer,
    value,
    'aria-invalid': problem !== undefined,
    'aria-required': required,
    ...(described !== '' && { 'aria-describedby': described }),
    onInput: ({ currentTarget }: TargetedEvent<Entry>) => onInput(currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>
        {label} {required && <span class="quiet">required</span>}
      </label>
      {control.kind === 'choice' && (
        <select {...shared}>
          <option value="">not given</option>
          {control.options.map((option) => (
            <option key={option} value={option}>
              {optionText(option)}
            </option>
          ))}
        </select>
      )}
      {control.kind === 'number' && (
        <input type="number" {...shared} step={control.step} min={control.min} max={control.max} />
      )}
      {control.kind === 'text' && !control.long && (
        // The types know each type of input apart; all of these take the same attributes.
        <input type={control.type as 'text'} {...shared} autocomplete="off" />
      )}
      {control.kind === 'text' && control.long && <textarea {...shared} rows={3} />}
      {control.kind === 'json' && <textarea {...shared} rows={2} spellcheck={false} />}
      {help !== '' && (
        <span id={`${id}-hint`} class="quiet">
          {help}
        </span>
      )}
      {problem !== undefined && (
        <span id={`${id}-error`} class="error">
          {problem}
        </span>
      )}
    </div>
  );
}
