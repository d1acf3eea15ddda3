import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const conditions = ['mcp-gui-bridge-source', 'module', 'node', 'default'];

/**
 * Builds one process from source, without its packages, and returns the file to start. Starting it takes a tenth of what
 * starting it through a TypeScript loader does, and tests start it often.
 */
export async function buildEntry(entry: URL): Promise<string> {
  const file = fileURLToPath(entry);
  // Test files that run at the same time must not empty each other's output.
  const name = `${basename(file, '.ts')}-${process.env['VITEST_POOL_ID'] ?? '0'}`;
  const outDir = fileURLToPath(new URL(`../../node_modules/.tests/${name}`, import.meta.url));
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('.', import.meta.url)),
    resolve: { conditions },
    ssr: { noExternal: [/^@mcp-gui-bridge\//], resolve: { conditions } },
    build: {
      ssr: file,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'main.js' } },
    },
  });
  return `${outDir}/main.js`;
}
