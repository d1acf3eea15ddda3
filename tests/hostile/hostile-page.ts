/** The hostile site's own way to the extension, without the SDK. */
interface Raw {
  readonly heard: { type: string; message?: string; call?: { callId: string } }[];
  readonly opened: number;
  readonly closed: number;
  /** Ends the floods. */
  stopped?: boolean;
  hello(generation?: number): Promise<void>;
  say(message: unknown): void;
  window(opened: number, more?: object): object;
  attach(declared?: object, running?: string[]): void;
  flood(kind: Flood): void;
}

declare global {
  interface Window {
    raw: Raw;
  }
}

/** What a page of `site/` can do without end. */
export const FLOODS = ['changes', 'attaches', 'answers', 'nonsense', 'hellos', 'garbage'] as const;
export type Flood = (typeof FLOODS)[number];

/** For a page of `site/`: is let in, and begins. */
export async function startFlood(kind: Flood): Promise<void> {
  await window.raw.hello();
  window.raw.attach();
  window.raw.flood(kind);
}

/** For a page of `site/`: begins again after `stopped`. */
export function resumeFlood(kind: Flood): void {
  window.raw.stopped = false;
  window.raw.flood(kind);
}
