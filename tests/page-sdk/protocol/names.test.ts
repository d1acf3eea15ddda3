import { actionHandles, appToolName, LIMITS, parseToolName, windowToolName } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const WINDOW = 'wabcdefghij';
const APP = 'aabcdefghij';
const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
const anyName = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: LIMITS.actionNameLength }),
  fc.string({ unit: fc.constantFrom('a', 'Z', '_', '-', '9', ' ', '.', '芷', '🙂'), minLength: 1, maxLength: 60 }),
);

describe('action handles', () => {
  test.each([
    ['submit', 'submit'],
    ['9lives', '9lives'],
    ['__', '__'],
    ['x'.repeat(27), 'x'.repeat(27)],
  ])('%s keeps its name', (name, handle) => {
    expect(actionHandles([name], LIMITS.windowActionLength)).toEqual([handle]);
  });

  test.each(['x'.repeat(28), 'save and close', 'Löschen', '保存', '🙂', 'a.b/c', ' '])('%s gets one', (name) => {
    const [handle] = actionHandles([name], LIMITS.windowActionLength);
    expect(handle).not.toBe(name);
    expect(windowToolName(WINDOW, handle ?? '')).toMatch(TOOL_NAME);
  });

  test('two long names with the same start differ', () => {
    const names = [`${'x'.repeat(60)}1`, `${'x'.repeat(60)}2`];
    expect(new Set(actionHandles(names, LIMITS.windowActionLength)).size).toBe(2);
  });

  test('a declared name that looks like the handle of another keeps its name, the other moves', () => {
    const [taken] = actionHandles(['save and close'], LIMITS.windowActionLength);
    const handles = actionHandles(['save and close', taken ?? ''], LIMITS.windowActionLength);
    expect(handles[1]).toBe(taken);
    expect(handles[0]).not.toBe(taken);
  });

  test('any set of names gives unique, stable, readable tool names, in windows and applications', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyName, { maxLength: 64 }), (names) => {
        for (const [room, tool] of [
          [LIMITS.windowActionLength, (handle: string) => windowToolName(WINDOW, handle)],
          [LIMITS.appActionLength, (handle: string) => appToolName(APP, handle)],
        ] as const) {
          const handles = actionHandles(names, room);
          expect(new Set(handles).size).toBe(names.length);
          expect(actionHandles(names, room)).toEqual(handles);
          for (const handle of handles) {
            expect(tool(handle)).toMatch(TOOL_NAME);
            expect(parseToolName(tool(handle))?.action).toBe(handle);
          }
        }
      }),
    );
  });
});

describe('reading a tool name', () => {
  test.each<[string, ReturnType<typeof parseToolName>]>([
    [`${WINDOW}__submit`, { windowId: WINDOW, action: 'submit' }],
    [`${WINDOW}___x__y`, { windowId: WINDOW, action: '_x__y' }],
    [`app__${APP}_new_order`, { appId: APP, action: 'new_order' }],
    ['app__read_windows', undefined],
    ['app__call', undefined],
    [`${WINDOW}__`, undefined],
    ['submit', undefined],
    ['w-A__submit', undefined],
    [`${WINDOW}__${'x'.repeat(28)}`, undefined],
    ['', undefined],
  ])('%s', (name, target) => {
    expect(parseToolName(name)).toEqual(target);
  });
});
