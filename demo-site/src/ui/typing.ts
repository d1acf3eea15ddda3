/** Whether the user has the cursor in a field that is to be seen, of `scope` or of the whole page. */
export function isTyping(scope = ''): boolean {
  const { activeElement } = document;
  return activeElement?.matches(`${scope} :is(input, textarea)`) === true && activeElement.checkVisibility();
}
