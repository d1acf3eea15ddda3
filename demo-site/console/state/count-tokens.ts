import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base';

/** Page text may contain words such as `<|endoftext|>`: to a model they are text, and the tokenizer would throw. */
const TEXT_ONLY = { disallowedSpecial: new Set<string>() };

/** How many tokens a model reads when it is given that text, in the encoding `o200k_base`. */
export const countTokens = (text: string): number => count(text, TEXT_ONLY);
