import type { Bridge, BridgeStatus } from '@mcp-gui-bridge/page-sdk';
import { agentActivity } from '../state/agent-activity.ts';
import { h } from './view.ts';

const STATUS: Record<BridgeStatus, string> = {
  absent: 'No agents: the browser extension is not connected to this page',
  connected: 'Agents can read and operate this page',
  paused: 'Agents are paused until you let them go on in the extension',
};

/** Tells whether agents are connected, and what one has just done; always as high, so that nothing below moves. */
export function agentStrip(bridge: Bridge): HTMLElement {
  const status = h('p', { className: 'status', role: 'status' });
  const showStatus = (value: BridgeStatus) => {
    status.dataset['status'] = value;
    status.textContent = STATUS[value];
  };
  showStatus(bridge.status);
  bridge.onStatus(showStatus);

  const activity = h('p', { className: 'activity', role: 'status', ariaLabel: 'What an agent did last' });
  bridge.onCall((event) => {
    if (event.phase === 'finished') return;
    const { what, answer, state } = agentActivity(event);
    activity.dataset['state'] = state;
    activity.replaceChildren(what, ' ', h('span', { className: 'muted' }, state === 'running' ? 'running…' : answer));
  });
  return h('section', { className: 'agents', ariaLabel: 'Agents' }, status, activity);
}
