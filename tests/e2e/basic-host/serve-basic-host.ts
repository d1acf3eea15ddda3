import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'vite';

/** The policy of a view that declares nothing, and what a declaration adds (MCP Apps 2026-01-26, Security). */
function policy(declared: Partial<Record<string, string[]>>): string {
  const listed = (name: string) => (declared[name] ?? []).join(' ');
  const resources = listed('resourceDomains');
  return [
    "default-src 'none'",
    `script-src 'self' 'unsafe-inline' ${resources}`,
    `style-src 'self' 'unsafe-inline' ${resources}`,
    `img-src 'self' data: ${resources}`,
    `font-src 'self' ${resources}`,
    `media-src 'self' data: ${resources}`,
    `connect-src ${listed('connectDomains') || "'none'"}`,
    `frame-src ${listed('frameDomains') || "'none'"}`,
    "object-src 'none'",
    `base-uri ${listed('baseUriDomains') || "'self'"}`,
  ].join('; ');
}

async function script(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: new URL(name, import.meta.url).pathname, formats: ['es'], fileName: 'page' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !('output' in output)) throw new Error(`${name} was not built.`);
  return output.output[0].code;
}

export interface BasicHostServer {
  /** The host's own page; the sandbox is on the same port of another host name. */
  readonly url: string;
  close(): Promise<void>;
}

/** A web host in the shape of the official example: AppBridge and a sandbox on another origin, with nothing of ours. */
export async function serveBasicHost(): Promise<BasicHostServer> {
  const page = async (title: string, name: string) =>
    `<!doctype html><meta charset="utf-8"><title>${title}</title><style>html,body{margin:0;height:100%}iframe{border:0;width:100%;height:400px}</style><body><script type="module">${(await script(name)).replaceAll('</script', '<\\/script')}</script>`;
  const [basic, draft, sandbox] = await Promise.all([
    page('Basic host', 'host-page.ts'),
    page('Host of an early draft', 'draft-host-page.ts'),
    page('Sandbox', 'sandbox-page.ts'),
  ]);
  const pages = new Map([
    ['/', basic],
    ['/draft.html', draft],
    ['/sandbox.html', sandbox],
  ]);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const html = pages.get(pathname);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (pathname === '/sandbox.html') {
      response.setHeader('content-security-policy', policy(JSON.parse(searchParams.get('csp') ?? '{}')));
    }
    if (html === undefined) response.setHeader('access-control-allow-origin', '*');
    response.end(html ?? 'reached');
  });
  await new Promise<void>((done) => server.listen(0, done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
