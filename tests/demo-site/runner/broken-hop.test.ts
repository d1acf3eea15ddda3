import { describe, expect, test } from 'vitest';
import { brokenHop, failureSentence } from '../../../demo-site/runner/broken-hop.ts';

const allUp = { browserRunning: true, extensionLoaded: true, hostConnected: true, applications: 1, agentRunning: true };

describe('the broken hop', () => {
  test.each([
    ['all up', allUp, undefined],
    ['browser gone', { ...allUp, browserRunning: false, hostConnected: false }, 'browser'],
    ['extension not loaded', { ...allUp, extensionLoaded: false, hostConnected: false, applications: 0 }, 'extension'],
    ['no host', { ...allUp, hostConnected: false, applications: 0 }, 'host'],
    ['no page', { ...allUp, applications: 0 }, 'page'],
    ['agent’s server gone', { ...allUp, agentRunning: false }, 'agent'],
  ] as const)('%s', (_case, observed, hop) => {
    expect(brokenHop(observed)).toBe(hop);
  });

  test('is named in one sentence with cause and advice', () => {
    expect(failureSentence('Waited in vain', 'page')).toMatch(
      /^demo failed, broken hop: page\. Waited in vain\. Run with --headed/,
    );
    expect(failureSentence('Refused!', undefined)).toBe('demo failed although every hop is up: Refused!');
  });
});
