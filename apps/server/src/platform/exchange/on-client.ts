import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { PoolClient } from 'pg'
import type { Db } from '../context.ts'
import type { Database } from '../database/database-types.ts'
import { preparedName } from '../database/prepared.ts'

/** Kysely on a client whose transaction is the caller's, so that slices' own stores work in it. */
export const onClient = (client: PoolClient): Db => {
  const query = (text: string, values: readonly unknown[]) => {
    const name = preparedName(text)
    return client.query({ text, values: [...values], ...(name !== undefined && { name }) })
  }
  const lent: PostgresPoolClient = { query: query as unknown as PostgresPoolClient['query'], release: () => undefined }
  const pool: PostgresPool = { connect: async () => lent, end: async () => undefined, options: {} }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
