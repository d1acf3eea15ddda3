/** Chromium's own, in no polyfill. */
declare const chrome: { readonly sidePanel: { open(options: { readonly windowId: number }): Promise<void> } };

/** Opens the side panel of a window of the browser. Must be called in the click that asks for it. */
export const openSidePanel = (windowId: number | undefined): Promise<void> =>
  windowId === undefined ? Promise.resolve() : chrome.sidePanel.open({ windowId });
