/** Whether only what daily work needs shall run: `npm test -- --fast`. */
export const isFastRun = process.env['FAST_TESTS'] !== undefined

/**
 * What a fast run leaves to the whole one: these start, kill and starve whole products, databases and brokers, or play a day
 * of a whole site.
 */
export const slowFiles: readonly string[] = [
  'apps/server/test/{durability,heat-wave,permissions,site-day,untidy}/**',
  'apps/server/src/platform/{backup,embedded-postgres}.test.ts',
  'apps/server/src/{main,start}.test.ts',
]
