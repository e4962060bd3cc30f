import { defineConfig } from '@playwright/test'
import { contextOptions, launchOptions } from './e2e/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  forbidOnly: true,
  expect: { timeout: 10_000 },
  use: { ...contextOptions, browserName: 'chromium', launchOptions, screenshot: 'only-on-failure', trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure' },
})
