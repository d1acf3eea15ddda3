import { countTokens } from './count-tokens.ts';
import type { CountRequest, TokensCounted } from './token-counter.ts';

self.addEventListener('message', ({ data: { number, text } }: MessageEvent<CountRequest>) => {
  const counted: TokensCounted = { number, tokens: countTokens(text) };
  self.postMessage(counted);
});
