import { type Block, type DeclaredChange, LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { answerProblem, changeProblem } from '../../../extension/src/model/content-check.ts';
import { action, declaring, ORIGIN, opening } from '../declared-samples.ts';

const MASK = '••••••••';
const withBlock = (block: Block): DeclaredChange => declaring(opening(1, { blocks: [block] }));
const media = (url: string): Block => ({ type: 'media', id: 'm', mimeType: 'image/png', url });

describe('content of a change', () => {
  test('plain content passes', () => {
    expect(changeProblem(declaring(opening(1, { summary: 'two\nlines' })), ORIGIN)).toBeUndefined();
  });

  test.each<[string, DeclaredChange]>([
    ['name', { name: 'Sh\u200bop' }],
    ['windows.1.title', declaring(opening(1, { title: 'a\u202eb' }))],
    ['windows.1.title', declaring(opening(1, { title: 'a\nb' }))],
    ['windows.1.summary', declaring(opening(1, { summary: '\u{e0041}' }))],
    ['windows.1.blocks.0.text', withBlock({ type: 'text', id: 'a', text: '\u001b[31m' })],
    ['windows.1.blocks.0.payload.deep.0', withBlock({ type: 'custom', id: 'a', payload: { deep: ['\u2066'] } })],
    ['windows.1.actions.0.title', declaring(opening(1, { actions: [action('a', { title: '\ufeffA' })] }))],
    ['windows.1.actions.0.description', declaring(opening(1, { actions: [action('a', { description: '\u200d' })] }))],
    ['windows.1.actions.0.available', declaring(opening(1, { actions: [action('a', { available: '\u200e' })] }))],
    [
      'windows.1.actions.0.inputSchema.description',
      declaring(opening(1, { actions: [action('a', { inputSchema: { description: '\u200b' } })] })),
    ],
  ])('%s: invisible characters are refused, and the place is named', (place, change) => {
    expect(changeProblem(change, ORIGIN)).toContain(`${place}: contains characters that nobody can see`);
  });

  test.each<[string, (title: string) => DeclaredChange]>([
    ['name', (name) => ({ name })],
    ['windows.1.title', (title) => declaring(opening(1, { title }))],
    ['windows.1.actions.0.title', (title) => declaring(opening(1, { actions: [action('a', { title })] }))],
    ['actions.0.title', (title) => ({ actions: [action('a', { title })] })],
  ])('%s: what shows nothing is refused', (place, change) => {
    for (const title of ['', ' ', '\u00a0', '\u2800', '\u0301']) {
      expect(changeProblem(change(title), ORIGIN)).toBe(`${place}: must say in words what it is called`);
    }
    expect(changeProblem(change('a\tb'), ORIGIN)).toContain(`${place}: contains characters`);
    expect(changeProblem(change('a b'), ORIGIN)).toBeUndefined();
  });

  test('a string may have the most bytes, and not one more', () => {
    const text = (bytes: number) => withBlock({ type: 'text', id: 'a', text: 'x'.repeat(bytes) });
    expect(changeProblem(text(LIMITS.stringBytes), ORIGIN)).toBeUndefined();
    expect(changeProblem(text(LIMITS.stringBytes + 1), ORIGIN)).toContain('cut it');
  });

  test('as many rows as may be shown, and not one more', () => {
    const rows = (count: number) =>
      withBlock({ type: 'table', id: 'a', columns: ['c'], rows: Array.from({ length: count }, () => ['v']) });
    expect(changeProblem(rows(LIMITS.rowsShown), ORIGIN)).toBeUndefined();
    expect(changeProblem(rows(LIMITS.rowsShown + 1), ORIGIN)).toContain('with total');
  });

  test('a schema that is too large is refused', () => {
    const inputSchema = { description: 'x'.repeat(LIMITS.schemaBytes) };
    expect(changeProblem(declaring(opening(1, { actions: [action('a', { inputSchema })] })), ORIGIN)).toContain(
      'larger',
    );
  });

  test.each<[string, Block, boolean]>([
    ['masked field', { type: 'fields', id: 'a', items: [{ label: 'P', value: MASK, sensitive: true }] }, true],
    ['empty field', { type: 'fields', id: 'a', items: [{ label: 'P', value: '', sensitive: true }] }, true],
    ['null field', { type: 'fields', id: 'a', items: [{ label: 'P', value: null, sensitive: true }] }, true],
    ['bare field', { type: 'fields', id: 'a', items: [{ label: 'P', value: 'hunter2', sensitive: true }] }, false],
    ['short mask', { type: 'fields', id: 'a', items: [{ label: 'P', value: '•••', sensitive: true }] }, false],
    ['open field', { type: 'fields', id: 'a', items: [{ label: 'P', value: 'open' }] }, true],
    ['masked table', { type: 'table', id: 'a', sensitive: true, columns: ['c'], rows: [[MASK, null]] }, true],
    ['bare table', { type: 'table', id: 'a', sensitive: true, columns: ['c'], rows: [[MASK, 1]] }, false],
    ['bare list', { type: 'list', id: 'a', sensitive: true, items: [{ deep: 'secret' }] }, false],
    ['bare notice', { type: 'notice', id: 'a', sensitive: true, severity: 'info', text: 'secret' }, false],
    ['masked text', { type: 'text', id: 'a', sensitive: true, text: MASK }, true],
    [
      'masked media',
      { type: 'media', id: 'a', sensitive: true, mimeType: 'image/png', url: 'data:,', alt: MASK },
      true,
    ],
    ['bare media', { type: 'media', id: 'a', sensitive: true, mimeType: 'image/png', url: `${ORIGIN}/a.png` }, false],
    ['bare custom', { type: 'custom', id: 'a', sensitive: true, payload: 5 }, false],
  ])('sensitive: %s', (_, block, isFine) => {
    const problem = changeProblem(withBlock(block), ORIGIN);
    if (isFine) expect(problem).toBeUndefined();
    else expect(problem).toContain('marked sensitive but not masked');
  });

  test.each([
    ['data:image/png;base64,AAAA', true],
    ['data:,', true],
    [`${ORIGIN}/chart.png`, true],
    ['data:image/svg+xml,<svg/>', false],
    ['DATA:IMAGE/SVG+XML,<svg/>', false],
    ['data:text/html,hi', false],
    ['file:///etc/passwd', false],
    ['//evil.example/a.png', false],
    ['https://evil.example/a.png', false],
    [`${ORIGIN}.evil.example/a.png`, false],
    [`${ORIGIN}@evil.example/a.png`, false],
    ['javascript:alert(1)', false],
    [' https://shop.example/a.png', false],
  ])('media from %s is allowed: %s', (url, isFine) => {
    const problem = changeProblem(withBlock(media(url)), ORIGIN);
    if (isFine) expect(problem).toBeUndefined();
    else expect(problem).toContain("page's own origin");
  });
});

describe('an answer', () => {
  const success = (message: string, result = {}) =>
    answerProblem({ ok: true, value: { message, openedWindowIds: [], result } });

  test('its texts must be visible', () => {
    expect(success('done')).toBeUndefined();
    expect(success('do\u200bne')).toContain('message');
  });

  test('field errors must be visible', () => {
    const fields = [{ field: 'amount', error: 'too\u202e much' }];
    const error = { code: 'validation_failed', message: 'no', outcome: 'not_executed', fields } as const;
    expect(answerProblem({ ok: false, error })).toContain('fields.0');
  });

  test('a result may have the most bytes, and not one more', () => {
    const text = (bytes: number) => 'x'.repeat(bytes - '{"t":""}'.length);
    expect(success('', { t: text(LIMITS.resultBytes) })).toBeUndefined();
    expect(success('', { t: text(LIMITS.resultBytes + 1) })).toContain('larger');
  });
});
