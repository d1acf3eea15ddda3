import { LIMITS, PageToWorker } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import type { FromPage, ModelInput } from '../../../extension/src/model/step.ts';
import { action, attach, declaring, handles, opening, play } from '../declared-samples.ts';

const HASH = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);
const appId = handles.application('d1', () => false);
const view = { hash: HASH, csp: { connectDomains: ['https://api.example.com'] } };
const start = play([
  attach('d1', declaring(opening(1, { actions: [action('show', { view })] }))),
  attach('d2', declaring(opening(1))),
]);
const ask = (hash = HASH): ModelInput => ({ type: 'host', message: { type: 'view', appId, hash } });
const says = (documentId: string, message: FromPage): ModelInput => ({ type: 'page', documentId, message });
const viewed = (html: string | null, hash = HASH): FromPage => ({ type: 'viewed', hash, html });
const toHost = (html: string | null, hash = HASH) => [{ type: 'host', message: { type: 'viewed', appId, hash, html } }];

describe('the document of a view', () => {
  test('is asked of its page, and passed on once', () => {
    const asked = play([ask()], start.model);
    expect(asked.effects).toEqual([{ type: 'page', documentId: 'd1', message: { type: 'view', hash: HASH } }]);
    const answered = play([says('d1', viewed('<p>'))], asked.model);
    expect(answered.effects).toEqual(toHost('<p>'));
    expect(play([says('d1', viewed('<p>again'))], answered.model).effects).toEqual([]);
  });

  test('counts only from the page that was asked, and for the hash that was asked', () => {
    const asked = play([ask()], start.model);
    expect(play([says('d2', viewed('<p>'))], asked.model).effects).toEqual([]);
    expect(play([says('d1', viewed('<p>', OTHER))], asked.model).effects).toEqual([]);
    expect(play([says('d1', viewed('<p>'))], start.model).effects).toEqual([]);
  });

  test('of a page that is gone or asleep is not there', () => {
    const gone = play([{ type: 'gone', documentId: 'd1', reason: 'closed' }, ask()], start.model);
    expect(gone.effects).toEqual(toHost(null));
    const asleep = play([{ type: 'suspended', documentId: 'd1', suspended: true }, ask()], start.model);
    expect(asleep.effects).toEqual(toHost(null));
  });

  test('above 512 KiB costs its page the connection', () => {
    const asked = play([ask()], start.model);
    expect(play([says('d1', viewed('x'.repeat(LIMITS.viewBytes)))], asked.model).effects).toHaveLength(1);
    const tooLarge = play([says('d1', viewed(`é${'x'.repeat(LIMITS.viewBytes - 1)}`))], asked.model);
    expect(tooLarge.effects.at(-1)).toMatchObject({ type: 'refuse', documentId: 'd1' });
  });
});

describe('the wire', () => {
  const change = (more: object) =>
    PageToWorker.safeParse({
      type: 'change',
      change: declaring(opening(1, { actions: [action('show', { view: { ...view, ...more } })] })),
    }).success;

  test.each([
    ['as the SDK says it', {}, true],
    ['another hash', { hash: 'A'.repeat(64) }, false],
    ['an origin that would add a directive', { csp: { connectDomains: ['https://a.example; script-src *'] } }, false],
    ['an origin with a path', { csp: { frameDomains: ['https://a.example/x'] } }, false],
    ['too many origins', { csp: { resourceDomains: Array(LIMITS.viewOrigins + 1).fill('https://a.example') } }, false],
    ['a domain with a space', { domain: 'a b' }, false],
  ])('takes a view only with a policy that hosts may copy: %s', (_, more, fits) => {
    expect(change(more)).toBe(fits);
  });
});
