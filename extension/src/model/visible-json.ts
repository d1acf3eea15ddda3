/** Everything a reader would not see, or would see somewhere else than it is. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

const escapeUnits = (text: string): string =>
  Array.from(text.split(''), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** JSON as a person can check it: characters that hide or turn text around are written as escapes, nothing is left out. */
export const visibleJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, undefined, indent).replace(UNSEEN, escapeUnits);
