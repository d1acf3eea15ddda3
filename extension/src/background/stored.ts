import type * as z from 'zod';
import type { StorageArea } from './browser-api.ts';

/** One value that outlives the worker. What is stored and cannot be read counts as its `catch` value. */
export class Stored<T> {
  readonly #area: StorageArea;
  readonly #key: string;
  readonly #schema: z.ZodType<T>;
  #value: T;

  /** @param schema must accept anything, by `catch` */
  constructor(area: StorageArea, key: string, schema: z.ZodType<T>) {
    this.#area = area;
    this.#key = key;
    this.#schema = schema;
    this.#value = schema.parse(undefined);
  }

  get value(): T {
    return this.#value;
  }

  async load(): Promise<void> {
    this.#value = this.#schema.parse((await this.#area.get(this.#key))[this.#key]);
  }

  /** Counts at once; storing it is not waited for. */
  set(value: T): void {
    this.#value = value;
    void this.#area.set({ [this.#key]: value });
  }
}
