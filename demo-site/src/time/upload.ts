import type { Clock } from './clock.ts';

/** Kilobytes that the simulated network carries in a second. */
const KILOBYTES_PER_SECOND = 1_000;

/** Kilobytes uploaded after a time, from the clock alone: late ticks make progress coarse, never wrong. */
export const sentAfter = (kilobytes: number, elapsedMs: number): number =>
  Math.min(kilobytes, Math.floor((elapsedMs * KILOBYTES_PER_SECOND) / 1_000));

/** Simulates an upload. `true` when everything has been sent, `false` when the signal stopped it. */
export async function upload(
  kilobytes: number,
  clock: Clock,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<boolean> {
  const started = clock.now();
  let sent = 0;
  while (sent < kilobytes) {
    await clock.tick();
    if (signal.aborted) return false;
    sent = sentAfter(kilobytes, clock.now() - started);
    onProgress(sent);
  }
  return true;
}
