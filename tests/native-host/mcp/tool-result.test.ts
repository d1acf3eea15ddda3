import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { expect, test } from 'vitest';
import { fitToLine, toolResult } from '../../../native-host/src/mcp/tool-result.ts';

const text = (result: ReturnType<typeof toolResult>) =>
  result.content[0]?.type === 'text' ? result.content[0].text : '';

test('content is the whole structured result as JSON, errors included', () => {
  const error = { code: 'stale_state', message: 'changed', currentVersion: 2 };
  const result = toolResult(error, true);
  expect(result).toMatchObject({ isError: true, structuredContent: error });
  expect(JSON.parse(text(result))).toEqual(error);
});

test('above the limit content holds the message and says where the rest is', () => {
  const sized = (bytes: number) => {
    const empty = JSON.stringify({ message: 'Loaded', result: { rows: '' } }).length;
    return { message: 'Loaded', result: { rows: 'x'.repeat(bytes - empty) } };
  };
  expect(JSON.parse(text(toolResult(sized(LIMITS.textMirrorBytes), false)))).toHaveProperty('result');
  expect(text(toolResult(sized(LIMITS.textMirrorBytes + 1), false))).toBe('Loaded (full result in structuredContent)');
});

const MEGABYTE = 'x'.repeat(1024 * 1024);
const window = (id: string, content = MEGABYTE) => ({ id, blocks: [content] });

test('what fits is left as it is', () => {
  const structured = {
    openedWindowIds: [],
    result: { rows: MEGABYTE },
    changed: { windows: [window('a')], cursor: 'x' },
  };
  expect(fitToLine(structured)).toBe(structured);
});

test('changed windows become ids first, the result stays', () => {
  const windows = ['a', 'b', 'c', 'd'].map((id) => window(id));
  expect(fitToLine({ openedWindowIds: ['d'], result: { ok: true }, changed: { windows, cursor: 'x' } })).toEqual({
    openedWindowIds: ['d'],
    result: { ok: true },
    changed: { windows: ['a', 'b', 'c', 'd'], truncated: true, cursor: 'x' },
  });
});

test('a snapshot that is too large names its windows, without their content', () => {
  const windows = ['a', 'b', 'c', 'd'].map((id) => window(id));
  expect(fitToLine({ result: { operableWindowIds: ['a'], windows }, cursor: 'x', actions: {} })).toEqual({
    result: { operableWindowIds: ['a'], windows: ['a', 'b', 'c', 'd'], truncated: true },
    cursor: 'x',
    truncated: true,
  });
});

test('a result that can never fit: a success that says so', () => {
  expect(fitToLine({ openedWindowIds: ['w'], result: { rows: MEGABYTE.repeat(5) } })).toEqual({
    openedWindowIds: ['w'],
    message: expect.stringContaining('Done, but the result could not be returned'),
    outcome: 'executed',
    reason: 'result_too_large',
  });
});
