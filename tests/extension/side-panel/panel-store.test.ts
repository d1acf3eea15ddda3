import type { DeclaredChange, WindowPatch } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyModel, type Model } from '../../../extension/src/model/documents.ts';
import { panelEvents } from '../../../extension/src/model/panel-events.ts';
import type { ModelInput } from '../../../extension/src/model/step.ts';
import { reduce } from '../../../extension/src/model/window-model.ts';
import {
  EMPTY_PANEL,
  type Panel,
  receive,
  type WindowNode,
  windowTree,
} from '../../../extension/src/side-panel/panel-store.ts';
import { attach, declaring, getApplication, handles, opening, play } from '../declared-samples.ts';

const change = (documentId: string, changed: DeclaredChange): ModelInput => ({
  type: 'page',
  documentId,
  message: { type: 'change', change: changed },
});
const follow = (panel: Panel, before: Model | undefined, after: Model): Panel =>
  receive(panel, { view: 'model', events: JSON.parse(JSON.stringify(panelEvents(before, after))) });

describe('the panel', () => {
  const step = fc.record({
    what: fc.constantFrom('open', 'modal', 'close', 'title', 'attach', 'gone', 'pause', 'busy', 'look'),
    document: fc.constantFrom('d1', 'd2'),
    n: fc.nat(30),
  });

  function inputFor(model: Model, { what, document, n }: { what: string; document: string; n: number }): ModelInput {
    const application = model.applications.get(document);
    if (what === 'pause') return { type: 'paused', paused: n % 2 === 0 };
    if (application === undefined || what === 'attach') return attach(document, declaring(opening(1), opening(2)));
    if (what === 'gone') return { type: 'gone', documentId: document, reason: 'closed' };
    const { appId, received } = application;
    if (what === 'busy') return { type: 'host', message: { type: 'quarantine', appId, on: n % 2 === 0 } };
    const open = (more: Partial<WindowPatch>) =>
      change(document, { windows: [opening(received.lastOpened + 1, more)] });
    const window = received.windows[n % Math.max(1, received.windows.length)];
    if (window === undefined || what === 'open') return open({});
    if (what === 'modal') return open({ modal: true, ownerId: window.id });
    const leaf = received.windows.findLast(({ id }) => !received.windows.some(({ ownerId }) => ownerId === id));
    if (what === 'close' && leaf) return change(document, { closed: [leaf.id] });
    const { id, version } = window;
    return change(document, { windows: [{ id, version: version + 1, title: `Title ${n}` }] });
  }

  test('always shows what agents are sent, however seldom it is told', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let model = emptyModel('Testium 1');
        let told: Model | undefined;
        let panel = EMPTY_PANEL;
        const look = () => {
          panel = follow(panel, told, model);
          told = model;
          expect([...panel.applications.keys()].sort()).toEqual(
            [...model.applications.values()].map(({ appId }) => appId).sort(),
          );
          for (const { appId, published, condition, unresponsive } of model.applications.values()) {
            const shown = panel.applications.get(appId);
            expect(shown?.received).toMatchObject({ name: published.name, windows: published.windows });
            expect(shown?.identity.condition).toBe(condition === 'live' && unresponsive ? 'unresponsive' : condition);
          }
        };
        for (const each of steps) {
          if (each.what === 'look') look();
          else model = reduce(model, inputFor(model, each), handles).model;
        }
        look();
      }),
    );
  });

  test('draws modals under their owners and marks what can be operated', () => {
    const modal = (opened: number, ownerId: string) => opening(opened, { modal: true, ownerId });
    const { model } = play([attach('d1', declaring(opening(1), opening(2), modal(3, '1'), modal(4, '3')))]);
    const [application] = follow(EMPTY_PANEL, undefined, model).applications.values();
    const names = (nodes: readonly WindowNode[]): unknown[] =>
      nodes.map(({ window, operable, modals }) => [window.title, operable, names(modals)]);
    expect(application && names(windowTree(application))).toEqual([
      ['Window 1', false, [['Window 3', false, [['Window 4', true, []]]]]],
      ['Window 2', true, []],
    ]);
  });

  test('marks nothing as operable while agents are paused', () => {
    const { model } = play([attach('d1', declaring(opening(1))), { type: 'paused', paused: true }]);
    expect(getApplication(model, 'd1').condition).toBe('paused');
    const [application] = follow(EMPTY_PANEL, undefined, model).applications.values();
    expect(application && windowTree(application).map(({ operable }) => operable)).toEqual([false]);
  });

  test('keeps the log in order, an entry once, and forgets what is gone', () => {
    const entry = (callId: string, state: 'running' | 'ended') => ({
      callId,
      at: 1,
      agent: 'A',
      origin: 'https://shop.example',
      application: 'Shop',
      window: null,
      action: 'drop',
      title: 'Drop',
      arguments: '{}',
      state,
    });
    const log = (...entries: ReturnType<typeof entry>[]) => ({ view: 'log' as const, entries, gone: [] });
    let panel = receive(EMPTY_PANEL, log(entry('c1', 'running'), entry('c2', 'running')));
    panel = receive(panel, log(entry('c1', 'ended')));
    expect(panel.log.map(({ callId, state }) => [callId, state])).toEqual([
      ['c1', 'ended'],
      ['c2', 'running'],
    ]);
    panel = receive(panel, { view: 'log', entries: [entry('c3', 'running')], gone: ['c1'] });
    expect(panel.log.map(({ callId }) => callId)).toEqual(['c2', 'c3']);
  });
});
