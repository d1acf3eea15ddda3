import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  fingerprintOf,
  INSTALLATION_KEY_FILE,
  newInstallationKey,
  openInstallation,
  readInstallation,
} from '../../../native-host/src/link/installation.ts';
import { temporaryDirectory } from './link-bench.ts';

const keyIn = (directory: string) => join(directory, INSTALLATION_KEY_FILE);

test('a fingerprint has eight groups, is the same for one key, another for another, and no part of it', () => {
  const key = newInstallationKey();
  expect(fingerprintOf(key)).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
  expect(fingerprintOf(key)).toBe(fingerprintOf(key));
  expect(fingerprintOf(newInstallationKey())).not.toBe(fingerprintOf(key));
  expect(key).not.toContain(fingerprintOf(key)?.replaceAll('-', ''));
});

test('is made once, for its owner alone, and read again', () => {
  const directory = temporaryDirectory();
  expect(readInstallation(directory)).toBeUndefined();
  const made = openInstallation(directory);
  expect(statSync(keyIn(directory)).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual([INSTALLATION_KEY_FILE]);
  expect([openInstallation(directory), readInstallation(directory)]).toEqual([made, made]);
});

test.each<[string, (path: string) => void, RegExp]>([
  [
    'something else in it',
    (path) => writeFileSync(path, 'key', { mode: 0o600 }),
    /does not hold an installation's key\. Remove it/,
  ],
  ['nothing in it', (path) => writeFileSync(path, '', { mode: 0o600 }), /does not hold an installation's key/],
  ['a directory in its place', (path) => mkdirSync(path), /does not hold an installation's key/],
  [
    'others let in',
    (path) => {
      writeFileSync(path, newInstallationKey());
      chmodSync(path, 0o640);
    },
    /is open to other users \(mode 640\)\. Remove it, or run: chmod 600/,
  ],
])('with %s nothing goes on, and the sentence says which file and what to do', (_, spoil, sentence) => {
  const directory = temporaryDirectory();
  spoil(keyIn(directory));
  for (const read of [readInstallation, openInstallation]) {
    expect(() => read(directory)).toThrow(sentence);
    expect(() => read(directory)).toThrow(keyIn(directory));
  }
});

test('a key that is there is not replaced', () => {
  const directory = temporaryDirectory();
  openInstallation(directory);
  const before = readFileSync(keyIn(directory), 'utf8');
  openInstallation(directory);
  expect(readFileSync(keyIn(directory), 'utf8')).toBe(before);
});
