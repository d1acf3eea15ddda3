/** Controls but tab and newline, formats (bidi, zero-width, tags), lone surrogates, ignorable characters, line separators. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** Text of a page without what a person would not see and a model might obey (bidi, zero-width, control, tag characters). */
export const visibleText = (text: string): string => text.replace(INVISIBLE, '');

/** As `visibleText`, on one line: for names, titles and labels. */
export const visibleLine = (text: string): string => visibleText(text.replace(/[\t\r\n\u2028\u2029]+/g, ' '));

/** Whether a text shows anything: not with spaces, the blank of braille, or marks that stand on nothing. */
export const isBlank = (text: string): boolean => !/[^\s\u2800\p{M}]/u.test(visibleText(text));

/** Cuts to at most `length` UTF-16 units, the last being "…", never through a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, length - 1);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
