import pg from 'pg'
import { productTables, quoted } from '../../src/platform/backup/catalog.ts'

/** What a table holds: its rows, and of each column a number that changes with any of its values. */
export type StoredTable = { readonly rows: number; readonly columns: ReadonlyMap<string, string> }

/** By the names of tables. */
export type StoredValues = ReadonlyMap<string, StoredTable>

/**
 * Reads what every table of the product holds, column by column.
 * @param without names of tables that are left out
 */
export const readStoredValues = async (url: string, without: ReadonlySet<string> = new Set()): Promise<StoredValues> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const values = new Map<string, StoredTable>()
    for (const table of await productTables(client)) {
      if (without.has(table.name)) continue
      // Null counts as nothing, also in the sum, and is therefore counted beside it.
      const sums = table.columns.map((name) => {
        const column = pg.escapeIdentifier(name)
        return `count(${column}) || ' ' || coalesce(sum(hashtextextended(${column}::text, 0)::numeric), 0)`
      })
      const { rows } = await client.query<{ rows: number; sums: string[] }>(
        `select count(*)::integer as rows, array[${sums.join(', ')}]::text[] as sums from ${quoted(table)}`,
      )
      const [row] = rows
      values.set(table.name, { rows: row?.rows ?? 0, columns: new Map(table.columns.map((name, index) => [name, row?.sums[index] ?? ''])) })
    }
    return values
  } finally {
    await client.end()
  }
}

/**
 * What is not as it was: `table` where the table is gone, `table: 3 of 4 rows` where it holds more or fewer, `table.column` where the
 * column is gone or holds something else. What is new is not compared, nor are the columns of a table with other rows.
 * @param renamed new names of tables by their old ones
 */
export const differencesOf = (before: StoredValues, after: StoredValues, renamed: Readonly<Record<string, string>> = {}): string[] =>
  [...before].flatMap(([table, was]) => {
    const is = after.get(table) ?? after.get(renamed[table] ?? '')
    if (is === undefined) return [table]
    if (is.rows !== was.rows) return [`${table}: ${is.rows} of ${was.rows} rows`]
    return [...was.columns].flatMap(([column, sum]) => (is.columns.get(column) === sum ? [] : [`${table}.${column}`]))
  })
