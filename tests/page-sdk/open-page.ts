import { afterEach, beforeEach, vi } from 'vitest';
import { createBridgeIn } from '../../page-sdk/src/bridge.ts';
import type { Actions, Bridge, WindowHandle } from '../../page-sdk/src/index.ts';
import { FakeExtension, FakePage } from './fake-extension.ts';

/** A page with an extension and a bridge, new for each test. */
export class OpenPage {
  page = new FakePage();
  extension = new FakeExtension(this.page);
  bridge: Bridge = createBridgeIn(this.page, { name: 'Order desk' });

  /** Opens the window "Orders" and waits until the extension knows it. */
  async openWith(actions: Actions): Promise<WindowHandle> {
    const window = this.bridge.openWindow({ title: 'Orders', actions });
    await this.extension.untilWindow('Orders');
    return window;
  }

  renew(): void {
    this.page = new FakePage();
    this.extension = new FakeExtension(this.page);
    this.bridge = createBridgeIn(this.page, { name: 'Order desk' });
  }
}

export function useOpenPage(): OpenPage {
  const open = new OpenPage();
  beforeEach(() => open.renew());
  afterEach(() => {
    open.extension.remove();
    vi.restoreAllMocks();
  });
  return open;
}

/** A promise with its handle. */
export function gate<T = void>(): { opened: Promise<T>; open: (value: T) => void } {
  let open: (value: T) => void = () => undefined;
  const opened = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
