/** What the SDK uses of a browser window. */
export interface PageWindow {
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  postMessage(message: unknown, targetOrigin: string, transfer: Transferable[]): void;
}

/** The surroundings of the SDK, the seam at which tests put another page. */
export interface PageEnvironment {
  /** `undefined` where no agent can see the page: on a server, in a worker, in an opaque origin. Whether frames take part is the person's decision. */
  readonly window: PageWindow | undefined;
  readonly origin: string;
  /** Where copies of the SDK in one document find each other. */
  readonly shared: Record<symbol, unknown>;
  /** URL that the addresses of the document are relative to, `undefined` outside a page. */
  baseUrl(): string | undefined;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Whether what runs now is the person's doing: a click, a key. */
  isPersonActing(): boolean;
}

/** The browser vouches for events that a person caused; a script's `click()` or `requestSubmit()` is not among them. */
function isPersonActing(): boolean {
  const { event } = window;
  return event?.isTrusted === true && (event instanceof UIEvent || event.type === 'change');
}

/** The page that this module runs in. */
export function pageEnvironment(): PageEnvironment {
  const isPage = typeof window !== 'undefined' && typeof document !== 'undefined';
  const canBeSeen = isPage && window.origin !== 'null';
  return {
    window: canBeSeen ? window : undefined,
    origin: isPage ? window.origin : 'null',
    shared: globalThis as unknown as Record<symbol, unknown>,
    baseUrl: () => (isPage ? document.baseURI : undefined),
    now: () => performance.now(),
    isPersonActing: () => isPage && isPersonActing(),
  };
}
