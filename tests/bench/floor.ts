import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { WebSocket, WebSocketServer } from 'ws';
import { launchBrowser } from '../../demo-site/runner/launch-browser.ts';
import type { Subject } from './statistics.ts';

const parts = join(import.meta.dirname, 'floor');
const HOST_NAME = 'io.mcp_gui_bridge.bench_floor';

/** The hops of the product with nothing in them but an echo, and how to end them. */
export interface Floor {
  readonly subjects: Readonly<Record<string, Subject>>;
  stop(): Promise<void>;
}

type OnLine = (listener: (line: string) => void) => void;

/** One line out, one line back; whoever asked last is answered. */
const echo =
  (write: (line: string) => void, onLine: OnLine, to: string): Subject =>
  () =>
    new Promise<string>((resolve) => {
      onLine(resolve);
      write(JSON.stringify({ to }));
    });

function lines(stream: NodeJS.ReadableStream): OnLine {
  let listener = (_line: string) => {};
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const complete = (rest + text).split('\n');
    rest = complete.pop() ?? '';
    for (const line of complete) listener(line);
  });
  return (next) => {
    listener = next;
  };
}

function stdioEcho(): { child: ChildProcess; subject: Subject } {
  const program = "process.stdin.on('data', (data) => process.stdout.write(data))";
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  return { child, subject: echo((line) => child.stdin.write(`${line}\n`), lines(child.stdout), 'child') };
}

async function socketEcho(directory: string): Promise<{ subject: Subject; stop(): void }> {
  const path = join(directory, 'ws.sock');
  const server = createServer().listen(path);
  await new Promise((done) => server.once('listening', done));
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(String(data))));
  const client = new WebSocket('ws://host', { perMessageDeflate: false, createConnection: () => connect(path) });
  await new Promise((done) => client.once('open', done));
  const subject = echo(
    (line) => client.send(line),
    (listener) => client.once('message', (data) => listener(String(data))),
    'socket',
  );
  return {
    subject,
    stop: () => {
      client.terminate();
      server.close();
    },
  };
}

async function appears(path: string): Promise<void> {
  const watcher = watch(join(path, '..'));
  while (!existsSync(path)) await new Promise((done) => watcher.once('change', done));
  watcher.close();
}

/** Starts echo processes and a browser with an echoing extension, page and native host. */
export async function startFloor(executablePath: string): Promise<Floor> {
  const directory = await mkdtemp(join(tmpdir(), 'mgbf-'));
  const profile = join(directory, 'profile');
  const socket = join(directory, 'host.sock');
  const program = join(directory, 'echo-host.mjs');
  await copyFile(join(parts, 'echo-host.mjs'), program);
  const launcher = join(directory, 'host.sh');
  await writeFile(launcher, `#!/bin/sh\nBENCH_FLOOR_SOCKET='${socket}' exec '${process.execPath}' '${program}'\n`);
  await chmod(launcher, 0o755);
  const { id } = JSON.parse(await readFile(join(parts, 'identity.json'), 'utf8')) as { id: string };
  const manifest = {
    name: HOST_NAME,
    description: 'Echo',
    path: launcher,
    type: 'stdio',
    allowed_origins: [`chrome-extension://${id}/`],
  };
  await mkdir(join(profile, 'NativeMessagingHosts'), { recursive: true });
  await writeFile(join(profile, 'NativeMessagingHosts', `${HOST_NAME}.json`), JSON.stringify(manifest));

  const page = await readFile(join(parts, 'page.html'));
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  const { port } = site.address() as AddressInfo;
  const launched = await launchBrowser({ executablePath, extension: parts, userDataDir: profile, env: process.env });
  const tab = await launched.browser.newPage();
  await tab.goto(`http://127.0.0.1:${port}/`);
  await appears(`${socket}.ready`);
  const host: Socket = connect(socket);
  await new Promise((done) => host.once('connect', done));
  const hostLines = lines(host);
  const through = (to: string) => echo((line) => host.write(`${line}\n`), hostLines, to);
  const stdio = stdioEcho();
  const ws = await socketEcho(directory);
  return {
    subjects: {
      'hop: stdio echo': stdio.subject,
      'hop: ws over a private socket, echo': ws.subject,
      'hops: socket, host and back': through('host'),
      'hops: socket, host, worker and back': through('worker'),
      'hops: socket, host, worker, content script, page and back': through('page'),
    },
    async stop() {
      stdio.child.kill();
      ws.stop();
      host.destroy();
      await launched.close();
      site.close();
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
