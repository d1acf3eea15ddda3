/** Encoding that is counted with: that of GPT-4o and later. Other models' counts differ by some per cent. */
export const TOKEN_ENCODING = 'o200k_base';

/** How many tokens a model reads when it is given that text. */
export type TokenCounter = (text: string) => Promise<number>;

export interface CountRequest {
  readonly number: number;
  readonly text: string;
}

export interface TokensCounted {
  readonly number: number;
  readonly tokens: number;
}

/** The end of a worker that its owner holds. */
export interface CountingWorker {
  postMessage(request: CountRequest): void;
  addEventListener(type: 'message', listener: (event: { readonly data: TokensCounted }) => void): void;
}

/** Counts in a worker: the tokenizer's table of words takes a while to read, and the page must not stand still meanwhile. */
export function createTokenCounter(worker: CountingWorker): TokenCounter {
  const waiting = new Map<number, (tokens: number) => void>();
  let count = 0;
  worker.addEventListener('message', ({ data: { number, tokens } }) => {
    waiting.get(number)?.(tokens);
    waiting.delete(number);
  });
  return (text) =>
    new Promise((resolve) => {
      const number = ++count;
      waiting.set(number, resolve);
      worker.postMessage({ number, text });
    });
}
