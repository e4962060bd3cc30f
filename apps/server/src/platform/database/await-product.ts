import { setTimeout as after } from 'node:timers/promises'
import { isDatabaseStarting, runningDatabaseUrl } from '@mimamori/embedded-postgres'
import pg from 'pg'
import { appliedMigrations, readMigrations } from './migrate.ts'

const patienceMs = 60_000
const askEveryMs = 500

/** Whether the schema is that of this release and has its first account: the product makes both as it starts. */
const isReady = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    if ((await appliedMigrations(client)).length < (await readMigrations()).length) return false
    const { rows } = await client.query('select from app_user limit 1')
    return rows.length > 0
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Finds the embedded database of the product that runs on this data folder. One that has just been installed or updated is waited for,
 * for a minute, which is said on standard error.
 * @returns its URL; undefined where no product runs there
 */
export const awaitProduct = async (dataDir: string): Promise<string | undefined> => {
  let isSaid = false
  for (const until = performance.now() + patienceMs; ; await after(askEveryMs)) {
    const url = await runningDatabaseUrl(dataDir)
    const isThere = url === undefined ? !(await isDatabaseStarting(dataDir)) : await isReady(url)
    if (isThere || performance.now() > until) return url
    if (!isSaid) process.stderr.write('見守りは起動中です。動き出すのを待っています… / Mimamori is starting: waiting for it\n')
    isSaid = true
  }
}
