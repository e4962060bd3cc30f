import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'

/** A statement of an export takes some milliseconds. One that takes so long meets a database in trouble, and had better not add to it. */
const longestStatement = '30s'

/** Does a piece of reading whose statements end after half a minute. @throws what the database says of one that does not end by itself */
export const boundedStatement = <Result>(db: Db, read: (trx: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${longestStatement}, true)`.execute(trx)
    return read(trx)
  })
