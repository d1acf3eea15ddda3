import type { CallAnswer, History } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import type { ModelInput } from '../../../extension/src/model/step.ts';
import { attach, CALL_ID, declaring, handles, opening, play } from '../declared-samples.ts';

const appId = handles.application('d1', () => false);
const start = play([attach('d1', declaring(opening(1))), attach('d2', declaring(opening(1)))]);
const ask = (id: number, of = appId): ModelInput => ({
  type: 'host',
  message: { type: 'history', appId: of, id, owner: 'the agent' },
});
const told = (calls: History['calls']): History => ({ calls, complete: true });
const says = (documentId: string, id: number, history: History): ModelInput => ({
  type: 'page',
  documentId,
  message: { type: 'history', id, history },
});
const past = { callId: CALL_ID, tool: `${handles.window('d1', 1, () => false)}__submit`, startedMsAgo: 5 } as const;
const asked = play([ask(1)], start.model);

describe('what a page remembers of an agent’s calls', () => {
  test('is asked under a name of the agent that no other page is told', () => {
    const [effect] = asked.effects;
    expect(effect).toMatchObject({ type: 'page', documentId: 'd1', message: { type: 'history', id: 1 } });
    const other = play(
      [
        ask(
          2,
          handles.application('d2', () => false),
        ),
      ],
      start.model,
    ).effects[0];
    const [one, two] = [effect, other].map((each) =>
      each?.type === 'page' && each.message.type === 'history' ? each.message.owner : '',
    );
    expect(one).toMatch(/^o[a-z2-7]{10}$/);
    expect(one).not.toBe(two);
  });

  test('is passed on in the agents’ words', () => {
    const answer: CallAnswer = { ok: true, value: { openedWindowIds: ['1', 'nobody'] } };
    const { effects } = play([says('d1', 1, told([{ ...past, state: 'executed', answer }]))], asked.model);
    const openedWindowIds = [handles.window('d1', 1, () => false)];
    expect(effects).toEqual([
      {
        type: 'host',
        message: {
          type: 'history',
          appId,
          id: 1,
          history: told([{ ...past, state: 'executed', answer: { ok: true, value: { openedWindowIds } } }]),
        },
      },
    ]);
  });

  test('counts once, and from the page that was asked', () => {
    const word = told([{ ...past, state: 'running' }]);
    expect(play([says('d2', 1, word)], asked.model).effects).toEqual([]);
    const once = play([says('d1', 1, word)], asked.model);
    expect(play([says('d1', 1, word)], once.model).effects).toEqual([]);
  });

  test('leaves out what names no tool', () => {
    const { effects } = play([says('d1', 1, told([{ ...past, tool: 'rm -rf', state: 'running' }]))], asked.model);
    expect(effects).toMatchObject([{ message: { history: { calls: [] } } }]);
  });

  test('a page that tells too much is disconnected', () => {
    const answer: CallAnswer = { ok: true, value: { openedWindowIds: [], result: { text: 'x'.repeat(600 * 1024) } } };
    const { effects } = play([says('d1', 1, told([{ ...past, state: 'executed', answer }]))], asked.model);
    expect(effects).toMatchObject([{ message: { event: { type: 'detached' } } }, { type: 'refuse', documentId: 'd1' }]);
  });

  test('a page that is not there remembers nothing, and nothing is concluded from it', () => {
    expect(play([ask(1, 'agone234567')], start.model).effects).toMatchObject([
      { type: 'host', message: { type: 'history', id: 1, history: { calls: [], complete: false } } },
    ]);
  });
});
