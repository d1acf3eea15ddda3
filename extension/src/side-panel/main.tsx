import { render } from 'preact';
import { startPage } from '../ui/start-page.tsx';
import { connectWorker, type WorkerConnection } from '../ui/worker-connection.ts';
import { App } from './app.tsx';
import { EMPTY_PANEL, type Panel, receive } from './panel-store.ts';

const root = startPage('panel_page');

/** The panel stays open for hours, and the worker comes and goes meanwhile. */
function connect(): WorkerConnection {
  let panel: Panel = EMPTY_PANEL;
  return connectWorker(
    { view: 'panel' },
    (message) => {
      panel = receive(panel, message);
      render(<App panel={panel} onAct={(act) => connection.send(act)} />, root);
    },
    () => {
      connection = connect();
    },
  );
}

let connection = connect();
