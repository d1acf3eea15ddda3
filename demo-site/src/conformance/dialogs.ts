import { text, type WindowHandle } from '@mcp-gui-bridge/page-sdk';

/** Actions of a dialog: one more dialog on top of it, and its own end. */
const dialogActions = (dialog: () => WindowHandle) => ({
  open_modal: {
    title: 'Open a dialog on this one',
    run: () => {
      openModal(dialog());
      return { message: 'A dialog opened on top' };
    },
  },
  close: {
    title: 'Close',
    run: () => {
      dialog().close();
      return { message: 'Closed' };
    },
  },
});

/** Opens a modal dialog that blocks `owner`; it offers the same in turn. */
export function openModal(owner: WindowHandle): WindowHandle {
  const modal: WindowHandle = owner.openModal({
    title: 'Conformance modal',
    summary: 'A question that blocks the window it belongs to',
    blocks: [text('Go on?')],
    actions: dialogActions(() => modal),
  });
  return modal;
}

/** A dialog that blocks the whole application. */
export const appModal = (modal: () => WindowHandle) => ({
  title: 'Conformance app modal',
  summary: 'A question that blocks the whole application',
  blocks: [text('Sign in again?')],
  actions: dialogActions(modal),
});

/** An ordinary window that can be closed. */
export const extraWindow = (close: () => void) => ({
  title: 'Conformance extra',
  summary: 'One more window',
  blocks: [text('This window can be closed.')],
  actions: {
    close: {
      title: 'Close',
      run: () => {
        close();
        return { message: 'Closed' };
      },
    },
  },
});
