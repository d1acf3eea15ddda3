import { expect, test } from 'vitest';
import { grantMode } from '../../../../demo-site/console/apps/host-context.ts';
import {
  addNote,
  canAsk,
  fileName,
  linkOf,
  type NumberedNote,
  settleQuestion,
  type ViewNote,
} from '../../../../demo-site/console/apps/view-requests.ts';

test.each([
  ['https://x.example/a?b#c', true],
  ['http://localhost:1/', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['file:///etc/passwd', false],
  ['chrome://settings', false],
  ['/relative', false],
  ['', false],
])('%s is opened: %s', (url, opened) => {
  expect(linkOf(url) !== undefined).toBe(opened);
});

test('a file is saved under the last part of its address, without what a file system could misread', () => {
  expect(fileName('file:///reports/q3.csv?x=1')).toBe('q3.csv');
  expect(fileName('ui://x/a:b*c.txt')).toBe('a_b_c.txt');
  expect(fileName('ui://x/')).toBe('download');
});

test('the same note again in a row is counted, and each keeps its number', () => {
  const said = (text: string): ViewNote => ({ kind: 'said', text });
  const question: ViewNote = { kind: 'question', text: 'a', answer: () => {} };
  const notes = [said('a'), said('b'), said('b'), question, question].reduce<readonly NumberedNote[]>(addNote, []);
  expect(notes.map(({ number, note, times }) => [number, note.text, times])).toEqual([
    [1, 'a', 1],
    [2, 'b', 2],
    [3, 'a', 1],
    [4, 'a', 1],
  ]);
  const many = Array.from({ length: 60 }, (_, n) => said(String(n))).reduce<readonly NumberedNote[]>(addNote, []);
  expect([many.length, many.at(-1)?.number]).toEqual([50, 60]);
});

test('a question stays until it is answered, however much a view says', () => {
  const said = Array.from({ length: 60 }, (_, n): ViewNote => ({ kind: 'said', text: String(n) }));
  const question: ViewNote = { kind: 'question', text: 'May I?', answer: () => {} };
  const notes = [question, ...said].reduce<readonly NumberedNote[]>(addNote, []);
  expect([notes.length, notes[0]?.note, notes.at(-1)?.note.text]).toEqual([50, question, '59']);
  const settled = settleQuestion(notes, 1, false);
  expect(settled[0]?.note).toEqual({ kind: 'said', text: 'May I?: refused' });
  expect(addNote(settled, question)[0]?.note.text).toBe('11');
});

test('only so many questions can be open', () => {
  const questions = Array.from(
    { length: 8 },
    (_, n): ViewNote => ({ kind: 'question', text: `${n}`, answer: () => {} }),
  );
  const notes = questions.reduce<readonly NumberedNote[]>(addNote, []);
  expect([canAsk(notes.slice(1)), canAsk(notes), canAsk(settleQuestion(notes, 3, true))]).toEqual([true, false, true]);
});

test.each([
  ['fullscreen', 'inline', undefined, 'fullscreen'],
  ['pip', 'inline', ['inline', 'pip'], 'pip'],
  ['fullscreen', 'pip', ['inline', 'pip'], 'pip'],
  ['inline', 'fullscreen', ['fullscreen'], 'fullscreen'],
] as const)('asked for %s in %s by a view that supports %j: %s', (asked, current, supported, granted) => {
  expect(grantMode(asked, current, supported)).toBe(granted);
});
