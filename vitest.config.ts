import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { contextOptions, launchOptions } from './e2e/chromium.ts'
import { isFastRun, slowFiles } from './scripts/slow-tests.ts'

// No test is about speed: a busy machine only makes them wait longer.
const patient = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }

// Files that a process runs one after the other share what they import: reading it took longer than most tests do.
const shared = { isolate: false, environment: 'node', maxWorkers: 2 } as const

const onNode = (name: string, ...include: string[]): TestProjectConfiguration => ({
  test: { name, include, ...shared, ...patient },
})

// What only a cluster of databases can show is asked where TEST_CLUSTER_URL names one, and there not what looks into one server.
const elsewhere = process.env['TEST_CLUSTER_URL'] === undefined ? ['**/*.cluster.test.ts'] : ['**/*.one-server.test.ts']

/** Tests that read the database: each file gets one of its own, copied from a migrated template. */
const onDatabase: TestProjectConfiguration = {
  test: {
    name: 'server',
    include: ['apps/server/{src,test}/**/*.test.ts', 'rules/*.database.test.ts'],
    // What the command line excludes does not reach a project that excludes something itself.
    exclude: isFastRun ? [...elsewhere, ...slowFiles] : elsewhere,
    ...shared,
    globalSetup: 'apps/server/src/platform/test-global-setup.ts',
    ...patient,
  },
}

/** Tests of the console's parts that need a real browser: `*.browser.test.tsx`. */
const inBrowser: TestProjectConfiguration = {
  extends: './apps/web/vite.config.ts',
  root: 'apps/web',
  // Looked for anew in each run: a package that is met only in the middle of it, since the last run did not have it, reloads
  // the page under the tests.
  optimizeDeps: { force: true },
  test: {
    name: 'web-browser',
    include: ['src/**/*.browser.test.{ts,tsx}'],
    ...patient,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions, contextOptions }),
      instances: [{ browser: 'chromium' }],
    },
  },
}

const onWeb: TestProjectConfiguration = {
  extends: './apps/web/vite.config.ts',
  root: 'apps/web',
  test: { name: 'web', include: ['src/**/*.test.{ts,tsx}'], exclude: ['**/*.browser.test.*'], ...shared, ...patient },
}

export default defineConfig({
  test: {
    projects: [
      onNode('rules', 'rules/!(*.database).test.ts'),
      onNode('contract', 'packages/contract/src/**/*.test.ts'),
      onNode('heat', 'packages/heat/src/**/*.test.ts'),
      onNode('simulator', 'apps/simulator/src/**/*.test.ts'),
      onNode('scripts', 'scripts/*.test.ts'),
      onNode('bench', 'bench/**/*.test.ts'),
      onDatabase,
      onWeb,
      inBrowser,
    ],
  },
})
