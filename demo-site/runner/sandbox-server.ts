import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sirv from 'sirv';
import { contentSecurityPolicy, type ViewCsp } from './view-policy.ts';

export interface SandboxServer {
  /** CSP source that matches every sandbox. */
  readonly source: string;
  /** Makes the sandbox of one view, and says where it is. */
  open(csp: ViewCsp): string;
  close(): Promise<void>;
}

/** Sandboxes remembered; the oldest is forgotten when there are more. */
const SANDBOXES = 256;

/**
 * Serves sandbox proxies for views, each at an origin of its own, so that no view can reach into another. A sandbox's
 * policy belongs to its origin: a view that navigates its proxy finds the same policy again, and can choose no other.
 *
 * @param directory the built site
 * @param host origin of the page that shows the views
 */
export async function serveSandboxes(directory: string, host: string): Promise<SandboxServer> {
  const policies = new Map<string, string>();
  const files = sirv(directory, { etag: true });
  const server = createServer((request, response) => {
    const policy = policies.get(request.headers.host ?? '');
    const notFound = () => void response.writeHead(404).end('No view is here.');
    if (policy === undefined) return notFound();
    response.setHeader('content-security-policy', policy);
    if (request.url === '/') request.url = '/console-sandbox.html';
    else if (!request.url?.startsWith('/assets/')) return notFound();
    files(request, response, notFound);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    source: `http://*.localhost:${port}`,
    open(csp) {
      const name = `v${randomBytes(12).toString('hex')}.localhost:${port}`;
      policies.set(name, contentSecurityPolicy(csp, host));
      const [oldest] = policies.keys();
      if (policies.size > SANDBOXES && oldest !== undefined) policies.delete(oldest);
      return `http://${name}/`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
