import { type CallAnswer, LIMITS, type ToolError } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { translateAnswer } from '../../extension/src/model/call-words.ts';
import { answerProblem, progressProblem } from '../../extension/src/model/content-check.ts';
import { refused } from '../../page-sdk/src/answer.ts';
import { Secrets } from '../../page-sdk/src/secrets.ts';
import { words } from '../../page-sdk/src/words.ts';
import { attach, CALL_ID, declaring, getApplication, opening, play } from '../extension/declared-samples.ts';

const done = (value: object): CallAnswer => ({ ok: true, value: { openedWindowIds: [], ...value } });
const failed = (error: Partial<ToolError>): CallAnswer => ({
  ok: false,
  error: { code: 'validation_failed', message: 'no', outcome: 'not_executed', ...error },
});
const long = 'x'.repeat(LIMITS.messageLength + 1);
const fields = (count: number, error = 'wrong') => Array.from({ length: count }, (_, n) => ({ field: `f${n}`, error }));

describe('the worker lets no answer through that', () => {
  test.each<[string, CallAnswer, RegExp]>([
    ['has a long message', done({ message: long }), /message: is longer than 300/],
    ['has a message with invisible characters', done({ message: 'a\u202eb' }), /message: .*nobody can see/],
    ['has a result with invisible characters', done({ result: { a: ['x\u200b'] } }), /result\.a\.0: .*nobody can see/],
    ['has a result with an invisible name', done({ result: { 'a\u{e0041}': 1 } }), /result: .*nobody can see/],
    ['has a result above 1 MiB', done({ result: { a: 'x'.repeat(LIMITS.resultBytes) } }), /result: is larger/],
    ['opened more windows than there may be', done({ openedWindowIds: Array(65).fill('1') }), /openedWindowIds/],
    ['has a long error', failed({ message: long }), /message: is longer/],
    ['names too many fields', failed({ fields: fields(LIMITS.fieldErrors + 1) }), /fields: are more than 64/],
    ['has a long word on a field', failed({ fields: fields(1, long) }), /fields\.0\.error: is longer/],
    ['has a field that nobody can see', failed({ fields: [{ field: 'a\u2066', error: 'b' }] }), /fields\.0\.field/],
  ])('%s', (_what, answer, why) => {
    expect(answerProblem(answer)).toMatch(why);
  });

  test.each<[string, CallAnswer]>([
    ['a success', done({ message: 'x'.repeat(LIMITS.messageLength), result: { a: 'line\nline' } })],
    ['an error', failed({ fields: fields(LIMITS.fieldErrors, 'x'.repeat(LIMITS.messageLength)) })],
  ])('but %s at the limit', (_what, answer) => {
    expect(answerProblem(answer)).toBeUndefined();
  });

  test('and no progress with such words', () => {
    expect(progressProblem({ callId: CALL_ID, done: 1, message: 'a\u200bb' })).toMatch(/nobody can see/);
    expect(progressProblem({ callId: CALL_ID, done: 1, message: 'half' })).toBeUndefined();
  });
});

test('whatever an application says is wrong, the SDK cuts to what the worker lets through', () => {
  const answer = refused(
    {
      code: 'validation_failed',
      message: `${long}\u202e`,
      outcome: 'not_executed',
      fields: fields(200, `${long}\u200b`),
    },
    words(new Secrets()),
  );
  expect(answerProblem(answer)).toBeUndefined();
  expect(answer.ok ? [] : answer.error.fields).toHaveLength(LIMITS.fieldErrors);
});

test('the dialog that blocks is described by what its page declared, not by what it says now', () => {
  const { model } = play([
    attach('d', declaring(opening(1), opening(2, { title: 'Real', modal: true, ownerId: '1' }))),
  ]);
  const application = getApplication(model, 'd');
  const answer = failed({ code: 'blocked_by_modal', blockedBy: { id: '2', title: 'Forged \u202e' }, callId: 'forged' });
  const translated = translateAnswer(application, undefined, answer);
  const id = application.exposed.windows[1]?.id;
  expect(translated).toMatchObject({
    error: { blockedBy: { id, title: 'Real' }, message: expect.stringContaining('"Real"') },
  });
  expect(JSON.stringify(translated)).not.toContain('orged');
});
