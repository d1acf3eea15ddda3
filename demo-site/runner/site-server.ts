import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sirv from 'sirv';

/** A running web server on the loopback interface. */
export interface Site {
  /** `http://localhost:<port>`, without a slash at the end. */
  origin: string;
  close(): Promise<void>;
}

/** Serves a directory on a free port. */
export async function serveSite(directory: string): Promise<Site> {
  const files = sirv(directory, { etag: true });
  const server = createServer((request, response) => files(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Browsers keep connections open for the next request.
        server.closeAllConnections();
      }),
  };
}
