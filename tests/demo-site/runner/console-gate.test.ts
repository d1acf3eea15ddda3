import { describe, expect, test } from 'vitest';
import { bearerToken, offeredToken, refuseRequest } from '../../../demo-site/runner/console-gate.ts';

const gate = { origin: 'http://localhost:4000', token: 'secret' };
const right = { host: 'localhost:4000', origin: gate.origin };

describe('who is let in to the relay', () => {
  test('the console with the token', () => {
    expect(refuseRequest(right, 'secret', gate)).toBeUndefined();
  });

  test.each([
    ['another name for this address', { ...right, host: 'evil.example:4000' }, 'secret', 403],
    ['another port', { ...right, host: 'localhost:4001' }, 'secret', 403],
    ['no name', { origin: gate.origin }, 'secret', 403],
    ['a page of another site', { ...right, origin: 'https://evil.example' }, 'secret', 403],
    ['a page without an origin', { ...right, origin: 'null' }, 'secret', 403],
    ['a program that is no page', { host: right.host }, 'secret', 403],
    ['a wrong token', right, 'secreT', 401],
    ['a token of another length', right, 'secret1', 401],
    ['no token', right, undefined, 401],
  ])('not %s', (_, headers, token, status) => {
    expect(refuseRequest(headers, token, gate)).toMatchObject({ status, reason: expect.stringMatching(/\.$/) });
  });
});

test('the token is offered beside the name of the relay', () => {
  const offered = (header?: string) => offeredToken(header === undefined ? {} : { 'sec-websocket-protocol': header });
  expect(offered('mcp-agent-console, abc')).toBe('abc');
  expect(offered('abc')).toBeUndefined();
  expect(offered('mcp-agent-console')).toBeUndefined();
  expect(offered()).toBeUndefined();
});

test('or as a bearer', () => {
  expect(bearerToken({ authorization: 'Bearer abc' })).toBe('abc');
  expect(bearerToken({ authorization: 'Basic abc' })).toBeUndefined();
  expect(bearerToken({})).toBeUndefined();
});
