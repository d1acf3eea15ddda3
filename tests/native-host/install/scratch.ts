import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import type { InstallRequest } from '../../../native-host/src/install/install.ts';
import type { Machine } from '../../../native-host/src/install/machine.ts';

/** A Linux home in a temporary directory, with a built command in it. */
export interface Scratch {
  root: string;
  machine: Machine;
  write(path: string, content: string | Uint8Array): string;
  read(path: string): string;
  /** Every file with its mode and digest, and every directory. */
  tree(): Record<string, string>;
  [Symbol.dispose](): void;
}

export function scratch(name = 'install'): Scratch {
  const root = join(realpathSync(mkdtempSync(join(tmpdir(), 'bridge-install-'))), name);
  mkdirSync(root);
  const write = (path: string, content: string | Uint8Array) => {
    const absolute = join(root, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
    return absolute;
  };
  const program = write('clone/dist/cli.js', 'console.log(JSON.stringify(process.argv.slice(2)));\n');
  return {
    root,
    machine: {
      platform: 'linux',
      profiles: join(root, '.config'),
      home: root,
      stateDirectory: join(root, 'state'),
      customStateDirectory: false,
      node: process.execPath,
      program,
    },
    write,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    tree: () => Object.fromEntries(existsSync(root) ? walk(root, root) : []),
    [Symbol.dispose]: () => rmSync(dirname(root), { recursive: true, force: true }),
  };
}

export function request(options: Partial<InstallRequest> = {}): InstallRequest {
  return { browsers: [], extensionIds: [], dryRun: false, ...options };
}

function walk(directory: string, root: string): [string, string][] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const path = join(directory, entry.name);
    const name = relative(root, path);
    if (entry.isDirectory()) return [[name, 'directory'], ...walk(path, root)];
    const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
    return [[name, `${statSync(path).mode.toString(8)} ${digest}`]];
  });
}
