import { describe, expect, test } from 'vitest';
import { viewDocument } from '../../../../demo-site/console/apps/load-view.ts';

const URI = 'ui://x/y.html';
const mimeType = 'text/html;profile=mcp-app';

test('the document and its policy are taken from the contents', () => {
  const ui = { csp: { connectDomains: ['https://a.example'] }, permissions: { camera: {} }, prefersBorder: true };
  const contents = [{ uri: URI, mimeType, text: '<p>', _meta: { ui } }];
  expect(viewDocument(URI, { contents })).toEqual({ uri: URI, html: '<p>', meta: ui });
});

test('a document may come as base64', () => {
  const blob = Buffer.from('<p>Grüße</p>').toString('base64');
  expect(viewDocument(URI, { contents: [{ uri: URI, mimeType, blob }] }).html).toBe('<p>Grüße</p>');
});

describe('what no host may show', () => {
  test.each([
    ['nothing at all', [], 'no contents'],
    ['another type', [{ uri: URI, mimeType: 'text/html', text: '' }], 'text/html'],
    ['no type', [{ uri: URI, text: '' }], 'none'],
    ['a policy that is none', [{ uri: URI, mimeType, text: '', _meta: { ui: { csp: 'all' } } }], '_meta.ui'],
  ])('%s', (_, contents, word) => {
    expect(() => viewDocument(URI, { contents })).toThrow(word);
  });
});
