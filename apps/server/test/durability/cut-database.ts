import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'

/** Takes one database of a server away from everybody and gives it back, as a restart of its server does. */
export const cutDatabase = async (adminUrl: string, databaseUrl: string, awayMs = 0): Promise<void> => {
  const name = new URL(databaseUrl).pathname.slice(1)
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`alter database ${name} allow_connections false`)
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    await after(awayMs)
  } finally {
    await client.query(`alter database ${name} allow_connections true`)
    await client.end()
  }
}
