const fastTests = process.env['FAST_TESTS']

/** Whether only the tests of daily work run: `npm test -- --fast`. */
export const isFastRun = fastTests !== undefined

/** Those of the server that a fast run takes. */
export const fastServerTests: readonly string[] = fastTests?.split(' ') ?? []

// These start, kill and starve whole products, databases and brokers, or play a day of a whole site.
const wholeProducts = [
  'apps/server/test/{durability,heat-wave,permissions,site-day,untidy,upgrade}/**',
  'apps/server/src/platform/backup/backup.test.ts',
  'packages/embedded-postgres/src/{embedded-postgres,upgrade-cluster}.test.ts',
  'apps/server/{test/upgrade-postgres,src/commands/move-database}.test.ts',
  'apps/server/src/{main,start}.test.ts',
]

// These wait for seconds until a database, a broker or a caller counts as gone.
const fallenSilent = [
  'apps/server/test/{mail-while-away,stream-away}.test.ts',
  'apps/server/src/platform/traffic/{bodies-under-way,connections}.test.ts',
  'apps/server/src/platform/database/{database,database-primary,database-pulse}.test.ts',
  'apps/server/src/features/ingest/mqtt/embedded-broker.test.ts',
]

// These take in and draw the largest files, pictures and papers there may be.
const largestFiles = [
  'apps/server/src/features/user-role/import-file.test.ts',
  'apps/server/src/platform/exchange/hash-secrets.test.ts',
  'apps/server/src/platform/pdf/draw-pdf.test.ts',
  'apps/server/src/features/map-image/picture-sizes.test.ts',
  'apps/server/src/{shared/printing/paper,features/report/summary/summary-paper}.test.ts',
]

// These make crowds, long pasts and hundreds of made-up days.
const crowdsAndPasts = [
  'apps/server/src/features/session/crowd.test.ts',
  'apps/server/src/features/ingest/{attach/clocks.properties,summaries}.test.ts',
  'apps/server/src/features/report/table/cells.test.ts',
]

/** What a fast run leaves to the whole one: a twentieth of the files, which take more than a quarter of the time. */
export const slowFiles: readonly string[] = [...wholeProducts, ...fallenSilent, ...largestFiles, ...crowdsAndPasts]
