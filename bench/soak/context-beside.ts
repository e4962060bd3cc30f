import { pino } from 'pino'
import type { Context } from '../../apps/server/src/platform/context.ts'
import type { DatabaseConnection } from '../../apps/server/src/platform/database/database.ts'
import { createFreeSpace } from '../../apps/server/src/platform/files/free-space.ts'
import { openFileStore } from '../../apps/server/src/platform/files/open-file-store.ts'
import { testConfig } from '../../apps/server/src/platform/test-context.ts'

/** The context of a product in another process, for what a soak does beside it: its database, its secret and its files. */
export const contextBeside = async (
  { db, pool, pipelined, primary }: DatabaseConnection,
  jwtSecret: string,
  dataDir: string,
): Promise<Context> => ({
  config: testConfig({ jwtSecrets: [jwtSecret] }),
  db,
  pool,
  pipelined,
  primary,
  isDivided: false,
  space: createFreeSpace(testConfig()),
  files: await openFileStore({ filesUrl: undefined, dataDir }),
  log: pino({ level: 'silent' }),
  clock: () => new Date(),
})
