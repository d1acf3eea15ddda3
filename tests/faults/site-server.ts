import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import sirv from 'sirv';
import * as z from 'zod';
import { inWorkspace } from '../../demo-site/runner/workspace.ts';

const document = z.string();
const call = z.string();

/** What a counter page notes, in the order in which it happens there. */
const PageNote = z.discriminatedUnion('type', [
  z.object({ type: z.literal('opened'), document, value: z.int() }),
  z.object({ type: z.literal('closed'), document }),
  z.object({ type: z.enum(['checking', 'start', 'committed', 'end', 'answered']), document, call }),
  z.object({ type: z.literal('effect'), document, call, value: z.int() }),
  z.object({ type: z.literal('looping'), document }),
]);
export type PageNote = z.infer<typeof PageNote>;

export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Serves a directory and the built SDK, and takes the pages' notes: each is answered once it has been told on. */
export async function serveSite(directory: string, onNote: (note: PageNote) => void = () => {}): Promise<Site> {
  const site = sirv(directory, { dev: true });
  const sdk = sirv(inWorkspace('page-sdk/dist'), { dev: true });
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    if (url === '/note') {
      void readBody(request).then((body) => {
        onNote(PageNote.parse(JSON.parse(body)));
        response.writeHead(204).end();
      });
      return;
    }
    const isSdk = url.startsWith('/sdk/');
    if (isSdk) request.url = url.slice('/sdk'.length);
    (isSdk ? sdk : site)(request, response, () => void response.writeHead(404).end('not here'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
