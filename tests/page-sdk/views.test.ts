import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fields, LIMITS, type ViewDeclaration } from '../../page-sdk/src/index.ts';
import { viewHash } from '../../page-sdk/src/view-hash.ts';
import { useOpenPage } from './open-page.ts';

const open = useOpenPage();
const HTML = '<!doctype html><title>Invoice</title>';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const showing = (view: ViewDeclaration) => ({ show: { title: 'Show', view, run: () => ({}) } });
const declare = (view: ViewDeclaration) => open.bridge.openWindow({ title: 'Orders', actions: showing(view) });
const announcedView = () =>
  open.extension.until(() => open.extension.window('Orders')?.actions.find(({ name }) => name === 'show')?.view);

async function documentOf(hash: string): Promise<string | null> {
  const seen = open.extension.messages.length;
  open.extension.send({ type: 'view', hash });
  return open.extension.until(
    () =>
      open.extension.messages.slice(seen).flatMap((message) => (message.type === 'viewed' ? [message] : []))[0]?.html,
  );
}

describe('a view', () => {
  test('is announced by the hash of its document and by its policy, without the document', async () => {
    const policy = {
      csp: { connectDomains: ['https://api.example.com'], resourceDomains: ['https://*.example.com:8443'] },
      permissions: { camera: {}, clipboardWrite: {} },
      prefersBorder: false,
      domain: 'a904794854a047f6.example.com',
    };
    declare({ html: HTML, ...policy });
    expect(await announcedView()).toEqual({ hash: hashOf(HTML), ...policy });
    expect(open.extension.texts.join()).not.toContain('<title>');
  });

  test('hands its document over when it is asked, and no other', async () => {
    declare({ html: HTML });
    await announcedView();
    expect(await documentOf(hashOf(HTML))).toBe(HTML);
    expect(await documentOf(hashOf('another'))).toBeNull();
  });

  test('does not count as state: many large ones fit', async () => {
    const actions = Object.fromEntries(
      Array.from({ length: 4 }, (_, n) => [
        `show_${n}`,
        { title: 'Show', view: { html: `${n}${'x'.repeat(LIMITS.viewBytes - 1)}` }, run: () => ({}) },
      ]),
    );
    const window = open.bridge.openWindow({ title: 'Orders', actions });
    expect(window.isOpen).toBe(true);
    await open.extension.until(() => (open.extension.window('Orders')?.actions.length === 4 ? true : undefined));
  });

  test('that was replaced or closed still has its document, the last 32 of them', async () => {
    const window = declare({ html: HTML });
    await announcedView();
    for (let n = 0; n < LIMITS.viewsKept - 1; n++) window.setActions(showing({ html: `${HTML}${n}` }));
    window.close();
    await open.extension.quiet();
    expect(await documentOf(hashOf(HTML))).toBe(HTML);
    open.bridge.openWindow({ title: 'Another', actions: showing({ html: 'one more' }) });
    expect(await documentOf(hashOf(HTML))).toBeNull();
    expect(await documentOf(hashOf(`${HTML}0`))).toBe(`${HTML}0`);
  });

  test('stays in the page when its document holds a sensitive value', async () => {
    declare({ html: `${HTML}<p>secret-of-the-house</p>` });
    await announcedView();
    open.bridge.openWindow({
      title: 'Secret',
      blocks: [fields([{ label: 'Key', value: 'secret-of-the-house', sensitive: true }])],
    });
    expect(await documentOf(hashOf(`${HTML}<p>secret-of-the-house</p>`))).toBeNull();
  });

  test('declared again on each render changes nothing', async () => {
    const window = declare({ html: HTML });
    await announcedView();
    const seen = open.extension.messages.length;
    window.setActions(showing({ html: HTML }));
    await open.extension.quiet();
    expect(open.extension.messages.slice(seen).filter(({ type }) => type === 'change')).toEqual([]);
  });
});

describe('refused with a sentence that names the place', () => {
  test('exactly 512 KiB is fine, a byte more is not', () => {
    const sized = (bytes: number) => ({ html: `é${'x'.repeat(bytes - 2)}` });
    expect(() => declare(sized(LIMITS.viewBytes))).not.toThrow();
    expect(() => declare(sized(LIMITS.viewBytes + 1))).toThrow(
      /^actions\.show\.view\.html: is 524289 bytes, but at most 512 KiB/,
    );
  });

  test.each([
    ['https://api.example.com/v1', 'a path'],
    ['https://api.example.com/', 'a trailing slash'],
    ['api.example.com', 'no scheme'],
    ['*', 'everything'],
    ['https:', 'a scheme alone'],
    ["'unsafe-eval'", 'a keyword'],
    ['https://a.example; script-src *', 'another directive'],
    ['http://api.example.com', 'no encryption'],
    ['https://*.*.example.com', 'two wildcards'],
    ['data:', 'data'],
  ])('%s: %s is no origin', (origin) => {
    for (const list of ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains']) {
      expect(() => declare({ html: HTML, csp: { [list]: ['https://ok.example', origin] } })).toThrow(
        `actions.show.view.csp.${list}[1]: must be an origin such as https://api.example.com`,
      );
    }
  });

  test.each([
    'https://api.example.com',
    'wss://live.example.com:444',
    'https://*.example.com',
    'http://localhost:3000',
  ])('%s is one', (origin) => {
    expect(() => declare({ html: HTML, csp: { connectDomains: [origin] } })).not.toThrow();
  });

  test('unknown permissions and lists, too many origins, no document, another type', () => {
    const bad = (view: unknown) => () => declare(view as ViewDeclaration);
    expect(bad({ html: HTML, permissions: { bluetooth: {} } })).toThrow(
      'actions.show.view.permissions.bluetooth: is not known; there are: camera, microphone, geolocation, clipboardWrite',
    );
    expect(bad({ html: HTML, csp: { scriptDomains: [] } })).toThrow('view.csp.scriptDomains: is not known');
    const many = Array.from({ length: LIMITS.viewOrigins + 1 }, (_, n) => `https://a${n}.example`);
    expect(bad({ html: HTML, csp: { connectDomains: many.slice(1) } })).not.toThrow();
    expect(bad({ html: HTML, csp: { connectDomains: many } })).toThrow('must list at most 32 origins');
    expect(bad({ html: ' ' })).toThrow('view.html: must be the complete HTML document');
    expect(bad({})).toThrow('view.html: must be a string, but is of type undefined');
    expect(bad('<p>')).toThrow('actions.show.view: must be an object, but is of type string');
    expect(bad({ html: HTML, permission: {} })).toThrow('actions.show.view.permission: is not known; there are: html');
    expect(bad({ html: HTML, prefersBorder: 'yes' })).toThrow('view.prefersBorder: must be true or false');
    expect(bad({ html: HTML, domain: 'a b' })).toThrow('view.domain: must be a host name');
  });
});

test('the hash is SHA-256 of the UTF-8 bytes, whatever the text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
      expect(viewHash(text)).toBe(hashOf(text));
    }),
  );
  for (let length = 0; length < 200; length++) expect(viewHash('x'.repeat(length))).toBe(hashOf('x'.repeat(length)));
  expect(viewHash('\ud800')).toBe(hashOf('\ud800'));
});
