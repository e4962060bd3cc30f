import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { contextOptions, launchOptions } from './e2e/chromium.ts'

const onNode = (name: string, ...include: string[]): TestProjectConfiguration => ({ test: { name, include, environment: 'node' } })

/** Tests that read the database: each file gets one of its own, copied from a migrated template. */
const onDatabase: TestProjectConfiguration = {
  test: {
    name: 'server',
    include: ['apps/server/src/**/*.test.ts', 'rules/*.database.test.ts'],
    environment: 'node',
    globalSetup: 'apps/server/src/platform/test-global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
}

/** Tests of the console's parts that need a real browser: `*.browser.test.tsx`. */
const inBrowser: TestProjectConfiguration = {
  extends: './apps/web/vite.config.ts',
  root: 'apps/web',
  test: {
    name: 'web-browser',
    include: ['src/**/*.browser.test.{ts,tsx}'],
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
  test: { name: 'web', include: ['src/**/*.test.{ts,tsx}'], exclude: ['**/*.browser.test.*'], environment: 'node' },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
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
