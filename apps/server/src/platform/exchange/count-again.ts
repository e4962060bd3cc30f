import type { ClientBase } from 'pg'
import type { Database } from '../database/database-types.ts'

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
  for (const table of tables) await client.query(`analyze ${table}`)
}
