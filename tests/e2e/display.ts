import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROGRAMS = ['Xvfb', 'openbox', 'xdotool'];
const INSTALL_MS = 180_000;
const WIDTH = 1280;
const HEIGHT = 900;

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Why no browser with windows can be shown here, or `undefined` when it can: the browser's own dialogs exist only on a
 * screen. What is missing is installed by root, or a sudo that asks nothing, within `INSTALL_MS`.
 */
export async function whyNoDisplay(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'a virtual screen is a matter of Linux';
  const missing = () => PROGRAMS.filter((program) => !isInstalled(program));
  if (missing().length > 0) {
    const [command = '', ...prefix] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: INSTALL_MS };
    for (const words of ['update', 'install -y xvfb openbox xdotool']) {
      await run(command, [...prefix, ...words.split(' ')], options).catch(() => {});
    }
  }
  return missing().length === 0 ? undefined : `apt-get install xvfb openbox xdotool: ${missing().join(', ')} missing`;
}

/** A screen that nobody sees, with a window manager; eyes and a keyboard for what is beyond the browser's own remote control. */
export interface Display {
  readonly name: string;
  press(...keys: string[]): Promise<void>;
  /** How bright a point of the screen is, 0 to 255. */
  brightness(x: number, y: number): Promise<number>;
  /** Resolves when nothing on the screen has changed for a second. */
  still(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a screen on the first free number. */
export async function startDisplay(): Promise<Display> {
  const directory = await mkdtemp(join(tmpdir(), 'screen-'));
  const screen = ['-screen', '0', `${WIDTH}x${HEIGHT}x24`, '-fbdir', directory];
  const server = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Xvfb ended')));
    server.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
  const name = `:${number}`;
  const env = { ...process.env, DISPLAY: name };
  const look = () => readFile(join(directory, 'Xvfb_screen0'));
  const manager = spawn('openbox', [], { env, stdio: 'ignore' });
  return {
    name,
    async press(...keys) {
      await run('xdotool', ['key', '--clearmodifiers', ...keys], { env });
    },
    brightness: async (x, y) => brightnessIn(await look(), x, y),
    async still() {
      let last = await look();
      for (let same = 0; same < 10; ) {
        await setTimeout(100);
        const now = await look();
        same = now.equals(last) ? same + 1 : 0;
        last = now;
      }
    },
    async close() {
      await end(manager);
      await end(server);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Reads a point of a picture in the X window dump format: a header, colours of 12 bytes, then rows of 32-bit points. */
function brightnessIn(dump: Buffer, x: number, y: number): number {
  const [headerBytes, bytesPerLine, colors] = [dump.readUInt32BE(0), dump.readUInt32BE(48), dump.readUInt32BE(76)];
  const point = headerBytes + colors * 12 + y * bytesPerLine + x * 4;
  return Math.max(...dump.subarray(point, point + 3));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await gone;
}
