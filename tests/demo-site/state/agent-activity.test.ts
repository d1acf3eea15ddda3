import { expect, test } from 'vitest';
import { agentActivity } from '../../../demo-site/src/state/agent-activity.ts';

const call = {
  callId: 'a',
  agent: { name: 'Claude' },
  window: { localId: '1', title: 'Order Editor' },
  action: 'set_fields',
  title: 'Set fields',
};

test('a call that runs is told with agent, action and window', () => {
  const what = 'Claude: Set fields in Order Editor';
  expect(agentActivity({ ...call, phase: 'started' })).toEqual({ what, answer: '', state: 'running' });
});

test.each([
  ['executed', 'done'],
  ['not_executed', 'refused'],
  ['unknown', 'unsure'],
] as const)('an outcome %s is shown as %s, with its message', (outcome, state) => {
  const answered = agentActivity({ ...call, phase: 'answered', outcome, message: 'Said the page' });
  expect(answered).toMatchObject({ answer: 'Said the page', state });
});

test('an action of the application names no window', () => {
  expect(agentActivity({ ...call, window: null, phase: 'started' }).what).toBe('Claude: Set fields');
});
