import pg from 'pg'

/**
 * Takes one database of a server away from everybody and gives it back, as a restart of its server does.
 * @param whileAway is waited for before it is given back
 */
export const cutDatabase = async (adminUrl: string, databaseUrl: string, whileAway?: () => Promise<unknown>): Promise<void> => {
  const name = new URL(databaseUrl).pathname.slice(1)
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`alter database ${name} allow_connections false`)
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    await whileAway?.()
  } finally {
    await client.query(`alter database ${name} allow_connections true`)
    await client.end()
  }
}
