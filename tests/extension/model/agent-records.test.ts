import type { ConnectedAgent, Hints } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import {
  type AgentRecord,
  accessRules,
  agentAccess,
  awaitsAcceptance,
  meetAgents,
  refuseAgent,
} from '../../../extension/src/model/agent-records.ts';
import { action, connected } from '../declared-samples.ts';

const SITE = 'https://shop.example';
const ALL = { sites: null, readOnly: false };
const NONE = { sites: [], readOnly: true };
const record = (more: Partial<AgentRecord> = {}): AgentRecord => ({
  key: 'program:a',
  name: 'A',
  program: 'a',
  firstSeen: 0,
  lastSeen: 0,
  accepted: true,
  blocked: false,
  readOnly: false,
  sites: null,
  isNew: false,
  ...more,
});
const named = (key: string, more: Partial<ConnectedAgent> = {}): ConnectedAgent =>
  connected({ key, name: key.toUpperCase(), program: key, since: 0, ...more });

describe('what an agent may', () => {
  test.each<[string, AgentRecord | undefined, 'all' | 'accepted', object]>([
    ['never seen', undefined, 'all', ALL],
    ['never seen', undefined, 'accepted', NONE],
    ['accepted', record(), 'all', ALL],
    ['accepted', record(), 'accepted', ALL],
    ['not accepted', record({ accepted: false }), 'all', ALL],
    ['not accepted', record({ accepted: false }), 'accepted', NONE],
    ['blocked', record({ blocked: true }), 'all', NONE],
    ['blocked', record({ blocked: true }), 'accepted', NONE],
    ['read-only', record({ readOnly: true }), 'all', { sites: null, readOnly: true }],
    ['with chosen sites', record({ sites: [SITE] }), 'accepted', { sites: [SITE], readOnly: false }],
    ['with no site chosen', record({ sites: [] }), 'all', { sites: [], readOnly: false }],
  ])('%s, where newcomers may see %#: %s', (_, known, newcomers, expected) => {
    expect(agentAccess(known, newcomers)).toEqual(expected);
  });

  test.each<[string, Partial<AgentRecord>, 'all' | 'accepted', boolean]>([
    ['not accepted', { accepted: false }, 'accepted', true],
    ['not accepted', { accepted: false }, 'all', false],
    ['accepted', {}, 'accepted', false],
    ['blocked, which is a decision', { accepted: false, blocked: true }, 'accepted', false],
  ])('%s: waits to be accepted %#', (_, more, newcomers, expected) => {
    expect(awaitsAcceptance(record(more), newcomers)).toBe(expected);
  });

  test('is told to the host for all of them', () => {
    const blocked = record({ key: 'program:b', blocked: true });
    expect(accessRules([record(), blocked], 'accepted')).toEqual({
      others: NONE,
      agents: { 'program:a': ALL, 'program:b': NONE },
    });
  });
});

describe('an agent’s call', () => {
  test.each<[string, object, Hints | undefined, string | undefined]>([
    ['with access to all', ALL, undefined, undefined],
    ['with access to this site', { sites: [SITE], readOnly: false }, undefined, undefined],
    ['with access to another site', { sites: ['https://x.example'], readOnly: false }, undefined, 'window_not_found'],
    ['without access', NONE, { readOnly: true }, 'window_not_found'],
    ['read-only, of what the site calls read-only', { sites: null, readOnly: true }, { readOnly: true }, undefined],
    ['read-only, of anything else', { sites: null, readOnly: true }, undefined, 'action_not_available'],
    [
      'read-only, of what the site calls read-only and destructive',
      { sites: null, readOnly: true },
      { readOnly: true, destructive: true },
      'action_not_available',
    ],
  ])('%s', (_, access, hints, code) => {
    const error = refuseAgent(access as typeof ALL, SITE, action('x', hints && { hints }));
    expect(error?.code).toBe(code);
    if (error) expect(error.outcome).toBe('not_executed');
  });
});

describe('agents that come', () => {
  test('are remembered, new until the person has looked, and accepted only where newcomers are', () => {
    const [open] = meetAgents([], [named('a')], 'all', 7);
    expect(open).toMatchObject({ key: 'a', name: 'A', firstSeen: 7, accepted: true, isNew: true });
    expect(meetAgents([], [named('a')], 'accepted', 7)).toMatchObject([{ accepted: false, isNew: true }]);
  });

  test('keep what was decided about them, whatever they call themselves now', () => {
    const known = record({ key: 'a', blocked: true, sites: [SITE] });
    const [met] = meetAgents([known], [named('a', { name: 'Somebody else' })], 'all', 7);
    expect(met).toEqual({ ...known, name: 'Somebody else', program: 'a', lastSeen: 7 });
  });

  test('are shown without characters that hide or turn text', () => {
    const [met] = meetAgents([], [named('a', { name: 'Cl\u202eaude\u200b', program: 'x\ny' })], 'all', 7);
    expect(met).toMatchObject({ name: 'Claude', program: 'x y' });
  });

  test('have no name where theirs shows nothing', () => {
    const [met] = meetAgents([], [named('a', { name: '\u2800 \u2800', program: ' \u0301' })], 'all', 7);
    expect(met).toMatchObject({ name: '', program: '' });
  });

  test('are the same records when there is nothing new', () => {
    const records = meetAgents([], [named('a'), named('b')], 'all', 1_000);
    expect(meetAgents(records, [named('b', { calls: 9 })], 'all', 2_000)).toBe(records);
    expect(meetAgents(records, [named('b')], 'all', 99_000)).not.toBe(records);
  });

  test('a hundred are remembered; of those that nobody decided about the longest unseen are forgotten', () => {
    const decided = record({ key: 'decided', readOnly: true });
    let records: readonly AgentRecord[] = [decided];
    for (let n = 0; n < 150; n++) records = meetAgents(records, [named(`k${n}`)], 'all', n * 100_000);
    expect(records).toHaveLength(100);
    expect(records[0]).toBe(decided);
    expect(records.at(-1)?.key).toBe('k149');
    expect(records.some(({ key }) => key === 'k0')).toBe(false);
  });
});
