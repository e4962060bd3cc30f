import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { PoolClient } from 'pg'
import type { Db } from '../context.ts'
import type { Database } from '../database/database-types.ts'

/** Kysely on a client whose transaction is the caller's, so that slices' own stores work in it. */
export const onClient = (client: PoolClient): Db => {
  const lent: PostgresPoolClient = { query: client.query.bind(client) as PostgresPoolClient['query'], release: () => undefined }
  const pool: PostgresPool = { connect: async () => lent, end: async () => undefined, options: {} }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
