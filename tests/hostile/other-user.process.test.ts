import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listDescriptors } from '../../native-host/src/link/rendezvous.ts';
import { serveAgents } from '../../native-host/src/link/serve-agents.ts';
import { runDirectory } from '../../native-host/src/link/state-directory.ts';
import { extension } from '../native-host/link/link-bench.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** A directory that everybody can get to, as a home directory often is. */
function openDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'mgb-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

async function served() {
  const directory = openDirectory();
  const agents: unknown[] = [];
  const server = await serveAgents({ directory, onAgent: (agent) => agents.push(agent) });
  onTestFinished(() => server.close());
  await server.describe(extension);
  const [descriptor] = await listDescriptors(directory);
  if (descriptor === undefined) throw new Error('the host wrote no descriptor');
  return { directory, descriptor, agents };
}

/** Runs a few lines of JavaScript as another user and gives back what they print. */
async function asNobody(code: string): Promise<string> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['-e', code], { uid: NOBODY, gid: NOBODY, cwd: '/', env: {} });
  return stdout.trim();
}

const attempt = (what: string) =>
  `try { const fs = require('fs'); ${what}; console.log('done'); } catch (error) { console.log(error.code); }`;
const connecting = (path: string) =>
  `require('net').connect(${JSON.stringify(path)}).on('connect', () => { console.log('connected'); process.exit(); }).on('error', (error) => console.log(error.code));`;

describe.runIf(isRoot)('another user of this machine', () => {
  test('cannot connect, nor read, list or change anything of it', async () => {
    const { directory, descriptor, agents } = await served();
    const run = runDirectory(directory);
    const file = descriptor.socket.replace(/\.sock$/, '.json');
    expect(await asNobody(connecting(descriptor.socket))).toBe('EACCES');
    for (const [what, path] of [
      ['fs.readFileSync', file],
      ['fs.readdirSync', run],
      ['fs.readdirSync', directory],
      ['fs.unlinkSync', descriptor.socket],
      ['fs.statSync', descriptor.socket],
    ] as const) {
      expect(await asNobody(attempt(`${what}(${JSON.stringify(path)})`)), what).toBe('EACCES');
    }
    expect(await asNobody(attempt(`fs.writeFileSync(${JSON.stringify(join(run, '000000000000.json'))}, '{}')`))).toBe(
      'EACCES',
    );
    expect(agents).toEqual([]);
  });

  test('cannot connect even where the directory lets everybody through: the socket itself is closed', async () => {
    const { directory, descriptor } = await served();
    chmodSync(directory, 0o755);
    chmodSync(runDirectory(directory), 0o755);
    expect(statSync(descriptor.socket).mode & 0o777).toBe(0o600);
    expect(statSync(descriptor.socket.replace(/\.sock$/, '.json')).mode & 0o777).toBe(0o600);
    expect(await asNobody(connecting(descriptor.socket))).toBe('EACCES');
  });

  test.each<[string, (directory: string) => void]>([
    ['a directory of their own', (directory) => mkdirSync(directory, { mode: 0o777 })],
    [
      'a link to a directory of their own',
      (directory) => {
        mkdirSync(`${directory}.theirs`, { mode: 0o777 });
        symlinkSync(`${directory}.theirs`, directory);
      },
    ],
    ['a file', (directory) => writeFileSync(directory, '')],
  ])('who was there first, with %s, gets neither a host nor an agent', async (_what, plant) => {
    const directory = join(openDirectory(), 'state');
    plant(directory);
    const child = spawn('chown', ['-hR', `${NOBODY}:${NOBODY}`, dirname(directory)]);
    await once(child, 'exit');
    const whys: string[] = [];
    expect(await listDescriptors(directory, (_path, why) => whys.push(why))).toEqual([]);
    expect(whys).toEqual([expect.stringMatching(/not a directory|belongs to user 65534|ENOTDIR/)]);
    await expect(serveAgents({ directory, onAgent: () => {} })).rejects.toThrow();
  });
});
