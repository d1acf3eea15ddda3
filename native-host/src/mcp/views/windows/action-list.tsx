import { useContext, useRef, useState } from 'preact/hooks';
import { ActionForm } from './action-form.tsx';
import { type Place, ViewContext } from './context.ts';
import { formFields } from './json-schema-form.ts';
import { PageText } from './page-text.tsx';
import { actionTitle, type OfferedAction } from './window-forest.ts';

export interface ActionListProps {
  readonly actions: readonly OfferedAction[];
  readonly place: Place;
}

/** What is done without asking: nothing to fill in, and not said to be destructive. */
const isPlain = ({ action }: OfferedAction): boolean =>
  action.annotations?.destructiveHint !== true && formFields(action.inputSchema).length === 0;

/** A button for each action. One that takes arguments, or destroys, opens a form first. */
export function ActionList({ actions, place }: ActionListProps) {
  const { run, canRun } = useContext(ViewContext);
  const [open, setOpen] = useState<string | undefined>();
  const [running, setRunning] = useState<string | undefined>();
  const [said, setSaid] = useState({ text: '', isRefusal: false });
  const buttons = useRef<HTMLDivElement>(null);
  const shown = actions.find(({ tool }) => tool === open);

  const runNow = async (offered: OfferedAction): Promise<void> => {
    setRunning(offered.tool);
    const answer = await run(offered, {}, place);
    setRunning(undefined);
    setSaid({ text: answer.ok ? answer.message : answer.error.message, isRefusal: !answer.ok });
  };
  const close = (text: string): void => {
    const button = [...(buttons.current?.querySelectorAll('button') ?? [])].find(({ value }) => value === open);
    setOpen(undefined);
    setSaid({ text, isRefusal: false });
    button?.focus();
  };

  return (
    <div class="actions">
      {canRun && actions.length > 0 && (
        <div class="buttons" ref={buttons}>
          {actions.map((offered) => (
            <button
              key={offered.tool}
              type="button"
              value={offered.tool}
              class={offered.action.annotations?.destructiveHint === true ? 'destructive' : ''}
              title={offered.action.description?.split(' · ')[0] ?? ''}
              aria-disabled={running !== undefined}
              aria-expanded={isPlain(offered) ? undefined : open === offered.tool}
              onClick={() => {
                if (running !== undefined) return;
                setSaid({ text: '', isRefusal: false });
                if (isPlain(offered)) void runNow(offered);
                else setOpen(open === offered.tool ? undefined : offered.tool);
              }}
            >
              {running === offered.tool ? 'Running…' : <PageText>{actionTitle(offered)}</PageText>}
            </button>
          ))}
        </div>
      )}
      {shown && <ActionForm key={shown.tool} offered={shown} place={place} onClose={close} />}
      <p class={said.isRefusal ? 'problem' : 'said'} role="status">
        <PageText>{said.text}</PageText>
      </p>
    </div>
  );
}
