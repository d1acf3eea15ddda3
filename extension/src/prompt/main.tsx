import { render } from 'preact';
import { startPage } from '../ui/start-page.tsx';
import { connectWorker } from '../ui/worker-connection.ts';
import { App } from './app.tsx';

const root = startPage('prompt_page');

/** Without a worker, or a question, there is nothing to answer. */
const connection = connectWorker(
  { view: 'prompt' },
  (message) => {
    if (message.view !== 'prompt') return;
    const { question, waiting } = message.state;
    if (question === null) return window.close();
    const onAnswer = (callId: string, choice: 'once' | 'always' | 'deny') =>
      connection.send({ type: 'answer', callId, choice });
    render(<App key={question.callId} question={question} waiting={waiting} onAnswer={onAnswer} />, root);
  },
  () => window.close(),
);
