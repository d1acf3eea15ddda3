import { readdirSync, renameSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { FaultPipe, type PipeFault } from '../fault-pipe.ts';
import { socketFraming } from '../framing.ts';

interface Pair {
  readonly agent: Socket;
  readonly host: Socket;
  readonly pipes: readonly FaultPipe[];
}

/**
 * Stands between a host's socket and its agents, under the host's own address: the proof of the handshake covers the
 * address, so a proxy elsewhere would be refused. The host looks after its file every 30 s; use it for less.
 */
export class SocketProxy {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #fault: PipeFault | undefined;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Takes the place of the one socket in the run directory that has no descriptor yet. */
  static async interpose(runDirectory: string): Promise<SocketProxy> {
    const names = readdirSync(runDirectory);
    const name = names.find((each) => each.endsWith('.sock') && !names.includes(each.replace('.sock', '.json')));
    if (name === undefined) throw new Error(`no new socket among ${names}`);
    const path = join(runDirectory, name);
    renameSync(path, `${path}.real`);
    const server = createServer();
    const proxy = new SocketProxy(server);
    server.on('connection', (agent) => proxy.#join(agent, `${path}.real`));
    await new Promise<void>((resolve) => server.listen(path, resolve));
    return proxy;
  }

  set fault(fault: PipeFault | undefined) {
    this.#fault = fault;
    for (const { pipes } of this.#pairs) for (const pipe of pipes) pipe.fault = fault;
  }

  /** Breaks every connection; new ones can be made. */
  cut(): void {
    for (const { agent, host } of this.#pairs) {
      agent.destroy();
      host.destroy();
    }
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #join(agent: Socket, path: string): void {
    const host = connect(path);
    const pipes = [
      new FaultPipe(socketFraming, (bytes) => host.write(bytes)),
      new FaultPipe(socketFraming, (bytes) => agent.write(bytes)),
    ] as const;
    const [toHost, toAgent] = pipes;
    for (const pipe of pipes) pipe.fault = this.#fault;
    const pair = { agent, host, pipes };
    this.#pairs.add(pair);
    agent.on('data', (bytes: Buffer) => toHost.push(bytes));
    host.on('data', (bytes: Buffer) => toAgent.push(bytes));
    for (const [one, other] of [
      [agent, host],
      [host, agent],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => {
        other.destroy();
        this.#pairs.delete(pair);
      });
    }
  }
}
