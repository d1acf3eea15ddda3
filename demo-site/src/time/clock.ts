/** What a long task needs of time. `tick` resolves soon, also where the browser slows timers down. */
export interface Clock {
  /** Milliseconds from any fixed moment. */
  now(): number;
  tick(): Promise<void>;
}
