import { type Bridge, fields, list, notice, ValidationError, type WindowHandle } from '@mcp-gui-bridge/page-sdk';
import * as z from 'zod';
import { h } from '../ui/view.ts';
import { openModal } from './dialogs.ts';

const START = { value: 'start', summary: 'Editing one field', journal: [] as readonly string[], hint: false };
type State = typeof START;

const JOURNAL_LENGTH = 20;
const SLOW_MS = 150;
const STALL_MS = 400;

const content = ({ value, summary, journal, hint }: State) => ({
  summary,
  blocks: [
    fields([{ label: 'Field', value }]),
    list(journal),
    value === '' ? notice('error', 'The field is empty') : notice('success', 'The field is filled in'),
    ...(hint ? [notice('info', 'A hint that comes and goes')] : []),
  ],
});

function rejectSubmission(recipient: string, amount: number): void {
  const wrong = [
    ...(recipient === '' ? [{ field: 'recipient', error: 'Cannot be empty' }] : []),
    ...(amount > 0 ? [] : [{ field: 'amount', error: 'Must be greater than 0' }]),
  ];
  if (wrong.length > 0) throw new ValidationError(wrong);
}

/** "Conformance A": the window that the kit changes, and most of its actions. */
export function openEditor(bridge: Bridge) {
  let state: State = START;
  let dialog: WindowHandle | undefined;
  const element = h('p', { role: 'status' });
  const show = (change: Partial<State>) => {
    state = { ...state, ...change };
    window.update(content(state));
    element.textContent = `${state.summary}: ${state.value}`;
  };
  const write = (entry: string) => show({ journal: [...state.journal, entry].slice(-JOURNAL_LENGTH) });

  const window = bridge.openWindow({
    title: 'Conformance A',
    ...content(state),
    actions: {
      set_field: {
        title: 'Set the field',
        input: z.object({ value: z.string() }),
        hints: { idempotent: true },
        run: ({ value }) => {
          show({ value });
          return { message: 'The field is set' };
        },
      },
      set_summary: {
        title: 'Set the summary',
        input: z.object({ value: z.string().min(1) }),
        hints: { idempotent: true },
        run: ({ value }) => {
          show({ summary: value });
          return { message: 'The summary is set' };
        },
      },
      submit: {
        title: 'Submit',
        description: 'Accepts a recipient that is not empty and an amount above 0.',
        input: z.object({ recipient: z.string(), amount: z.number() }),
        run: ({ recipient, amount }) => {
          rejectSubmission(recipient, amount);
          return { message: `Submitted for ${recipient}` };
        },
      },
      open_modal: {
        title: 'Open a dialog',
        run: () => {
          dialog = openModal(window);
          return { message: 'A dialog opened' };
        },
      },
      set_locked: {
        title: 'Lock or unlock the guarded action',
        input: z.object({ locked: z.boolean() }),
        hints: { idempotent: true },
        run: ({ locked }) => {
          window.setAvailable('guarded', locked ? 'It is locked; set_locked unlocks it' : true);
          return { message: locked ? 'Locked' : 'Unlocked' };
        },
      },
      guarded: { title: 'Guarded action', run: () => ({ message: 'Done while unlocked' }) },
      set_notice: {
        title: 'Show or hide the hint',
        input: z.object({ shown: z.boolean() }),
        hints: { idempotent: true },
        run: ({ shown }) => {
          show({ hint: shown });
          return { message: shown ? 'Shown' : 'Hidden' };
        },
      },
      slow: {
        title: 'Take a while',
        description: 'Writes "begin" and the label into the journal, and "end" and the label when it is done.',
        input: z.object({ label: z.string() }),
        run: async ({ label }) => {
          write(`begin ${label}`);
          await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
          write(`end ${label}`);
          return { message: 'Done, after a while' };
        },
      },
      stall: {
        title: 'Never finish',
        description: 'Waits for something that does not come; its time is over soon.',
        timeoutMs: STALL_MS,
        run: (_input, { signal }) =>
          new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
      refresh: { title: 'Refresh', hints: { readOnly: true }, run: () => ({ message: 'Nothing is new' }) },
      quote: {
        title: 'Ask for a rate',
        output: z.object({ rate: z.number(), currency: z.string() }),
        hints: { readOnly: true, openWorld: true },
        run: () => ({ message: 'The rate is 1.25', result: { rate: 1.25, currency: 'EUR' } }),
      },
      discard: {
        title: 'Discard',
        hints: { destructive: true },
        run: () => {
          show(START);
          return { message: 'Discarded' };
        },
      },
      // A name that no tool can have: agents see a handle for it (protocol §10.4).
      'größe ändern': { title: 'Change size', run: () => ({ message: 'The size is another' }) },
    },
  });
  show({});

  return {
    element,
    summarize: (summary: string) => show({ summary }),
    reset: () => {
      dialog?.close();
      window.setAvailable('guarded', true);
      show(START);
    },
  };
}
