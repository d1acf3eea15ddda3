import type { Json } from './behaviour.ts';

/** Everything that actions of the conformance application can change. */
export interface State {
  readonly value: string;
  readonly summary: string;
  readonly journal: readonly string[];
  /** Id of the hint that is shown, empty for none. */
  readonly hint: string;
  readonly locked: boolean;
  readonly amount: unknown;
}

export const START: State = {
  value: 'start',
  summary: 'Editing one field',
  journal: [],
  hint: '',
  locked: false,
  amount: 0,
};

const MASK = '••••••••';

const BLOCKS: Json[] = [
  { id: 'text', type: 'text', text: 'A paragraph' },
  { id: 'fields', type: 'fields', items: [{ label: 'Password', value: MASK, sensitive: true }] },
  { id: 'table', type: 'table', columns: ['Product', 'Quantity'], rows: [['Mug', 2]] },
  { id: 'list', type: 'list', items: ['First', 'Second'], ordered: true },
  { id: 'notice', type: 'notice', severity: 'warn', text: 'A warning' },
  { id: 'media', type: 'media', mimeType: 'image/gif', url: 'data:image/gif;base64,R0lGODlh', alt: 'One pixel' },
  { id: 'custom', type: 'custom', payload: { nodes: 2 } },
  { id: 'secret', type: 'text', text: MASK, sensitive: true },
];

const editor = ({ value, summary, journal, hint }: State, fieldsId: string) => ({
  summary,
  blocks: [
    { id: fieldsId, type: 'fields', items: [{ label: 'Field', value }] },
    { id: 'journal', type: 'list', items: journal },
    value === ''
      ? { id: 'status', type: 'notice', severity: 'error', text: 'The field is empty' }
      : { id: 'status', type: 'notice', severity: 'success', text: 'The field is filled in' },
    ...(hint === '' ? [] : [{ id: hint, type: 'notice', severity: 'info', text: 'A hint' }]),
  ],
});

/** What a window of this kind shows. */
export function contentOf(kind: string, state: State, fieldsId: string): { summary: string; blocks: Json[] } {
  switch (kind) {
    case 'a':
      return editor(state, fieldsId);
    case 'b': {
      const { amount } = state;
      const blocks = [{ id: 'amount', type: 'fields', items: [{ label: 'Amount', value: amount }] }];
      return { summary: `The amount is ${amount}`, blocks };
    }
    case 'blocks':
      return { summary: 'One block of every kind', blocks: BLOCKS };
    case 'data': {
      const rows = [0, 1, 2].map((number) => [number, number ** 2]);
      const table = { id: 'squares', type: 'table', columns: ['Number', 'Square'], rows, total: 5_000 };
      return { summary: 'The first of 5000 squares', blocks: [table] };
    }
    default:
      return { summary: 'A window that can be closed', blocks: [{ id: 'text', type: 'text', text: 'Go on?' }] };
  }
}
