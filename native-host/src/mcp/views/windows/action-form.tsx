import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import { type Place, ViewContext } from './context.ts';
import { Fieldset } from './field-input.tsx';
import { emptyDraft, type FieldErrors, fillArguments, placeErrors } from './form-draft.ts';
import { formFields } from './json-schema-form.ts';
import { PageText } from './page-text.tsx';
import { actionTitle, type OfferedAction } from './window-forest.ts';

export interface ActionFormProps {
  readonly offered: OfferedAction;
  readonly place: Place;
  /** The action was done, or the person wants it no more. */
  onClose(said: string): void;
}

/** The form for one action's arguments: what is refused is said at its field, and the form stays. */
export function ActionForm({ offered, place, onClose }: ActionFormProps) {
  const { run } = useContext(ViewContext);
  const fields = formFields(offered.action.inputSchema);
  const prefix = useId();
  const form = useRef<HTMLFormElement>(null);
  const [opened] = useState(place.version);
  const [draft, setDraft] = useState(() => emptyDraft(fields));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus(), []);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [errors]);

  const refuse = (byField: FieldErrors, message: string): void => {
    setErrors(byField);
    setProblem(message);
  };
  const submit = async (): Promise<void> => {
    const filled = fillArguments(fields, draft);
    if (!filled.ok) {
      refuse(filled.errors, '');
      return;
    }
    setBusy(true);
    const answer = await run(offered, filled.args, place);
    setBusy(false);
    if (answer.ok) {
      onClose(answer.message);
      return;
    }
    const { byField, others } = placeErrors(fields, answer.error.fields ?? []);
    const hasPlaces = Object.keys(byField).length > 0;
    refuse(byField, hasPlaces ? others.join('; ') : answer.error.message);
  };

  const isChanged = place.version !== undefined && opened !== undefined && place.version > opened;
  const title = actionTitle(offered);
  return (
    <form
      ref={form}
      class="action-form"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose('')}
    >
      <Fieldset
        fields={fields}
        draft={draft}
        errors={errors}
        prefix={prefix}
        onInput={(path, value) => setDraft((before) => ({ ...before, [path]: value }))}
      />
      {fields.length === 0 && (
        <p>
          This cannot be taken back here. <PageText>{title}</PageText>?
        </p>
      )}
      {isChanged && (
        <p class="notice warn">The window has changed since you opened this form. Look at it again first.</p>
      )}
      {problem !== '' && (
        <p class="problem" role="alert">
          <PageText>{problem}</PageText>
        </p>
      )}
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={busy}>
          {busy ? 'Running…' : <PageText>{title}</PageText>}
        </button>
        <button type="button" onClick={() => onClose('')}>
          Cancel
        </button>
      </div>
    </form>
  );
}
