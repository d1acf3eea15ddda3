import { expect, test } from 'vitest';
import { hasScreen } from '../../../demo-site/runner/has-screen.ts';

test.each([
  ['linux', {}, false],
  ['linux', { DISPLAY: '' }, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['darwin', {}, true],
  ['win32', {}, true],
] as const)('%s with %j: %s', (platform, env, shown) => {
  expect(hasScreen(platform, env)).toBe(shown);
});
