/** A question that stands before one order's editor; a nested one stands before the dialog that asked it. */
export interface Dialog {
  readonly id: number;
  readonly kind: 'confirm-order' | 'large-amount' | 'discard-order' | 'discard-everything';
  readonly orderId: number;
  /** The dialog it is nested in; `null` when the editor itself asks. */
  readonly parent: number | null;
}

/** Dialogs without one of them and those nested in it. */
export function withoutDialog(dialogs: readonly Dialog[], id: number): Dialog[] {
  const gone = new Set([id]);
  // A dialog is always listed after its parent, so one pass finds every descendant.
  for (const dialog of dialogs) if (dialog.parent !== null && gone.has(dialog.parent)) gone.add(dialog.id);
  return dialogs.filter((dialog) => !gone.has(dialog.id));
}
