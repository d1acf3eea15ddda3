import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectHost } from '../../../native-host/src/link/connect-host.ts';
import {
  type Descriptor,
  listDescriptors,
  removeStale,
  watchDescriptors,
} from '../../../native-host/src/link/rendezvous.ts';
import { serveAgents } from '../../../native-host/src/link/serve-agents.ts';
import { extension, serve, temporaryDirectory } from './link-bench.ts';

const mode = (path: string) => (lstatSync(path).mode & 0o777).toString(8);
const run = (directory: string) => join(directory, 'run');
const descriptorFile = (directory: string, { socket }: Descriptor) =>
  join(run(directory), basename(socket).replace('.sock', '.json'));

/** A listed descriptor of a host that was killed: nobody listens at its socket any more. */
async function killedHost(directory: string): Promise<Descriptor> {
  const { descriptor, server } = await serve({ directory });
  const file = descriptorFile(directory, descriptor);
  const text = readFileSync(file);
  await server.close();
  writeFileSync(file, text, { mode: 0o600 });
  return descriptor;
}

async function skipped(directory: string): Promise<string[]> {
  const whys: string[] = [];
  expect(await listDescriptors(directory, (_path, why) => whys.push(why))).toEqual([]);
  return whys;
}

describe('a running host', () => {
  test('is found, its files open to this user alone', async () => {
    const { directory, descriptor } = await serve();
    expect(await listDescriptors(directory)).toEqual([descriptor]);
    expect(descriptor).toMatchObject({ pid: process.pid, extension });
    expect(descriptor.socket).toMatch(/\/run\/[0-9a-f]{12}\.sock$/);
    expect([mode(directory), mode(run(directory))]).toEqual(['700', '700']);
    expect([mode(descriptor.socket), mode(descriptorFile(directory, descriptor))]).toEqual(['600', '600']);
    expect(readdirSync(run(directory))).toHaveLength(2);
  });

  test('is not found before its extension has said hello', async () => {
    const directory = temporaryDirectory();
    const server = await serveAgents({ directory, onAgent: () => {} });
    onTestFinished(() => server.close());
    expect(await listDescriptors(directory)).toEqual([]);
  });

  test('leaves nothing when it closes', async () => {
    const { directory, server } = await serve();
    await server.close();
    expect(readdirSync(run(directory))).toEqual([]);
  });

  test('and others beside it each have their own address', async () => {
    const { directory } = await serve();
    await serve({ directory });
    await serve({ directory });
    const found = await listDescriptors(directory);
    expect(new Set(found.map(({ socket }) => socket)).size).toBe(3);
    expect(new Set(found.map(({ secret }) => secret)).size).toBe(3);
    for (const descriptor of found) (await connectHost(descriptor)).close();
  });

  test('notices that its socket was taken away, and then removes no socket', async () => {
    const onLost = vi.fn();
    const { descriptor, server } = await serve({ onLost, selfCheckMs: 5 });
    rmSync(descriptor.socket);
    writeFileSync(descriptor.socket, 'somebody else’s');
    await expect.poll(() => onLost).toHaveBeenCalledOnce();
    await server.close();
    expect(readFileSync(descriptor.socket, 'utf8')).toBe('somebody else’s');
  });

  test('notices it once, however many checks are under way, and not when it has closed meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const onLost = vi.fn();
    const { descriptor, server } = await serve({ onLost, selfCheckMs: 5 });
    const closing = vi.fn();
    const other = await serve({ onLost: closing, selfCheckMs: 5 });
    for (const { socket } of [descriptor, other.descriptor]) rmSync(socket);
    vi.advanceTimersByTime(20);
    await other.server.close();
    await expect.poll(() => onLost).toHaveBeenCalled();
    await server.close();
    expect(onLost).toHaveBeenCalledOnce();
    expect(closing).not.toHaveBeenCalled();
  });
});

describe('a directory that others could use', () => {
  const spoil: [string, (directory: string) => void, RegExp][] = [
    ['is open', (directory) => chmodSync(directory, 0o755), /open to other users \(mode 755\).*chmod 700/],
    ['has an open run directory', (directory) => chmodSync(run(directory), 0o770), /run is open.*mode 770/],
    [
      'has a link as run directory',
      (directory) => {
        renameSync(run(directory), `${directory}/elsewhere`);
        symlinkSync(`${directory}/elsewhere`, run(directory));
      },
      /not a directory/,
    ],
    [
      'has a file as run directory',
      (directory) => {
        rmSync(run(directory), { recursive: true });
        writeFileSync(run(directory), '');
      },
      /not a directory/,
    ],
    ...(process.getuid?.() === 0
      ? [
          [
            'belongs to somebody else',
            (directory: string) => chownSync(directory, 65_534, 65_534),
            /belongs to user 65534/,
          ] as [string, (directory: string) => void, RegExp],
        ]
      : []),
  ];

  test.each(spoil)('%s: nothing is read from it and nobody listens in it', async (_what, change, why) => {
    const { directory } = await serve();
    change(directory);
    expect(await skipped(directory)).toEqual([expect.stringMatching(why)]);
    await expect(serveAgents({ directory, onAgent: () => {} })).rejects.toThrow(why);
  });

  test('is a link itself', async () => {
    const { directory } = await serve();
    const link = join(temporaryDirectory(), 'link');
    symlinkSync(directory, link);
    expect(await skipped(link)).toEqual([expect.stringMatching(/not a directory/)]);
  });

  test('is not there: no hosts, no complaint', async () => {
    expect(await skipped(join(temporaryDirectory(), 'nothing'))).toEqual([]);
  });
});

describe('a descriptor that is not to be trusted', () => {
  const spoil: [string, (file: string, descriptor: Descriptor) => void, RegExp][] = [
    ['is open to others', (file) => chmodSync(file, 0o644), /open to other users/],
    [
      'is a link',
      (file) => {
        renameSync(file, `${file}.real`);
        symlinkSync(`${file}.real`, file);
      },
      /ELOOP/,
    ],
    [
      'is a directory',
      (file) => {
        rmSync(file);
        mkdirSync(file, { mode: 0o700 });
      },
      /not a file|EISDIR/,
    ],
    ['is no JSON', (file) => writeFileSync(file, '{'), /JSON/],
    ['is enormous', (file) => writeFileSync(file, ' '.repeat(100_000)), /larger than/],
    ['lacks its secret', (file, { secret, ...rest }) => writeFileSync(file, JSON.stringify(rest)), /secret/],
    [
      'names another socket',
      (file, descriptor) => writeFileSync(file, JSON.stringify({ ...descriptor, socket: '/run/docker.sock' })),
      /not its own/,
    ],
    [
      'names another host’s socket',
      (file, descriptor) => {
        const socket = descriptor.socket.replace(/[0-9a-f]{12}\.sock/, '000000000000.sock');
        writeFileSync(file, JSON.stringify({ ...descriptor, socket }));
      },
      /not its own/,
    ],
  ];

  test.each(spoil)('%s: it is skipped, others are not', async (_what, change, why) => {
    const { directory, descriptor } = await serve();
    const { descriptor: other } = await serve({ directory });
    change(descriptorFile(directory, descriptor), descriptor);
    const whys: string[] = [];
    expect(await listDescriptors(directory, (_path, reason) => whys.push(reason))).toEqual([other]);
    expect(whys).toEqual([expect.stringMatching(why)]);
  });

  test('files of other names are nobody’s business', async () => {
    const { directory, descriptor } = await serve();
    writeFileSync(join(run(directory), 'notes.json'), '{}');
    expect(await listDescriptors(directory, () => expect.unreachable())).toEqual([descriptor]);
  });
});

describe('stale files', () => {
  test('of a live host are never removed', async () => {
    const { directory, descriptor } = await serve();
    expect(await removeStale(directory, descriptor)).toBe(false);
    (await connectHost(descriptor)).close();
  });

  test('of a killed host are removed when asked, and by the next host', async () => {
    const directory = temporaryDirectory();
    const killed = await killedHost(directory);
    await expect(connectHost(killed)).rejects.toMatchObject({ failure: 'unreachable' });
    expect(await removeStale(directory, killed)).toBe(true);
    expect(await listDescriptors(directory)).toEqual([]);
    await killedHost(directory);
    const { descriptor } = await serve({ directory });
    expect(await listDescriptors(directory)).toEqual([descriptor]);
  });

  test('outside the directory are not touched', async () => {
    const directory = temporaryDirectory();
    const killed = await killedHost(directory);
    const elsewhere = join(temporaryDirectory(), 'important.sock');
    writeFileSync(elsewhere, 'keep');
    expect(await removeStale(directory, { ...killed, socket: elsewhere })).toBe(false);
    expect(readFileSync(elsewhere, 'utf8')).toBe('keep');
  });

  test('a socket whose host died before its hello is removed once it is old, a listening one never', async () => {
    const directory = temporaryDirectory();
    await (await serve({ directory })).server.close();
    const listening = join(run(directory), '111111111111.sock');
    const live = createServer();
    await new Promise<void>((resolve) => live.listen(listening, resolve));
    onTestFinished(() => void live.close());
    const dead = join(run(directory), '222222222222.sock');
    const dying = createServer();
    await new Promise<void>((resolve) => dying.listen(dead, resolve));
    renameSync(dead, `${dead}.kept`);
    await new Promise((resolve) => dying.close(resolve));
    renameSync(`${dead}.kept`, dead);

    await (await serve({ directory })).server.close();
    expect(readdirSync(run(directory))).toEqual([basename(listening), basename(dead)]);
    for (const path of [listening, dead]) utimesSync(path, 1, 1);
    await (await serve({ directory })).server.close();
    expect(readdirSync(run(directory))).toEqual([basename(listening)]);
  });
});

describe('watching', () => {
  test('tells of hosts that come and go, also in a directory that is made later', async () => {
    const directory = join(temporaryDirectory(), 'later');
    const onChange = vi.fn();
    onTestFinished(watchDescriptors(directory, onChange));
    const { server } = await serve({ directory });
    await expect.poll(() => onChange).toHaveBeenCalled();
    onChange.mockClear();
    await serve({ directory });
    await expect.poll(() => onChange).toHaveBeenCalled();
    onChange.mockClear();
    await server.close();
    await expect.poll(() => onChange).toHaveBeenCalled();
  });

  test('goes on when the directory is replaced', async () => {
    const { directory, server } = await serve();
    const onChange = vi.fn();
    onTestFinished(watchDescriptors(directory, onChange));
    await server.close();
    rmSync(run(directory), { recursive: true });
    onChange.mockClear();
    await serve({ directory });
    await expect.poll(() => onChange).toHaveBeenCalled();
  });
});
