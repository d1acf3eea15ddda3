import {
  EXTENSION_ID,
  getUiCapability,
  RESOURCE_MIME_TYPE,
  RESOURCE_URI_META_KEY,
} from '@modelcontextprotocol/ext-apps/server';
import { describe, expect, test } from 'vitest';
import {
  documentMeta,
  showsViews,
  toolMeta,
  UI_EXTENSION,
  VIEW_MIME_TYPE,
} from '../../../../native-host/src/mcp/apps/mcp-apps.ts';
import { ownViewUri, viewUri } from '../../../../native-host/src/mcp/apps/view-uri.ts';

test('the words are the official ones', () => {
  expect([UI_EXTENSION, VIEW_MIME_TYPE]).toEqual([EXTENSION_ID, RESOURCE_MIME_TYPE]);
  expect(toolMeta('ui://a/b')).toEqual({ ui: { resourceUri: 'ui://a/b' }, [RESOURCE_URI_META_KEY]: 'ui://a/b' });
});

describe('whether a client shows views', () => {
  const capable = { extensions: { [EXTENSION_ID]: { mimeTypes: ['text/html', RESOURCE_MIME_TYPE] } } };
  test.each([
    ['says so', capable, true],
    ['shows another type', { extensions: { [EXTENSION_ID]: { mimeTypes: ['text/html'] } } }, false],
    ['says nothing of types', { extensions: { [EXTENSION_ID]: {} } }, false],
    ['has other extensions', { extensions: { other: {} } }, false],
    ['has no extensions', { tools: {} }, false],
    ['says nothing', undefined, false],
    ['says nonsense', { extensions: 'all' }, false],
  ])('%s', (_, capabilities, expected) => {
    expect(showsViews(capabilities)).toBe(expected);
  });

  test('as the official helper reads it', () => {
    expect(getUiCapability(capable)?.mimeTypes?.includes(RESOURCE_MIME_TYPE)).toBe(showsViews(capable));
  });
});

test('a tool without view and limits has no _meta; one that is only limited has no URI', () => {
  expect(toolMeta(undefined)).toBeUndefined();
  expect(toolMeta(undefined, ['app'])).toEqual({ ui: { visibility: ['app'] } });
});

test('the hash of a document is no part of its policy', () => {
  expect(documentMeta({ hash: 'x', prefersBorder: true })).toEqual({ ui: { prefersBorder: true } });
});

describe('the URI of a view', () => {
  const view = (more: object = {}) => ({ hash: 'a'.repeat(64), ...more });
  const uri = (more: object = {}, origin = 'https://orders.example.com') => viewUri(origin, view(more));

  test('says whose it is and holds the hash of the document', () => {
    expect(uri()).toMatch(/^ui:\/\/orders\.example\.com\/a{32}-[0-9a-f]{8}\.html$/);
    expect(viewUri('http://localhost:5173', view())).toMatch(/^ui:\/\/localhost:5173\//);
  });

  test('is the same for the same, and another for whatever hosts decide by', () => {
    const others = [
      uri({ hash: 'b'.repeat(64) }),
      uri({}, 'https://other.example.com'),
      uri({}, 'http://orders.example.com'),
      uri({ csp: { connectDomains: ['https://api.example.com'] } }),
      uri({ permissions: { camera: {} } }),
      uri({ prefersBorder: true }),
      uri({ domain: 'x.example.com' }),
    ];
    expect(uri()).toBe(uri());
    expect(new Set([uri(), ...others]).size).toBe(others.length + 1);
  });

  test('of the built-in view follows its document', () => {
    expect(ownViewUri('windows', 'a')).not.toBe(ownViewUri('windows', 'b'));
    expect(ownViewUri('windows', 'a')).toMatch(/^ui:\/\/mcp-gui-bridge\/windows-[0-9a-f]{32}\.html$/);
  });
});
