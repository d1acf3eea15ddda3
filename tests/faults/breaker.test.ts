import { describe, expect, test } from 'vitest';
import { type Breaker, brokeDown, CLOSED, worked } from './breaker.ts';

/** `x` breaks down, `.` works. */
const after = (story: string): Breaker =>
  [...story].reduce((breaker, event) => (event === '.' ? worked(breaker) : brokeDown(breaker, 'stuck')), CLOSED);

describe('a rig that breaks down', () => {
  test.each([
    ['', false],
    ['xx', false],
    ['xxx', true],
    ['xx.xx.xx.xx.x', false],
    ['xx.xx.xx.xx.xx', true],
    ['xxx.', true],
  ])('%j: broken for good: %j', (story, isOpen) => {
    expect(after(story).open !== undefined).toBe(isOpen);
  });

  test('says why for good, with the reason that opened it', () => {
    expect(after('.xxx').open).toBe('the rig is broken (3 times in a row, 3 in all), the last time: stuck');
    expect(brokeDown(after('xxx'), 'another').open).toBe(after('xxx').open);
  });
});
