/** Everything a reader would not see, or would see somewhere else than it is. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

const escapeUnits = (text: string): string =>
  Array.from(text.split(''), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** JSON as a person can check it: characters that hide or turn text around are written as escapes, nothing is left out. */
export const visibleJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, undefined, indent).replace(UNSEEN, escapeUnits);

const LETTER = String.raw`(?!\p{N})[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]`;
const RIGHT_TO_LEFT = new RegExp(String.raw`(${LETTER}(?:[\p{M} ,.!?'’-]*${LETTER})*)`, 'u');

/**
 * Text in parts that follow on each other: in turns what is read from left to right, and words that are not. Each stays
 * where it is when parts are drawn by themselves; left to itself text of both directions is reordered, numbers above all.
 */
export const directionParts = (text: string): string[] => text.split(RIGHT_TO_LEFT);
