import { chmodSync } from 'node:fs';
import { resolve } from 'node:path';
import { crx } from '@crxjs/vite-plugin';
import { defineConfig, type UserConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { manifest, withoutWebAccessibleResources } from './extension/manifest.config.ts';

/** `vite build --mode <target>` builds one of these; `npm run build` all of them, in this order. */
const targets = ['sdk', 'extension', 'extension-dev', 'view', 'host', 'demo'] as const;
type Target = (typeof targets)[number];

const at = (...path: string[]) => resolve(import.meta.dirname, ...path);
const source = {
  resolve: { conditions: ['mcp-gui-bridge-source', 'module', 'browser', 'development|production', 'default'] },
};

function extension(variant: 'chromium' | 'chromium-dev'): UserConfig {
  return {
    ...source,
    root: at('extension'),
    plugins: [crx({ manifest: manifest(variant) }), withoutWebAccessibleResources()],
    build: {
      outDir: at('extension/dist', variant),
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: false,
      // The one page that no field of the manifest names.
      rolldownOptions: { input: { prompt: at('extension/src/prompt/index.html') } },
    },
  };
}

const configs: Record<Target, () => UserConfig> = {
  sdk: () => ({
    ...source,
    root: at('page-sdk'),
    build: {
      outDir: at('page-sdk/dist'),
      emptyOutDir: true,
      target: 'es2022',
      lib: {
        entry: { index: at('page-sdk/src/index.ts'), protocol: at('page-sdk/src/protocol/index.ts') },
        formats: ['es'],
      },
      rolldownOptions: { external: ['zod'], output: { chunkFileNames: '[name].js', minify: true } },
    },
  }),
  extension: () => extension('chromium'),
  'extension-dev': () => extension('chromium-dev'),
  view: () => ({
    ...source,
    root: at('native-host/src/mcp/views'),
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [viteSingleFile({ removeViteModuleLoader: true })],
    build: {
      outDir: at('native-host/src/mcp/views/dist'),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: at('native-host/src/mcp/views/windows.html') },
    },
  }),
  host: () => ({
    root: at('native-host'),
    resolve: { conditions: ['mcp-gui-bridge-source', 'module', 'node', 'development|production', 'default'] },
    ssr: { noExternal: true, resolve: { conditions: ['mcp-gui-bridge-source', 'module', 'node', 'default'] } },
    plugins: [{ name: 'run-bit', closeBundle: () => chmodSync(at('native-host/dist/cli.js'), 0o755) }],
    build: {
      ssr: true,
      outDir: at('native-host/dist'),
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: at('native-host/src/cli.ts'),
        output: { entryFileNames: 'cli.js', codeSplitting: false, format: 'es' },
      },
    },
  }),
  demo: () => ({
    ...source,
    root: at('demo-site'),
    base: './',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: at('demo-site/dist'),
      emptyOutDir: true,
      target: 'es2022',
      // The console's tokenizer, which runs in a worker, is mostly its table of words.
      chunkSizeWarningLimit: 2_500,
      rolldownOptions: {
        input: ['index', 'maintenance', 'conformance', 'console', 'console-sandbox'].map((page) =>
          at('demo-site', `${page}.html`),
        ),
      },
    },
  }),
};

export default defineConfig(({ mode }) => {
  const target = targets.find((name) => name === mode);
  if (target === undefined) throw new Error(`vite build --mode ${targets.join(' | ')}; "${mode}" is none of them`);
  return configs[target]();
});
