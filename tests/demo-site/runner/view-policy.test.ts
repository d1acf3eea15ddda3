import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, ViewCsp } from '../../../demo-site/runner/view-policy.ts';

const HOST = 'http://localhost:1';
const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${name} `))
    ?.slice(name.length + 1);

test('what declares nothing gets the restrictive default', () => {
  expect(contentSecurityPolicy({}, HOST).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self' data:",
    "connect-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'none'",
    `frame-ancestors ${HOST}`,
  ]);
});

test('each list opens its own directives and no other', () => {
  const only = (csp: ViewCsp) => {
    const [loose, strict] = [contentSecurityPolicy(csp, HOST), contentSecurityPolicy({}, HOST)];
    return loose
      .split('; ')
      .filter((part) => !strict.includes(part))
      .map((part) => part.split(' ')[0]);
  };
  const origins = ['https://a.example'];
  expect(only({ connectDomains: origins })).toEqual(['connect-src']);
  expect(only({ frameDomains: origins })).toEqual(['frame-src']);
  expect(only({ baseUriDomains: origins })).toEqual(['base-uri']);
  expect(only({ resourceDomains: origins })).toEqual(['script-src', 'style-src', 'img-src', 'font-src', 'media-src']);
  expect(directive(contentSecurityPolicy({ connectDomains: origins }, HOST), 'connect-src')).toBe('https://a.example');
});

describe('what may not stand in a header', () => {
  test.each([
    'https://a.example; script-src *',
    'https://a.example\r\nset-cookie: x=1',
    '*',
    "'unsafe-eval'",
    'data:',
    'http://a.example',
  ])('%j', (origin) => {
    expect(ViewCsp.safeParse({ connectDomains: [origin] }).success).toBe(false);
  });

  test('a policy that is no object, or lists what is no list', () => {
    for (const wrong of [undefined, 'all', { connectDomains: '*' }])
      expect(ViewCsp.safeParse(wrong).success).toBe(false);
  });
});
