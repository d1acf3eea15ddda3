import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import sirv from 'sirv';

const root = resolve(import.meta.dirname, '../..');

/** Serves a site, the laboratory if none is named, the built SDK at /sdk/ and the built demo site at /desk/ on one loopback port. */
export async function serveLab(
  directory = resolve(import.meta.dirname, 'site'),
): Promise<{ port: number; origin: string; close(): Promise<void> }> {
  const options = { dev: true };
  const lab = sirv(directory, options);
  const mounts = new Map([
    ['/sdk/', sirv(resolve(root, 'page-sdk/dist'), options)],
    ['/desk/', sirv(resolve(root, 'demo-site/dist'), options)],
  ]);
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const mount = [...mounts.keys()].find((prefix) => url.startsWith(prefix));
    if (mount !== undefined) request.url = url.slice(mount.length - 1);
    (mounts.get(mount ?? '') ?? lab)(request, response, () => void response.writeHead(404).end('not here'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://localhost:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
