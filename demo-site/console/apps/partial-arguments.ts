/** The value of a cut-off JSON text once all that it leaves open is closed; `undefined` when that gives no JSON. */
function healed(prefix: string): unknown {
  const closers: string[] = [];
  let inString = false;
  for (let at = 0; at < prefix.length; at++) {
    const char = prefix[at];
    if (char === '\\' && inString) at++;
    else if (char === '"') inString = !inString;
    else if (inString) continue;
    else if (char === '{') closers.push('}');
    else if (char === '[') closers.push(']');
    else if (char === '}' || char === ']') closers.pop();
  }
  try {
    return JSON.parse(prefix + (inString ? '"' : '') + closers.reverse().join(''));
  } catch {
    // It ends inside an escape, a word, or a pair without its value: a longer prefix will say more.
    return undefined;
  }
}

/**
 * What `ui/notifications/tool-input-partial` says while a model writes these arguments, piece by piece: each object is
 * best-effort JSON of the text so far (MCP Apps 2026-01-26).
 *
 * @param pieces how many pieces the text comes in; fewer objects when some of them say nothing new
 */
export function partialArguments(args: Readonly<Record<string, unknown>>, pieces: number): Record<string, unknown>[] {
  const text = JSON.stringify(args);
  const partials: Record<string, unknown>[] = [];
  let last = '{}';
  for (let piece = 1; piece < pieces; piece++) {
    const value = healed(text.slice(0, Math.ceil((text.length * piece) / pieces)));
    if (typeof value !== 'object' || value === null || JSON.stringify(value) === last) continue;
    last = JSON.stringify(value);
    partials.push(value as Record<string, unknown>);
  }
  return partials;
}
