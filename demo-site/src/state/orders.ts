import type { Clock } from '../time/clock.ts';
import { upload } from '../time/upload.ts';
import type { Customer } from './customer.ts';
import {
  announced,
  type DeskState,
  findOrder,
  inFront,
  withNewOrder,
  withOrder,
  withoutOrder,
  withSubmitted,
} from './desk-state.ts';
import type { Dialog } from './dialog.ts';
import type { FieldsInput, FileInput, LineInput } from './input.ts';
import {
  contentsOf,
  isLarge,
  type Order,
  withFields,
  withFile,
  withFileSent,
  withLine,
  withoutFile,
  withoutLine,
} from './order.ts';
import type { Questions } from './questions.ts';
import type { Store } from './store.ts';

/** How an upload tells what happens, and how it is stopped. */
interface UploadOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (sent: number, total: number) => void;
}

interface OrdersOptions {
  readonly clock: Clock;
  readonly isUserEditing: () => boolean;
}

/** What can be done with orders: buttons and agents call these same functions. */
export type Orders = ReturnType<typeof createOrders>;

export function createOrders(store: Store<DeskState>, questions: Questions, { clock, isUserEditing }: OrdersOptions) {
  const uploads = new Map<number, AbortController>();
  let lastFile = 0;
  const edit = (id: number, change: (order: Order) => Order) => store.update((state) => withOrder(state, id, change));
  const find = (id: number) => findOrder(store.state, id);

  function close(id: number): void {
    for (const file of find(id)?.files ?? []) uploads.get(file.id)?.abort();
    store.update((state) => withoutOrder(state, id));
  }

  return {
    find,
    close,

    /** Opens an editor, in front unless the user is typing in another one, and gives the new order's number. */
    open(customer?: Customer): number {
      const id = store.state.nextOrder;
      const front = !isUserEditing();
      store.update((state) => announced(withNewOrder(state, customer?.name ?? '', front), `Order #${id} opened`));
      return id;
    },

    focus: (id: number) => store.update((state) => inFront(state, id)),
    setFields: (id: number, fields: FieldsInput) => edit(id, (order) => withFields(order, fields)),
    /** The amount follows the lines again. */
    clearAmount: (id: number) => edit(id, (order) => withFields(order, { amount: null })),
    setPaymentPassword: (id: number, paymentPassword: string) => edit(id, (order) => ({ ...order, paymentPassword })),
    addLine: (id: number, line: LineInput) => edit(id, (order) => withLine(order, line)),
    removeLine: (id: number, position: number) => edit(id, (order) => withoutLine(order, position)),

    /** Asks for confirmation, then submits. Resolves to whether it was submitted. */
    async submit(id: number): Promise<boolean> {
      if (!(await questions.ask({ kind: 'confirm-order', orderId: id, parent: null }))) return false;
      store.update((state) => withSubmitted(state, id));
      return true;
    },

    /** Says yes to "Confirm order", for a large amount only once that is approved. Resolves to whether it did. */
    async confirm(dialog: Dialog): Promise<boolean> {
      const order = find(dialog.orderId);
      const large = order !== undefined && isLarge(order);
      const nested = { kind: 'large-amount', orderId: dialog.orderId, parent: dialog.id } as const;
      if (large && !(await questions.ask(nested))) return false;
      questions.answer(dialog.id, true);
      return true;
    },

    /** Says yes to "Large amount". */
    approve(dialog: Dialog, reason: string): void {
      edit(dialog.orderId, (order) => ({ ...order, approval: reason }));
      questions.answer(dialog.id, true);
    },

    /** Asks for confirmation, then closes the editor. Resolves to whether the order was discarded. */
    async discard(id: number): Promise<boolean> {
      if (!(await questions.ask({ kind: 'discard-order', orderId: id, parent: null }))) return false;
      close(id);
      store.update((state) => announced(state, `Order #${id} discarded`));
      return true;
    },

    /** Says yes to "Discard order?", with lines or files only once that is confirmed too. Resolves to whether it did. */
    async confirmDiscard(dialog: Dialog): Promise<boolean> {
      const order = find(dialog.orderId);
      const full = order !== undefined && contentsOf(order) !== '';
      const nested = { kind: 'discard-everything', orderId: dialog.orderId, parent: dialog.id } as const;
      if (full && !(await questions.ask(nested))) return false;
      questions.answer(dialog.id, true);
      return true;
    },

    /** Uploads a file. Resolves to whether it is attached; `false` when the upload was cancelled. */
    async attach(id: number, { name, kilobytes }: FileInput, options: UploadOptions = {}): Promise<boolean> {
      const fileId = ++lastFile;
      const cancel = new AbortController();
      uploads.set(fileId, cancel);
      edit(id, (order) => withFile(order, { id: fileId, name, kilobytes, sent: 0 }));
      const signal = options.signal ? AbortSignal.any([options.signal, cancel.signal]) : cancel.signal;
      const attached = await upload(kilobytes, clock, signal, (sent) => {
        edit(id, (order) => withFileSent(order, fileId, sent));
        options.onProgress?.(sent, kilobytes);
      });
      uploads.delete(fileId);
      if (!attached) edit(id, (order) => withoutFile(order, fileId));
      return attached;
    },

    /** Stops an upload, or takes an attached file away. */
    removeFile(id: number, fileId: number): void {
      uploads.get(fileId)?.abort();
      edit(id, (order) => withoutFile(order, fileId));
    },
  };
}
