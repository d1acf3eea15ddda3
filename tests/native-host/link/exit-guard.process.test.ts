import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildEntry } from '../build-entry.ts';
import { temporaryDirectory } from './link-bench.ts';

let entry = '';
beforeAll(async () => {
  entry = await buildEntry(new URL('guarded-entry.ts', import.meta.url));
});

interface Guarded {
  readonly child: ChildProcess;
  readonly stdout: Readable;
  readonly pid: number;
  readonly stderr: () => string;
  /** Resolves when every holder of its pipes is gone. */
  readonly ended: Promise<number | null>;
}

async function start(command: string, commandArguments: string[], stdin: 'pipe' | Socket = 'pipe'): Promise<Guarded> {
  const child = spawn(command, commandArguments, { stdio: [stdin, 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdout === null) throw new Error('stdout is no pipe');
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  const [line]: unknown[] = await once(child.stdout, 'data');
  expect(String(line)).toMatch(/^\d+\n/);
  return { child, stdout: child.stdout, pid: Number.parseInt(String(line), 10), stderr: () => stderr, ended };
}

/** A stdin whose other end this process keeps open, whatever happens to the child it is given to. */
async function openPipe(): Promise<Socket> {
  const path = join(temporaryDirectory(), 'stdin');
  const server = createServer().listen(path);
  await once(server, 'listening');
  const stdin = connect(path);
  const [kept]: Socket[] = await once(server, 'connection');
  onTestFinished(() => {
    stdin.destroy();
    kept?.destroy();
    server.close();
  });
  return stdin;
}

const guarded = (...words: string[]) => start(process.execPath, [entry, ...words]);

describe('the process ends, tidied up, with code 0', () => {
  test('when stdin ends', async () => {
    const { child, ended, stderr } = await guarded();
    child.stdin?.end();
    expect(await ended).toBe(0);
    expect(stderr()).toMatch(/noise\nnoise\nreason stdin: end\ntidied\n$/);
  });

  test('when nobody reads stdout any more', async () => {
    const { stdout, ended, stderr } = await guarded('babble');
    stdout.destroy();
    expect(await ended).toBe(0);
    expect(stderr()).toMatch(/reason stdout: error\ntidied\n$/);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('on %s', async (signal) => {
    const { child, ended, stderr } = await guarded();
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(stderr()).toContain(`reason ${signal}\ntidied\n`);
  });

  test('when its parent is killed and the pipes stay open', async () => {
    const stdin = await openPipe();
    const wrapper = ['-c', '"$0" "$1"; exit 7', process.execPath, entry];
    const { child, pid, ended, stderr } = await start('/bin/sh', wrapper, stdin);
    expect(pid).not.toBe(child.pid);
    child.kill('SIGKILL');
    await ended;
    expect(stderr()).toMatch(/reason the parent is gone\ntidied\n$/);
  });

  test('once, however often it is told, and also when tidying up hangs', async () => {
    const { child, ended, stderr } = await guarded('hang');
    child.stdin?.end();
    await expect.poll(stderr).toContain('tidied');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(stderr().match(/tidied/g)).toHaveLength(1);
  });
});

test.runIf(process.platform === 'linux')('a parent that stands still costs it nothing', async () => {
  const wrapper = ['-c', '"$0" "$1"; exit 7', process.execPath, entry];
  const { child, pid } = await start('/bin/sh', wrapper, await openPipe());
  /** Hundredths of a second of processor time. */
  const spent = () => {
    const [, , , ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
    return Number(fields[10]) + Number(fields[11]);
  };
  child.kill('SIGSTOP');
  const [before, since] = [spent(), performance.now()];
  // What is measured is a second of its life; a process that spins would use all of it.
  await vi.waitUntil(() => performance.now() - since > 1_000, { timeout: 5_000, interval: 100 });
  expect(spent() - before).toBeLessThan(20);
});
