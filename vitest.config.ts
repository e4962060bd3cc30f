import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { contextOptions, shellOptions } from './e2e/chromium.ts'
import { fastServerTests, isFastRun, slowFiles } from './scripts/slow-tests.ts'

// No test is about speed: a busy machine only makes them wait longer.
const patient = { testTimeout: 180_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

// Files that a process runs one after the other share what they import: reading it took longer than most tests do.
// And one more runs at once than the smallest machine has cores: a test waits for a database, a kill or a start for some of its time.
const maxWorkers = 3
const shared = { isolate: false, environment: 'node', maxWorkers } as const

// Node reads these files itself, as it does for the product: handed over by Vite they cost more, and nothing in them needs it.
const byNode = { ...shared, experimental: { viteModuleRunner: false, nodeLoader: false } } as const

const onNode = (name: string, ...include: string[]): TestProjectConfiguration => ({
  test: { name, include, exclude: isFastRun ? [...slowFiles] : [], ...byNode, ...patient },
})

/**
 * The rules read and parse the whole repository: in one process, that does it once. Projects with another number of processes run in
 * a group of their own.
 */
const rules: TestProjectConfiguration = {
  test: { name: 'rules', include: ['rules/!(*.database).test.ts'], ...byNode, maxWorkers: 1, sequence: { groupOrder: 1 }, ...patient },
}

// What only a cluster of databases can show is asked where TEST_CLUSTER_URL names one, and there not what looks into one server.
const elsewhere = process.env['TEST_CLUSTER_URL'] === undefined ? ['**/*.cluster.test.ts'] : ['**/*.one-server.test.ts']

/** Tests that read the database: each file gets one of its own, copied from a migrated template. */
const onDatabase: TestProjectConfiguration = {
  test: {
    name: 'server',
    include: isFastRun ? [...fastServerTests] : ['apps/server/{src,test}/**/*.test.ts', 'rules/*.database.test.ts'],
    // What the command line excludes does not reach a project that excludes something itself.
    exclude: isFastRun ? [...elsewhere, ...slowFiles] : elsewhere,
    ...byNode,
    globalSetup: 'apps/server/src/platform/database/test-global-setup.ts',
    setupFiles: 'apps/server/src/platform/database/test-record-rows.ts',
    ...patient,
  },
}

/** Tests of the console's parts that need a real browser: `*.browser.test.tsx`. */
const inBrowser: TestProjectConfiguration = {
  extends: './apps/web/vite.config.ts',
  root: 'apps/web',
  // Looked up again in each run: a package that is met only in the middle of it, since the last run did not have it, reloads
  // the page under the tests.
  optimizeDeps: { force: true },
  test: {
    name: 'web-browser',
    include: ['src/**/*.browser.test.{ts,tsx}'],
    // With fewer than the others they would come after them, one by one.
    maxWorkers,
    ...patient,
    // A browser test has a second try, which the summary names (decisions/0015).
    retry: 1,
    browser: {
      enabled: true,
      headless: true,
      // The first page waits until the packages have been looked for: on a busy machine over a minute, and no test of its file ran.
      connectTimeout: 300_000,
      screenshotFailures: false,
      provider: playwright({ launchOptions: shellOptions, contextOptions }),
      instances: [{ browser: 'chromium' }],
    },
  },
}

const onWeb: TestProjectConfiguration = {
  extends: './apps/web/vite.config.ts',
  root: 'apps/web',
  test: { name: 'web', include: ['src/**/*.test.{ts,tsx}'], exclude: ['**/*.browser.test.*'], ...shared, ...patient },
}

/** In each project the tests of whole products first: they take longest, and the last of them would leave a core idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes('/apps/server/test/')
    const ofProjects = Map.groupBy(await BaseSequencer.prototype.sort.call(this, files), ({ project }) => project)
    return [...ofProjects.values()].flatMap((own) => [...own.filter(isLong), ...own.filter((file) => !isLong(file))])
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      rules,
      onNode('contract', 'packages/contract/src/**/*.test.ts'),
      onNode('heat', 'packages/heat/src/**/*.test.ts'),
      onNode('texts', 'packages/texts/src/**/*.test.ts'),
      onNode('embedded-postgres', 'packages/embedded-postgres/src/**/*.test.ts'),
      onNode('simulator', 'apps/simulator/src/**/*.test.ts'),
      onNode('scripts', 'scripts/**/*.test.ts'),
      onNode('bench', 'bench/**/*.test.ts'),
      onDatabase,
      onWeb,
      inBrowser,
    ],
  },
})
