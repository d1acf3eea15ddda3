import { describe, expect, test } from 'vitest';
import { surroundings } from '../../../../native-host/src/mcp/views/windows/host-context.ts';

describe('where the view is shown', () => {
  test('nothing is certain to be said', () => {
    expect(surroundings()).toEqual({
      locale: undefined,
      displayMode: 'inline',
      availableDisplayModes: [],
      maxHeight: undefined,
    });
  });

  test.each([
    ['a fixed height', { containerDimensions: { height: 300, maxWidth: 500 } }, 300],
    ['a height at most', { containerDimensions: { maxHeight: 400 } }, 400],
    ['no limit', { containerDimensions: { maxWidth: 500 } }, undefined],
    ['as an early draft had it', { viewport: { maxHeight: 250 } }, 250],
    ['nonsense', { viewport: { maxHeight: 'tall' } }, undefined],
  ])('%s', (_, context, expected) => {
    expect(surroundings(context).maxHeight).toBe(expected);
  });

  test.each([
    ['de-de', 'de-DE'],
    ['not a locale!', undefined],
  ])('the locale %s', (locale, expected) => {
    expect(surroundings({ locale }).locale).toBe(expected);
  });
});
