import type { Action, ConnectedAgent, DeclaredChange, WindowPatch } from '@mcp-gui-bridge/page-sdk/protocol';
import { type Application, emptyModel, type Model } from '../../extension/src/model/documents.ts';
import { Handles, profileMac } from '../../extension/src/model/handles.ts';
import type { Effect, ModelInput } from '../../extension/src/model/step.ts';
import { reduce } from '../../extension/src/model/window-model.ts';

export const ORIGIN = 'https://shop.example';
export const CALL_ID = 'ab'.repeat(16);
export const handles = new Handles(profileMac(new Uint8Array(32).fill(7)));

/** An action as a page declares it. */
export const action = (name: string, more: Partial<Action> = {}): Action => ({
  name,
  title: name,
  inputSchema: { type: 'object' },
  available: true,
  timeoutMs: 30_000,
  ...more,
});

/** An agent as its host tells of it. */
export const connected = (more: Partial<ConnectedAgent> = {}): ConnectedAgent => ({
  id: 'agent-1',
  key: 'program:claude',
  process: 'a1'.repeat(16),
  name: 'Claude',
  program: 'claude',
  since: 5,
  calls: 2,
  ...more,
});

/** The first patch of a window: everything. Local ids are opening numbers, as in a real page. */
export const opening = (opened: number, more: Partial<WindowPatch> = {}): WindowPatch => ({
  id: String(opened),
  opened,
  title: `Window ${opened}`,
  modal: false,
  ownerId: null,
  version: 1,
  blocks: [{ type: 'text', id: 'b1', text: `content ${opened}` }],
  actions: [action('submit')],
  ...more,
});

/** A window of about so many bytes. */
export const large = (opened: number, bytes: number): WindowPatch =>
  opening(opened, {
    blocks: Array.from({ length: Math.ceil(bytes / 8_000) }, (_, index) => ({
      type: 'text',
      id: `b${index}`,
      text: 'x'.repeat(7_900),
    })),
  });

export const declaring = (...windows: WindowPatch[]): DeclaredChange => ({ name: 'Shop', actions: [], windows });

/** Attaches a document, without its identity anything a page could choose. */
export const attach = (documentId: string, declared: DeclaredChange, running: string[] = []): ModelInput => ({
  type: 'attach',
  documentId,
  origin: ORIGIN,
  declared,
  running,
});

/** Plays events one after the other; `effects` are those of the last. */
export function play(inputs: readonly ModelInput[], model: Model = emptyModel('Testium 1')) {
  let effects: readonly Effect[] = [];
  let next = model;
  for (const input of inputs) ({ model: next, effects } = reduce(next, input, handles));
  return { model: next, effects };
}

export function getApplication(model: Model, documentId: string): Application {
  const application = model.applications.get(documentId);
  if (application === undefined) throw new Error(`no document "${documentId}" in the model`);
  return application;
}
