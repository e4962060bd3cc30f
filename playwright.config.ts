import { defineConfig } from '@playwright/test'
import { contextOptions, shellOptions } from './e2e/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  // A second try is said by name, and only few are excused: scripts/tally.ts, decisions/0015.
  retries: 1,
  timeout: 180_000,
  forbidOnly: true,
  expect: { timeout: 20_000 },
  use: {
    ...contextOptions,
    browserName: 'chromium',
    launchOptions: shellOptions,
    screenshot: 'only-on-failure',
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
})
