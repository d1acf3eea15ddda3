import { expect, test } from 'vitest';
import { ActionError } from '../../page-sdk/src/index.ts';
import { LIMITS } from '../../page-sdk/src/protocol/index.ts';
import { useOpenPage } from './open-page.ts';

const on = useOpenPage();
const text = (length: number) => 'x'.repeat(length);
const shown = async (open: (length: number) => unknown, read: () => string | undefined, length: number) => {
  await open(length);
  await on.extension.quiet();
  return read();
};
const actionOf = () => on.extension.window('Orders')?.actions[0];
const failWith = (length: number) => async () => {
  const error = new ActionError(text(length));
  const window = await on.openWith({
    go: {
      title: 'Go',
      run: () => {
        throw error;
      },
    },
  });
  await on.extension.call({ windowId: window.localId, action: 'go' });
};
const lastMessage = () => {
  const answer = on.extension.messages.findLast(({ type }) => type === 'answer');
  return answer?.type === 'answer' && !answer.answer.ok ? answer.answer.error.message : undefined;
};
const SAID = 'Did not happen. '.length;

test.each([
  [
    'description',
    LIMITS.descriptionLength,
    (length: number) => on.openWith({ go: { title: 'Go', description: text(length), run: () => undefined } }),
    () => actionOf()?.description,
  ],
  [
    'title of an action',
    LIMITS.titleLength,
    (length: number) => on.openWith({ go: { title: text(length), run: () => undefined } }),
    () => actionOf()?.title,
  ],
  [
    'name of an action',
    LIMITS.actionNameLength,
    (length: number) => on.openWith({ [text(length)]: { title: 'Go', run: () => undefined } }),
    () => actionOf()?.name,
  ],
  [
    'reason why not',
    LIMITS.messageLength,
    (length: number) => on.openWith({ go: { title: 'Go', available: text(length), run: () => undefined } }),
    () => String(actionOf()?.available),
  ],
  ['message of an answer', LIMITS.messageLength, (length: number) => failWith(length - SAID)(), lastMessage],
])('%s: whole at the limit, cut with "…" one over', async (_what, limit, open, read) => {
  expect(await shown(open, read, limit)).toHaveLength(limit);
  expect(read()).not.toMatch(/…$/);
  on.renew();
  expect(await shown(open, read, limit + 1)).toHaveLength(limit);
  expect(read()).toMatch(/…$/);
});
