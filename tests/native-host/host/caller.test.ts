import { expect, test } from 'vitest';
import { refuseCaller } from '../../../native-host/src/host/caller.ts';

const OURS = 'aokpliicmibekogghkcigbcaleedgicd';
const OTHER = 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';
const origin = (id: string) => `chrome-extension://${id}/`;

test.each([
  ['Chromium on Linux and macOS', [origin(OURS)]],
  ['Chromium on Windows', [origin(OURS), '--parent-window=1234']],
  ['an id that was added at install time', [origin(OTHER)]],
])('accepted: %s', (_what, browserArguments) => {
  expect(refuseCaller(browserArguments, [OURS, OTHER], false)).toBeUndefined();
});

test.each([
  ['nobody', []],
  ['another extension', [origin(OTHER)]],
  ['two of them', [origin(OURS), origin(OURS)]],
  ['ours and another one', [origin(OURS), origin(OTHER)]],
  ['no trailing slash', [`chrome-extension://${OURS}`]],
  ['a longer path', [`${origin(OURS)}popup.html`]],
  ['upper case', [origin(OURS.toUpperCase())]],
  ['a web page', [`https://${OURS}/`]],
  ['the bare id', [OURS]],
])('refused: %s', (_what, browserArguments) => {
  expect(refuseCaller(browserArguments, [OURS], false)).toMatch(/mcp-gui-bridge install/);
});

test('refused: a person at a terminal, whatever they type', () => {
  expect(refuseCaller([origin(OURS)], [OURS], true)).toMatch(/started by a browser/);
});

test('nothing is allowed by an empty list', () => {
  expect(refuseCaller([origin(OURS)], [], false)).toBeDefined();
});
