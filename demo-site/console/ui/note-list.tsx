import type { NumberedNote } from '../apps/view-requests.ts';
import { JsonText } from './json-text.tsx';

interface Props {
  readonly notes: readonly NumberedNote[];
}

/** What a view has told or asked of its host, the latest at the end. */
export function NoteList({ notes }: Props) {
  const lines = notes.flatMap(({ number, note, times }) => {
    if (note.kind === 'question') return [];
    const text = times === 1 ? note.text : `${note.text} (${times} times)`;
    return [{ number, text, detail: note.detail }];
  });
  if (lines.length === 0) return null;
  return (
    <ol class="notes" aria-label="What the view asked of its host">
      {lines.map(({ number, text, detail }) => (
        <li key={number}>
          {detail === undefined ? (
            text
          ) : (
            <details>
              <summary>{text}</summary>
              <JsonText value={detail} />
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

/** What the person is to decide. Beside the view, wherever that is shown. */
export function QuestionList({ notes, onAnswer }: Props & { onAnswer(number: number, allowed: boolean): void }) {
  const questions = notes.filter(({ note }) => note.kind === 'question');
  if (questions.length === 0) return null;
  return (
    <ul class="questions" aria-label="Questions of the view">
      {questions.map(({ number, note }) => (
        <li key={number} class="question" role="alert">
          <span>{note.text}</span>
          <span class="buttons">
            <button type="button" class="primary small" onClick={() => onAnswer(number, true)}>
              Allow
            </button>
            <button type="button" class="secondary small" onClick={() => onAnswer(number, false)}>
              Refuse
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}
