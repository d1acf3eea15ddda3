interface Key {
  readonly values: Map<string, unknown>;
  readonly keys: Map<string, Key>;
}

/**
 * Policies in the output of `reg query <key> /s`. A list is a subkey with values 1, 2, 3; a dictionary is JSON in one value,
 * or subkeys of subkeys.
 *
 * @param key full name, as `reg` prints it, in any case
 */
export function parseRegistryPolicies(output: string, key: string): Record<string, unknown> {
  const root = readKeys(output, key);
  const lists = [...root.keys].map(([name, subkey]) => [name, subkey.keys.size > 0 ? tree(subkey) : list(subkey)]);
  return Object.fromEntries([...lists, ...[...root.values].map(([name, value]) => [name, plain(name, value)])]);
}

function readKeys(output: string, root: string): Key {
  const top = emptyKey();
  let current: Key | undefined;
  for (const line of output.split(/\r?\n/)) {
    const value = /^ {4}(.+?) {4}REG_(\w+) {4}(.*)$/.exec(line);
    if (value === null) {
      if (line.startsWith('HKEY_')) current = below(top, line, root);
    } else {
      const [, name = '', type, data = ''] = value;
      // Switches are stored as numbers.
      current?.values.set(name, type === 'DWORD' ? Number(data) !== 0 : data);
    }
  }
  return top;
}

function below(top: Key, path: string, root: string): Key | undefined {
  if (!`${path}\\`.toLowerCase().startsWith(`${root}\\`.toLowerCase())) return undefined;
  let key = top;
  for (const part of path.slice(root.length).split('\\').filter(Boolean)) {
    const next = key.keys.get(part) ?? emptyKey();
    key.keys.set(part, next);
    key = next;
  }
  return key;
}

const emptyKey = (): Key => ({ values: new Map(), keys: new Map() });

const list = ({ values }: Key): unknown[] =>
  [...values].sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);

const tree = ({ values, keys }: Key): unknown =>
  Object.fromEntries([
    ...values,
    ...[...keys].map(([name, subkey]) => [name, isList(subkey) ? list(subkey) : tree(subkey)]),
  ]);

const isList = ({ values, keys }: Key): boolean =>
  keys.size === 0 && values.size > 0 && [...values.keys()].every((name) => /^\d+$/.test(name));

/** Chromium takes a dictionary that is written as JSON. What is none of that counts as not set. */
function plain(name: string, value: unknown): unknown {
  if (name !== 'ExtensionSettings' || typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
