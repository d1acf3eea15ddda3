import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  EXTENSION_ID,
  type ExtensionToHost,
  HostToExtension,
  type PartialMessage,
  takeFrame,
  toFrames,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { onTestFinished } from 'vitest';
import { encodeFrame, NO_BYTES, takeBytes } from '../../../native-host/src/host/frame-codec.ts';

export const ORIGIN = `chrome-extension://${EXTENSION_ID}/`;

type Wanted<T extends HostToExtension['type']> = Extract<HostToExtension, { type: T }>;

/** A browser with our extension as far as a host can tell: starts the process and speaks with its stdio. */
export class ScriptedBrowser {
  readonly process: ChildProcess;
  readonly received: HostToExtension[] = [];
  /** Bytes of the largest frame that the host wrote. */
  largestFrame = 0;
  stderr = '';
  readonly exit: Promise<number | null>;
  #bytes = NO_BYTES;
  #message: PartialMessage | undefined;
  #sent = 0;
  readonly #waiting = new Set<() => void>();

  constructor(
    entry: string,
    home: string,
    browserArguments: readonly string[] = [ORIGIN],
    env: NodeJS.ProcessEnv = {},
  ) {
    this.process = spawn(process.execPath, [entry, ...browserArguments], {
      env: { PATH: process.env['PATH'], MCP_GUI_BRIDGE_HOME: home, ...env },
      stdio: 'pipe',
    });
    this.exit = once(this.process, 'close').then(([code]: (number | null)[]) => code ?? null);
    this.process.stdin?.on('error', () => {});
    this.process.stdout?.on('data', (chunk: Buffer) => this.#take(chunk));
    this.process.stderr?.on('data', (chunk) => {
      this.stderr += String(chunk);
    });
    onTestFinished(() => void this.process.kill('SIGKILL'));
  }

  hello(expected: string[] = [], wire = WIRE_VERSION): void {
    const extension = { version: '0.1.0', browser: 'Chromium', profileId: 'profile-1', generation: 1 };
    this.send({ type: 'hello', wire, extension, expected });
  }

  send(message: ExtensionToHost): void {
    this.#sent += 1;
    for (const frame of toFrames(JSON.stringify(message), this.#sent)) this.write(encodeFrame(frame));
  }

  write(bytes: Uint8Array): void {
    this.process.stdin?.write(bytes);
  }

  /** The browser goes, or its worker dies: both end the host's stdin. */
  hangUp(): void {
    this.process.stdin?.end();
  }

  /** The first message of this type, past or to come. */
  async next<T extends HostToExtension['type']>(
    type: T,
    fits: (m: Wanted<T>) => boolean = () => true,
  ): Promise<Wanted<T>> {
    for (;;) {
      const found = this.received.find(
        (message): message is Wanted<T> => message.type === type && fits(message as Wanted<T>),
      );
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  #take(chunk: Buffer): void {
    const { texts, partial } = takeBytes(this.#bytes, chunk);
    this.#bytes = partial;
    for (const text of texts) {
      this.largestFrame = Math.max(this.largestFrame, Buffer.byteLength(text));
      const taken = takeFrame(this.#message, JSON.parse(text));
      this.#message = taken.partial;
      if (taken.message !== undefined) this.received.push(HostToExtension.parse(taken.message));
    }
    for (const resolve of [...this.#waiting]) {
      this.#waiting.delete(resolve);
      resolve();
    }
  }
}
