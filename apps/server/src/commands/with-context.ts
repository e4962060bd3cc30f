import type { Logger } from 'pino'
import { systemClock } from '../platform/clock.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import type { Context } from '../platform/context.ts'
import { connectDatabase } from '../platform/database/database.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { createFreeSpace } from '../platform/files/free-space.ts'
import { secretInDatabase, secretInFolder } from '../platform/secrets/product-secret.ts'

/**
 * Does work with the context that slices are given, beside the running product or without it.
 * @param url of the product's database, whose schema is that of this release
 */
export const withContext = async <Answer>(url: string, log: Logger, work: (context: Context) => Promise<Answer>): Promise<Answer> => {
  const settings = readConfig()
  const { db, pool, pipelined, primary, close } = connectDatabase({ url, log, max: 4 })
  try {
    const { rows } = await pool.query<{ is_divided: boolean }>(`select to_regclass('pg_dist_node') is not null as is_divided`)
    const made = () => (settings.databaseUrl === undefined ? secretInFolder(settings.dataDir) : secretInDatabase(db))
    const config: Config = { ...settings, jwtSecrets: settings.jwtSecrets ?? [await made()] }
    const [isDivided, files, space] = [rows[0]?.is_divided === true, await openFileStore(settings), createFreeSpace(settings)]
    return await work({ config, db, pool, pipelined, primary, isDivided, log, clock: systemClock, files, space })
  } finally {
    await close()
  }
}
