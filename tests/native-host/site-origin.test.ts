import { expect, test } from 'vitest';
import { siteOrigin } from '../../native-host/src/site-origin.ts';

test.each([
  ['https://orders.example.com', 'https://orders.example.com'],
  ['https://Orders.example.com:443/', 'https://orders.example.com'],
  ['http://localhost:5173', 'http://localhost:5173'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('%s is a site', (text, origin) => {
  expect(siteOrigin(text)).toEqual({ origin });
});

test.each(['orders.example.com', 'file:///etc', 'ftp://o.example', 'https://', ''])('"%s" is no site', (text) => {
  expect(siteOrigin(text)).toEqual({
    problem: expect.stringContaining(`such as https://orders.example.com, not "${text}"`),
  });
});

test.each(['/desk', '/?x=1', '/#top'])('a site with %s is more than a site', (more) => {
  const text = `https://o.example${more}`;
  expect(siteOrigin(text)).toEqual({ problem: `takes a whole site: give https://o.example instead of "${text}".` });
});

test('nobody’s password is part of a site', () => {
  expect(siteOrigin('https://me:secret@o.example')).toHaveProperty('problem');
});
