/** Rules of one order. Amounts are US dollars, rounded to cents. */
export interface OrderLine {
  readonly id: number;
  readonly product: string;
  readonly quantity: number;
  readonly price: number;
}

export interface OrderFile {
  readonly id: number;
  readonly name: string;
  readonly kilobytes: number;
  /** How much has been uploaded; the file is attached when it is all of it. */
  readonly sent: number;
}

export interface Order {
  /** The order number that people see. */
  readonly id: number;
  readonly recipient: string;
  /** Agreed amount; `null` follows the lines. */
  readonly amount: number | null;
  readonly note: string;
  readonly paymentPassword: string;
  readonly lines: readonly OrderLine[];
  readonly files: readonly OrderFile[];
  /** Why a large amount was approved. */
  readonly approval: string;
  readonly status: 'draft' | 'submitted';
}

/** From this amount on, submitting needs an approval with a reason. */
export const LARGE_AMOUNT = 1_000;

export const emptyOrder = (id: number): Order => ({
  id,
  recipient: '',
  amount: null,
  note: '',
  paymentPassword: '',
  lines: [],
  files: [],
  approval: '',
  status: 'draft',
});

const toCents = (amount: number): number => Math.round(amount * 100) / 100;

export const lineTotal = (line: OrderLine): number => toCents(line.quantity * line.price);

export const linesTotal = (order: Order): number =>
  toCents(order.lines.reduce((total, line) => total + lineTotal(line), 0));

export const amountOf = (order: Order): number => order.amount ?? linesTotal(order);

export const isLarge = (order: Order): boolean => amountOf(order) >= LARGE_AMOUNT;

/** What is lost when the order is discarded, in words; empty if nothing is. */
export function contentsOf(order: Order): string {
  const count = (n: number, noun: string) => (n === 0 ? [] : [`${n} ${noun}${n === 1 ? '' : 's'}`]);
  return [...count(order.lines.length, 'line'), ...count(order.files.length, 'file')].join(' and ');
}

export const submittedReason = (order: Order): string => `Order #${order.id} has been submitted`;

/** Everything that keeps the order from being submitted, the most important first. */
export function problemsOf(order: Order): string[] {
  const problems: string[] = [];
  if (order.recipient.trim() === '') problems.push('Recipient cannot be empty');
  if (amountOf(order) <= 0) problems.push('Amount must be greater than 0: add a line or set the amount');
  const uploading = order.files.find((file) => file.sent < file.kilobytes);
  if (uploading) problems.push(`Wait until ${uploading.name} is uploaded, or cancel the upload`);
  return problems;
}

/** What is charged, as an invoice says it. */
export const invoiceOf = (order: Order) => ({
  order: order.id,
  recipient: order.recipient,
  status: order.status,
  amount: amountOf(order),
  lines: order.lines.map((line) => ({
    product: line.product,
    quantity: line.quantity,
    price: line.price,
    total: lineTotal(line),
  })),
});

const nextId = (items: readonly { readonly id: number }[]): number =>
  items.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;

export function withFields(
  order: Order,
  fields: { recipient?: string | undefined; amount?: number | null | undefined; note?: string | undefined },
): Order {
  return {
    ...order,
    recipient: fields.recipient ?? order.recipient,
    amount: fields.amount === undefined ? order.amount : fields.amount && toCents(fields.amount),
    note: fields.note ?? order.note,
  };
}

export const withLine = (order: Order, line: Omit<OrderLine, 'id'>): Order => ({
  ...order,
  lines: [...order.lines, { id: nextId(order.lines), ...line }],
});

/** Without the line at a position, counted from 1 as people do. */
export const withoutLine = (order: Order, position: number): Order => ({
  ...order,
  lines: order.lines.filter((_, index) => index !== position - 1),
});

export const withFile = (order: Order, file: OrderFile): Order => ({ ...order, files: [...order.files, file] });

export const withoutFile = (order: Order, id: number): Order => ({
  ...order,
  files: order.files.filter((file) => file.id !== id),
});

export const withFileSent = (order: Order, id: number, sent: number): Order => ({
  ...order,
  files: order.files.map((file) => (file.id === id ? { ...file, sent } : file)),
});
