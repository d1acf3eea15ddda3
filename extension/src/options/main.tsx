import { render } from 'preact';
import { showLost, startPage } from '../ui/start-page.tsx';
import { connectWorker, type WorkerConnection } from '../ui/worker-connection.ts';
import { App } from './app.tsx';

const root = startPage('options_page');
let hasShown = false;

function connect(): WorkerConnection {
  return connectWorker(
    { view: 'options' },
    (message) => {
      if (message.view !== 'options') return;
      hasShown = true;
      render(<App state={message.state} onAct={(act) => connection.send(act)} />, root);
    },
    () => {
      // A worker that was stopped comes back when it is called; one that never answered does not run at all.
      if (hasShown) connection = connect();
      else showLost(root);
    },
  );
}

let connection = connect();
