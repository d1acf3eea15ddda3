import { visibleLine, visibleText } from './protocol/page-text.ts';

/** Most text is plain, and the test for it is far cheaper than the search for what nobody can see. */
const isPlain = (text: string): boolean => !/[^ -~]/.test(text);

/** As `visibleText` of the protocol. */
export const cleanText = (text: string): string => (isPlain(text) ? text : visibleText(text));

/** As `visibleLine` of the protocol. */
export const cleanLine = (text: string): string => (isPlain(text) ? text : visibleLine(text));
