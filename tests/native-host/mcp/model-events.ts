import type { Action, ExtensionIdentity, ModelEvent, WindowPatch } from '@mcp-gui-bridge/page-sdk/protocol';
import { steadyClock } from '../../../native-host/src/link/clock.ts';
import { GuiModel } from '../../../native-host/src/mcp/gui-model.ts';

/** Ids as the worker makes them: a letter and ten characters of base32. */
export const appId = (name: string): string => `a${name.padEnd(10, '2').slice(0, 10)}`;
export const windowId = (name: string): string => `w${name.padEnd(10, '2').slice(0, 10)}`;

export const action = (name: string, more: Partial<Action> = {}): Action => ({
  name,
  title: name,
  inputSchema: { type: 'object' },
  available: true,
  timeoutMs: 30_000,
  ...more,
});

export const window = (name: string, opened: number, more: Partial<WindowPatch> = {}): WindowPatch => ({
  id: windowId(name),
  opened,
  title: name,
  modal: false,
  ownerId: null,
  version: 1,
  blocks: [],
  actions: [action('go')],
  ...more,
});

export const attached = (
  name: string,
  windows: WindowPatch[],
  more: { actions?: Action[]; origin?: string } = {},
): Extract<ModelEvent, { type: 'attached' }> => ({
  type: 'attached',
  application: { id: appId(name), origin: more.origin ?? `https://${name}.example`, browser: 'B', condition: 'live' },
  declared: { name, actions: more.actions ?? [], windows },
  running: [],
});

export const extension = (profileId = 'profile-1', generation = 1): ExtensionIdentity => ({
  version: '0.1.0',
  browser: 'B',
  profileId,
  generation,
});

/** A model with one host that has said everything. */
export function modelOf(events: ModelEvent[], origins?: ReadonlySet<string>): GuiModel {
  const gui = new GuiModel('test', origins, steadyClock());
  gui.apply({ type: 'hello', link: 'one', extension: extension() });
  for (const event of events) gui.apply({ type: 'model', link: 'one', event });
  gui.apply({ type: 'ready', link: 'one' });
  return gui;
}
