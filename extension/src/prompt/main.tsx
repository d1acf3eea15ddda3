import { render } from 'preact';
import { startPage } from '../ui/start-page.tsx';
import { words } from '../ui/words.ts';
import { connectWorker } from '../ui/worker-connection.ts';
import { App, questionTitle } from './app.tsx';

const root = startPage('prompt_page');

/** The question that was shown first: its own dialog says it, and says it once. */
let first: string | undefined;

/** Without a worker, or a question, there is nothing to answer. */
const connection = connectWorker(
  { view: 'prompt' },
  (message) => {
    if (message.view !== 'prompt') return;
    const { question, waiting } = message.state;
    if (question === null) return window.close();
    const onAnswer = (callId: string, choice: 'once' | 'always' | 'deny') =>
      connection.send({ type: 'answer', callId, choice });
    first ??= question.callId;
    render(
      <>
        <App key={`${question.callId} ${question.window}`} question={question} waiting={waiting} onAnswer={onAnswer} />
        <p class="hidden" role="status">
          {question.callId !== first && words('prompt_next', questionTitle(question))}
        </p>
      </>,
      root,
    );
  },
  () => window.close(),
);
