import { createHash } from 'node:crypto';
import { type AgentToHost, LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { steadyClock } from '../../../../native-host/src/link/clock.ts';
import { ViewDocuments } from '../../../../native-host/src/mcp/apps/view-documents.ts';
import { EMPTY_MIRROR } from '../../../../native-host/src/mcp/mirror.ts';

const hashOf = (html: string) => createHash('sha256').update(html).digest('hex');
const SITE = 'https://orders.example';
const HASH = hashOf('<p>');

function bench(links: Record<string, string> = { A: 'one' }) {
  const sent: AgentToHost[] = [];
  const profiles = new Map(
    Object.values(links).map((link) => [`profile ${link}`, { generation: 1, link, applications: new Map() }]),
  );
  const documents = new ViewDocuments({
    gui: { linkOf: (appId) => links[appId], mirror: { ...EMPTY_MIRROR, profiles } },
    clock: steadyClock(),
    send: (_link, message) => sent.push(message),
  });
  const says = (html: string | null, appId = 'A', hash = HASH) =>
    documents.hostSaid({ type: 'viewed', appId, hash, html });
  return { sent, documents, says };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a document', () => {
  test('is asked for once, however many want it, and then kept', async () => {
    const { sent, documents, says } = bench();
    const both = [documents.document(SITE, HASH, ['A']), documents.document(SITE, HASH, ['A'])];
    says('<p>');
    expect(await Promise.all(both)).toEqual(['<p>', '<p>']);
    expect(await documents.document(SITE, HASH, [])).toBe('<p>');
    expect(sent).toEqual([{ type: 'view', appId: 'A', hash: HASH }]);
  });

  test('is taken from the next page when one does not have it, or has another one', async () => {
    const { documents, sent, says } = bench({ A: 'one', B: 'one', C: 'two' });
    const document = documents.document(SITE, HASH, ['A', 'B', 'C']);
    const has: Record<string, string | null> = { A: null, B: '<p>forged', C: '<p>' };
    for (const [index, [appId, html]] of Object.entries(has).entries()) {
      await vi.waitUntil(() => sent.length > index);
      says(html, appId);
    }
    expect(await document).toBe('<p>');
  });

  test('is not there without a link, when the link is lost, or when the page says nothing', async () => {
    expect(await bench({}).documents.document(SITE, HASH, ['A'])).toBeUndefined();
    const lost = bench();
    const losing = lost.documents.document(SITE, HASH, ['A']);
    lost.documents.linkLost('one');
    expect(await losing).toBeUndefined();
    const silent = bench();
    const waiting = silent.documents.document(SITE, HASH, ['A']);
    await vi.advanceTimersByTimeAsync(LIMITS.viewMs);
    expect(await waiting).toBeUndefined();
  });

  test('is one of its site alone, and forgotten by site, profile or link', async () => {
    const { documents, says } = bench();
    const first = documents.document(SITE, HASH, ['A']);
    says('<p>');
    await first;
    expect(await documents.document('https://other.example', HASH, [])).toBeUndefined();
    documents.forget(({ origin }) => origin !== SITE);
    expect(await documents.document(SITE, HASH, [])).toBe('<p>');
    documents.forget(({ origin, profileId, link }) => origin === SITE && profileId === 'profile one' && link === 'one');
    expect(await documents.document(SITE, HASH, [])).toBeUndefined();
  });

  test.each<[string, boolean, string | undefined]>([
    ['its page closes', false, '<p>'],
    ['its site is taken back', true, undefined],
  ])('that comes in the same breath as the word that %s', async (_, isOver, kept) => {
    const links: Record<string, string> = { A: 'one' };
    const { documents, says } = bench(links);
    const asked = documents.document(SITE, HASH, ['A']);
    says('<p>');
    documents.forget(() => isOver);
    delete links['A'];
    expect(await asked).toBe(kept);
    expect(await documents.document(SITE, HASH, [])).toBe(kept);
  });

  test('of a page that was taken before it answered is not kept', async () => {
    const links: Record<string, string> = { A: 'one' };
    const { documents, says } = bench(links);
    const asked = documents.document(SITE, HASH, ['A']);
    delete links['A'];
    says('<p>');
    expect(await asked).toBeUndefined();
  });

  test('is forgotten when 32 others were used after it', async () => {
    const { documents, says } = bench();
    const fetch = async (html: string) => {
      const document = documents.document(SITE, hashOf(html), ['A']);
      says(html, 'A', hashOf(html));
      return document;
    };
    await fetch('<p>');
    await fetch('first');
    expect(await documents.document(SITE, HASH, [])).toBe('<p>');
    for (let n = 0; n < LIMITS.viewsKept - 1; n++) await fetch(`other ${n}`);
    expect(await documents.document(SITE, hashOf('first'), [])).toBeUndefined();
    expect(await documents.document(SITE, HASH, [])).toBe('<p>');
  });
});
