import { createHash, randomBytes } from 'node:crypto';
import { linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { notPrivate } from './private-directory.ts';

/** File in the state directory by which an installation is known again. Only its hash ever leaves the machine's user. */
export const INSTALLATION_KEY_FILE = 'installation.key';

/** Content of the key file of a new installation. */
export const newInstallationKey = (): string => `${randomBytes(32).toString('hex')}\n`;

/** What people compare; `undefined` when the text is no key. */
export function fingerprintOf(key: string): string | undefined {
  if (!/^[0-9a-f]{64}\n$/.test(key)) return undefined;
  const hash = createHash('sha256').update(key).digest('hex');
  return hash.slice(0, 32).replace(/.{4}(?=.)/g, '$&-');
}

/** What to do about a key file that holds something else. */
export const noInstallationKey = (path: string): string =>
  `${path} does not hold an installation's key. Remove it and run "mcp-gui-bridge install"; the extension then asks whether to trust the new one.`;

/**
 * The fingerprint of the installation in this state directory; `undefined` when it has no key yet.
 *
 * @throws Error that names the file, what is wrong with it and the way out.
 */
export function readInstallation(directory: string): string | undefined {
  const path = join(directory, INSTALLATION_KEY_FILE);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw new Error(noInstallationKey(path));
  const problem = notPrivate(stats);
  if (problem !== undefined) throw new Error(`${path} ${problem}. Remove it, or run: chmod 600 "${path}"`);
  const fingerprint = fingerprintOf(readFileSync(path, 'utf8'));
  if (fingerprint === undefined) throw new Error(noInstallationKey(path));
  return fingerprint;
}

/** As `readInstallation`, and makes the key when there is none: a browser may have been given a state directory of its own. */
export function openInstallation(directory: string): string {
  const known = readInstallation(directory);
  if (known !== undefined) return known;
  const path = join(directory, INSTALLATION_KEY_FILE);
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporary, newInstallationKey(), { mode: 0o600, flag: 'wx' });
  try {
    // A link, unlike a rename, lets the first of two hosts win that start at once.
    linkSync(temporary, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  return openInstallation(directory);
}
