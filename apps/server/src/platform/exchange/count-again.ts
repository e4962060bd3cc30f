import type { ClientBase } from 'pg'
import type { Database } from '../database/database-types.ts'

// Whose rows they are, and of what kind: what the lists look for. The other columns take two thirds of the time, and can wait.
const keyColumns = `
  select string_agg(quote_ident(attname), ', ') as columns
    from pg_attribute
   where attrelid = $1::regclass and attnum > 0 and not attisdropped and (attname = 'kind' or attname like '%\\_id')`

// So many rows change what the planner must expect of the lists; autovacuum sees them a minute later, and waits for a tenth of a table.
const manyRows = 1_000

/**
 * Has the database count tables again that many rows have come to: an owner whom it has never counted it expects to have
 * few, and reads them one by one. Outside of the transaction that wrote them: a cluster analyses no table within one that has written an account, and
 * nobody else's analysis waits for it.
 * @param rows how many were written
 */
export const countAgain = async (client: ClientBase, tables: readonly (keyof Database)[], rows: number): Promise<void> => {
  if (rows <= manyRows) return
  for (const table of tables) {
    const { rows: found } = await client.query<{ columns: string }>(keyColumns, [table])
    await client.query(`analyze ${table} (${found[0]?.columns})`)
  }
}
