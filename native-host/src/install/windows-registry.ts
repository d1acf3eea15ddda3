import { execFileSync } from 'node:child_process';
import { win32 } from 'node:path';
import process from 'node:process';

const root = 'HKCU\\Software';

/** Arguments of `reg` that read a key's default value. */
export function queryArguments(key: string): string[] {
  return ['query', `${root}\\${key}`, '/ve'];
}

/** Arguments of `reg` that set a key's default value, the only one browsers read. */
export function addArguments(key: string, value: string): string[] {
  return ['add', `${root}\\${key}`, '/ve', '/t', 'REG_SZ', '/d', value, '/f'];
}

export function deleteArguments(key: string): string[] {
  return ['delete', `${root}\\${key}`, '/f'];
}

/** The value in the output of `reg query … /ve`; the name of the default value is translated, its type is not. */
export function parseQuery(output: string): string | undefined {
  return /\sREG_SZ\s+(\S.*?)\r?$/m.exec(output)?.[1];
}

/** A registry as `reg` shows it; `run` returns what the command prints and throws when it fails. */
export function windowsRegistry(run: (argv: string[]) => string = runReg) {
  return {
    read(key: string): string | undefined {
      try {
        return parseQuery(run(queryArguments(key)));
      } catch {
        // `reg query` fails for a key that is not there.
        return undefined;
      }
    },
    write: (key: string, value: string): void => void run(addArguments(key, value)),
    remove: (key: string): void => void run(deleteArguments(key)),
  };
}

export type WindowsRegistry = ReturnType<typeof windowsRegistry>;

function runReg(argv: string[]): string {
  // By its full name: a program called reg in the working directory must not be run instead.
  const reg = win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
  return execFileSync(reg, argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true });
}
