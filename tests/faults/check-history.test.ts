import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { checkHistory, type Rule } from './check-history.ts';
import { documentsAt, type SeenWindow, type Timed } from './history.ts';

const seen = (more: Partial<SeenWindow> = {}): SeenWindow => ({
  id: 'w1',
  document: 'd1',
  version: 1,
  value: 0,
  operable: true,
  ...more,
});

const read = (agent: string, at: number, windows: SeenWindow[], askedAt = at - 1): Timed => ({
  type: 'read',
  agent,
  at,
  askedAt,
  windows,
});

const opened: Timed = { type: 'opened', at: 0, document: 'd1', value: 0 };

/** A call that went well: 10 ms from one end to the other. */
const call = (name: string, at: number, value: number, agent = 'ann', document = 'd1'): Timed[] => [
  { type: 'invoke', at, agent, call: name },
  { type: 'start', at: at + 2, document, call: name },
  { type: 'effect', at: at + 4, document, call: name, value },
  { type: 'end', at: at + 6, document, call: name },
  { type: 'return', at: at + 10, agent, call: name, outcome: 'executed' },
];

const rules = (events: readonly Timed[], convergeMs = 2_000): Rule[] =>
  checkHistory(events, { convergeMs }).map(({ rule }) => rule);

describe('a good history passes', () => {
  test('calls, a fault, and readings that come to agree', () => {
    const good: Timed[] = [
      opened,
      ...call('a', 10, 1),
      read('ann', 30, [seen({ version: 2, value: 1 })]),
      { type: 'fault', at: 40 },
      { type: 'invoke', at: 41, agent: 'ann', call: 'b' },
      { type: 'return', at: 60, agent: 'ann', call: 'b', outcome: 'not_executed', reason: 'not_connected' },
      { type: 'calm', at: 70 },
      read('ann', 80, []),
      ...call('c', 90, 2, 'bob'),
      read('bob', 200, [seen({ version: 3, value: 2 })]),
      read('ann', 300, [seen({ version: 3, value: 2 })]),
    ];
    expect(checkHistory(good, { convergeMs: 2_000 })).toEqual([]);
  });

  test('an unknown outcome may have had an effect or not, a lost call too', () => {
    const unknown = (effects: Timed[]): Timed[] => [
      opened,
      { type: 'invoke', at: 1, agent: 'ann', call: 'a' },
      ...effects,
      { type: 'return', at: 9, agent: 'ann', call: 'a', outcome: 'unknown' },
      { type: 'invoke', at: 10, agent: 'ann', call: 'b' },
      { type: 'lost', at: 11, agent: 'ann', call: 'b' },
    ];
    expect(rules(unknown([]))).toEqual([]);
    expect(rules(unknown([{ type: 'effect', at: 5, document: 'd1', call: 'a', value: 1 }]))).toEqual([]);
  });

  test.each([
    ['the first held the lane for its time', LIMITS.laneMs, 'executed'],
    ['the first was given up on', 100, 'unknown'],
  ] as const)('operations of two documents overlap when %s', (_, gap, outcome) => {
    const events: Timed[] = [
      opened,
      { type: 'opened', at: 0, document: 'd2', value: 0 },
      { type: 'invoke', at: 1, agent: 'ann', call: 'a' },
      { type: 'start', at: 2, document: 'd1', call: 'a' },
      { type: 'invoke', at: 3, agent: 'bob', call: 'b' },
      ...(outcome === 'unknown' ? [{ type: 'return', at: 90, agent: 'ann', call: 'a', outcome } as const] : []),
      { type: 'start', at: 2 + gap, document: 'd2', call: 'b' },
      { type: 'effect', at: 3 + gap, document: 'd2', call: 'b', value: 1 },
      { type: 'end', at: 4 + gap, document: 'd2', call: 'b' },
      { type: 'return', at: 5 + gap, agent: 'bob', call: 'b', outcome: 'executed' },
      { type: 'effect', at: 6 + gap, document: 'd1', call: 'a', value: 1 },
      { type: 'end', at: 7 + gap, document: 'd1', call: 'a' },
      ...(outcome === 'executed' ? [{ type: 'return', at: 8 + gap, agent: 'ann', call: 'a', outcome } as const] : []),
    ];
    expect(rules(events)).toEqual([]);
  });

  test('an agent that left need not converge', () => {
    const events: Timed[] = [
      opened,
      read('ann', 5, []),
      { type: 'left', at: 6, agent: 'ann' },
      { type: 'calm', at: 7 },
      read('bob', 9, [seen()]),
    ];
    expect(rules(events)).toEqual([]);
  });
});

describe('each lie and loss is found', () => {
  const made: Timed = { type: 'invoke', at: 1, agent: 'ann', call: 'a' };
  const told = (outcome: 'executed' | 'not_executed' | 'unknown' | 'none', at = 9): Timed => ({
    type: 'return',
    at,
    agent: 'ann',
    call: 'a',
    outcome,
  });
  const effect = (at = 5, value = 1): Timed => ({ type: 'effect', at, document: 'd1', call: 'a', value });
  const two: Timed = { type: 'opened', at: 0, document: 'd2', value: 0 };

  test.each<[string, Rule, Timed[]]>([
    ['a call without an answer', 'one_outcome', [opened, made]],
    ['a call with two answers', 'one_outcome', [opened, made, told('unknown'), told('unknown', 11)]],
    [
      'an answer and a loss',
      'one_outcome',
      [opened, made, told('unknown'), { type: 'lost', at: 12, agent: 'ann', call: 'a' }],
    ],
    ['an answer that says no outcome', 'one_outcome', [opened, made, told('none')]],
    ['an answer to no call', 'one_outcome', [opened, told('unknown')]],
    ['executed without an effect', 'false_claim', [opened, made, told('executed')]],
    ['executed, long before its effect', 'false_claim', [opened, made, told('executed'), effect(200)]],
    ['not executed, with an effect', 'false_claim', [opened, made, effect(), told('not_executed')]],
    ['not executed, with an effect that came later', 'false_claim', [opened, made, told('not_executed'), effect(20)]],
    ['two effects', 'double_effect', [opened, made, effect(), effect(6, 2), told('executed')]],
    ['two effects of unknown outcome', 'double_effect', [opened, made, effect(), effect(6, 2), told('unknown')]],
    [
      'two operations of one document at once',
      'serial_order',
      [opened, ...call('a', 10, 1), ...call('b', 13, 2)].sort((x, y) => x.at - y.at),
    ],
    [
      'two operations of one document at once, long after',
      'serial_order',
      [
        opened,
        made,
        { type: 'start', at: 2, document: 'd1', call: 'a' },
        ...call('b', 5_000, 1),
        told('unknown', 6_000),
      ],
    ],
    [
      'two operations of two documents at once',
      'serial_order',
      [opened, two, ...call('a', 10, 1), ...call('b', 13, 1, 'ann', 'd2')].sort((x, y) => x.at - y.at),
    ],
    [
      'an effect before one that was answered earlier',
      'serial_order',
      [opened, ...call('a', 10, 2), ...call('b', 30, 1)],
    ],
    [
      'a reading without the own write',
      'read_your_writes',
      [opened, ...call('a', 10, 1), read('ann', 30, [seen()], 25)],
    ],
    ['no true reading after the faults', 'convergence', [opened, { type: 'calm', at: 5 }, read('ann', 30, [])]],
    ['a true reading too late', 'convergence', [opened, { type: 'calm', at: 5 }, read('ann', 2_030, [seen()])]],
    [
      'a window that stays not operable',
      'convergence',
      [opened, { type: 'calm', at: 5 }, read('ann', 30, [seen({ operable: false })])],
    ],
    [
      'a window of a document that is gone',
      'convergence',
      [opened, { type: 'closed', at: 4, document: 'd1' }, { type: 'calm', at: 5 }, read('ann', 30, [seen()])],
    ],
    [
      'a window that goes away again',
      'convergence',
      [opened, { type: 'calm', at: 5 }, read('ann', 30, [seen()]), read('ann', 40, [])],
    ],
    [
      'a count that lags for ever',
      'convergence',
      [opened, ...call('a', 10, 1, 'bob'), { type: 'calm', at: 30 }, read('ann', 40, [seen()])],
    ],
    [
      'one id for two documents',
      'id_reused',
      [opened, two, read('ann', 5, [seen()]), read('ann', 9, [seen({ document: 'd2' })])],
    ],
    ['two ids for one document', 'id_reused', [opened, read('ann', 5, [seen()]), read('bob', 9, [seen({ id: 'w2' })])]],
    [
      'a version that goes back',
      'version_back',
      [opened, read('ann', 5, [seen({ version: 3, value: 2 })]), read('ann', 9, [seen({ version: 2, value: 1 })])],
    ],
    [
      'two contents of one version',
      'version_back',
      [opened, read('ann', 5, [seen({ version: 3, value: 2 })]), read('bob', 9, [seen({ version: 3, value: 1 })])],
    ],
  ])('%s', (_, rule, events) => {
    expect(new Set(rules(events))).toEqual(new Set([rule]));
  });

  test('the words say which call it was', () => {
    expect(checkHistory([opened, made, told('executed')], { convergeMs: 0 })[0]?.detail).toContain('call a');
  });
});

test('the open documents at a time, with their counts', () => {
  const events: Timed[] = [
    opened,
    { type: 'effect', at: 4, document: 'd1', call: 'a', value: 1 },
    { type: 'opened', at: 5, document: 'd2', value: 7 },
    { type: 'closed', at: 6, document: 'd1' },
    { type: 'effect', at: 7, document: 'd1', call: 'b', value: 2 },
  ];
  expect([...documentsAt(events, 4)]).toEqual([['d1', 1]]);
  expect([...documentsAt(events, 5)]).toEqual([
    ['d1', 1],
    ['d2', 7],
  ]);
  expect([...documentsAt(events, 9)]).toEqual([['d2', 7]]);
});
