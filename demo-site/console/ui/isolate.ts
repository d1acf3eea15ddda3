/**
 * Takes everything around an element out of reach of keyboard and screen reader. Not `showModal`, which asks for a dialog:
 * a view's place is an ordinary element otherwise, and cannot be moved.
 *
 * @returns gives it all back
 */
export function isolate(element: Element): () => void {
  const around: HTMLElement[] = [];
  for (let at = element; at !== document.body && at.parentElement !== null; at = at.parentElement) {
    for (const sibling of at.parentElement.children) {
      if (sibling !== at && sibling instanceof HTMLElement && !sibling.inert) around.push(sibling);
    }
  }
  for (const each of around) each.inert = true;
  return () => {
    for (const each of around) each.inert = false;
  };
}
