import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fence, fences } from './fences.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const papers = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'SECURITY.md',
  'page-sdk/README.md',
  'page-sdk/src/protocol/README.md',
  'native-host/README.md',
  'native-host/src/conformance/README.md',
];

/** Every command that a paper tells people to run, and the test that runs it. A command that is not here fails. */
const COMMANDS: Record<string, string> = {
  'npm ci && npm run demo': 'tests/e2e/demo.test.ts, after the `npm ci` of .ci/run',
  'npm ci && npm test': '.ci/run',
  'npm ci': '.ci/run',
  'npm test': '.ci/run',
  'npm run check': 'tests/papers: check',
  'npm run fix': 'tests/papers: fix is biome check --write; check runs the same rules',
  'npm run build': 'tests/support/run-all.ts builds everything first',
  'npm run demo -- --keep': 'tests/e2e/demo.test.ts',
  'node native-host/dist/cli.js install':
    'tests/native-host/install, and demo-site/runner/bridge-profile.ts in every browser test',
  'npm install @mcp-gui-bridge/page-sdk': 'tests/papers/packages.test.ts packs it as it would be published',
  'npm run bench': 'tests/papers: script exists',
};

const scripts = async () =>
  JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).scripts as Record<string, string>;
const read = async (paper: string): Promise<Fence[]> => fences(await readFile(join(root, paper), 'utf8'));
const commandOf = (line: string) => line.replace(/\s+#.*$/, '').trim();

describe.each(papers)('%s', (paper) => {
  const project = join(root, 'node_modules/.papers', paper.replaceAll('/', '-'));
  let blocks: Fence[] = [];
  beforeAll(async () => {
    blocks = await read(paper);
    await rm(project, { recursive: true, force: true });
    await mkdir(project, { recursive: true });
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  test('has no relative link to a file that is not there', async () => {
    const markdown = await readFile(join(root, paper), 'utf8');
    const links = [...markdown.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => match[1] ?? '');
    for (const link of links)
      await expect(
        readFile(resolve(root, paper, '..', link)).catch((error: NodeJS.ErrnoException) =>
          error.code === 'EISDIR' ? '' : Promise.reject(error),
        ),
        link,
      ).resolves.toBeDefined();
  });

  test('every TypeScript snippet compiles on its own', async () => {
    const snippets = blocks.filter(({ language }) => language === 'ts' || language === 'tsx');
    if (snippets.length === 0) return;
    for (const { text, line } of snippets) await writeFile(join(project, `line-${line}.ts`), `${text}\nexport {};\n`);
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        extends: resolve(root, 'tsconfig.base.json'),
        compilerOptions: {
          composite: false,
          emitDeclarationOnly: false,
          declaration: false,
          noEmit: true,
          noUnusedLocals: false,
          noUnusedParameters: false,
          lib: ['es2023', 'dom', 'dom.iterable'],
          types: [],
        },
        include: ['*.ts'],
      }),
    );
    await run(resolve(root, 'node_modules/.bin/tsc'), ['-p', project]).catch((error: { stdout: string }) =>
      expect.fail(error.stdout),
    );
  });

  test('every command is one that a test runs', async () => {
    const known = await scripts();
    const lines = blocks
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => text.split('\n').map(commandOf));
    for (const line of lines.filter(Boolean)) {
      if (line.startsWith('git clone') || line.startsWith('cd ')) continue;
      expect(COMMANDS, `${paper} tells people to run "${line}"`).toHaveProperty([line]);
      const script = /npm run ([\w:]+)/.exec(line)?.[1];
      if (script !== undefined) expect(known).toHaveProperty([script]);
    }
  });

  test('every JSON block is JSON', () => {
    for (const { text, language } of blocks) if (language === 'json') expect(() => JSON.parse(text)).not.toThrow();
  });
});
