import { defineConfig } from 'vitest/config';

const source = { conditions: ['mcp-gui-bridge-source', 'module', 'node', 'default'] };
const resolve = { resolve: source, ssr: { resolve: source } };

/** `expect.poll` gives up after a second otherwise, which a machine that has other work may need for one step. */
const expect = { poll: { timeout: 15_000 } };

/** Browser tests. A browser on two shared cores is sometimes too slow for a wait; what fails three times is broken. */
const e2e = { expect, testTimeout: 60_000, hookTimeout: 120_000, retry: 2 };
const ALONE = 'tests/e2e/{calls,conformance,demo,helpers-only,lifetimes,refusals,windows,wire}.test.ts';

const SEARCHES = 'tests/model/{calls,windows}.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        ...resolve,
        test: {
          name: 'unit',
          expect,
          sequence: { groupOrder: 1 },
          include: [
            'tests/{page-sdk,extension,native-host,demo-site,model,hostile,fuzz,taint,faults,support}/**/*.test.ts',
          ],
          exclude: ['**/*.{process,e2e,mocked}.test.ts', SEARCHES],
          // These files leave nothing behind, and most of their time would go into loading the same modules again.
          isolate: false,
          maxWorkers: 2,
          // Properties take seconds, and much longer on a machine that has other work; none of them can hang.
          testTimeout: 60_000,
        },
      },
      {
        ...resolve,
        test: {
          // A module is replaced reliably only where nobody else is still loading one.
          name: 'mocked',
          expect,
          sequence: { groupOrder: 1 },
          include: ['tests/**/*.mocked.test.ts'],
          maxWorkers: 2,
        },
      },
      {
        ...resolve,
        test: {
          // Long searches come first and together, so that none of them runs alone in the end.
          name: 'schedules',
          sequence: { groupOrder: 0 },
          include: ['tests/schedules/**/*.test.ts', SEARCHES],
          maxWorkers: 2,
        },
      },
      {
        ...resolve,
        test: {
          name: 'contract',
          expect,
          sequence: { groupOrder: 2 },
          include: ['tests/{contract,conformance}/**/*.test.ts', 'tests/**/*.process.test.ts'],
          isolate: false,
          maxWorkers: 2,
          testTimeout: 60_000,
        },
      },
      {
        ...resolve,
        test: {
          ...e2e,
          name: 'e2e',
          sequence: { groupOrder: 3 },
          include: [ALONE, 'tests/papers/**/*.test.ts'],
          // What comes back within two seconds does so only where nobody else wants the processor.
          fileParallelism: false,
        },
      },
      {
        ...resolve,
        test: {
          ...e2e,
          name: 'e2e-pages',
          sequence: { groupOrder: 4 },
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [ALONE],
          maxWorkers: 2,
        },
      },
      {
        ...resolve,
        test: {
          name: 'faults',
          expect,
          sequence: { groupOrder: 5 },
          include: ['tests/faults/*.e2e.test.ts'],
          // A cell has a minute, and a rig that broke down is stopped and started within the test.
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // They wait more than they work. No second try: a call that was lied about once was lied about.
          maxWorkers: 2,
        },
      },
    ],
  },
});
