import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PanelView } from '../../../extension/src/background/panel-view.ts';
import {
  type ActivityLog,
  beginEntry,
  clearEnded,
  dropEntry,
  ENTRIES_KEPT,
} from '../../../extension/src/model/activity-log.ts';
import { emptyModel } from '../../../extension/src/model/documents.ts';
import { EMPTY_PANEL, type Panel, receive } from '../../../extension/src/side-panel/panel-store.ts';

const begin = (log: ActivityLog, callId: string): ActivityLog =>
  beginEntry(log, {
    callId,
    at: 1,
    agent: 'A',
    origin: 'https://shop.example',
    application: 'Shop',
    window: null,
    action: 'drop',
    title: 'Drop',
    arguments: '{}',
    state: 'running',
  });
const end = (log: ActivityLog, callId: string): ActivityLog => dropEntry(log, callId, undefined, 2);
const FULL = Array.from({ length: ENTRIES_KEPT }, (_, n) => `c${n}`);

test('a panel holds the entries that the worker holds, whichever of too many went, and however seldom it is told', () => {
  const step = fc.record({
    what: fc.oneof({ weight: 20, arbitrary: fc.constantFrom('begin', 'end', 'tell') }, fc.constant('clear')),
    n: fc.nat(20),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.array(fc.nat(20), { maxLength: 10 }), (steps, running) => {
      const open = new Set(running.map((n) => `c${n}`));
      let log = FULL.reduce((all, callId) => {
        const begun = begin(all, callId);
        return open.has(callId) ? begun : end(begun, callId);
      }, [] as ActivityLog);
      let panel: Panel = EMPTY_PANEL;
      const waiting: (() => void)[] = [];
      const model = emptyModel('b');
      const view = new PanelView(
        () => ({ state: { paused: false, waiting: 0, agents: [] }, model, log }),
        (message) => {
          panel = receive(panel, message);
        },
        (_, then) => {
          waiting.push(then);
          return () => {};
        },
      );
      view.refresh();
      for (const [index, { what, n }] of steps.entries()) {
        if (what === 'begin') log = begin(log, `new${index}`);
        else if (what === 'end') log = end(log, `c${n}`);
        else if (what === 'clear') log = clearEnded(log);
        else waiting.shift()?.();
        view.refresh();
      }
      waiting.shift()?.();
      expect(panel.log).toEqual(log);
    }),
    { numRuns: 60 },
  );
});
