import { setTimeout as after } from 'node:timers/promises'
import type { Pool } from 'pg'
import { report } from './figure.ts'
import { fillCrowd } from './fill.ts'
import { sendOverHttp } from './ingest-http.ts'
import { startProduct } from './product.ts'

const workers = 2_000
const sendingSeconds = 30
// The past is left alone until its workers have not been heard of for five minutes.
const patienceSeconds = 900

/** Bytes on disk of a table with its partitions: the rows alone, and their indexes. */
const bytesOf = async (pool: Pool, table: string): Promise<{ rows: number; indexes: number; count: number }> => {
  const { rows } = await pool.query<{ rows: string; indexes: string; count: string }>(
    `select sum(pg_table_size(relid)) as rows, sum(pg_indexes_size(relid)) as indexes, (select count(*) from ${table}) as count
       from (select relid from pg_partition_tree('${table}') where isleaf union select '${table}'::regclass) as every_part`,
  )
  const [sizes] = rows
  if (sizes === undefined) throw new Error(`no sizes of ${table}`)
  return { rows: Number(sizes.rows), indexes: Number(sizes.indexes), count: Number(sizes.count) }
}

/** How much the database has written ahead of its tables, in bytes. */
const written = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`)
  return Number(rows[0]?.bytes)
}

const whenSummariesAreStored = async (pool: Pool): Promise<void> => {
  for (let second = 0; second < patienceSeconds; second++) {
    const { rows } = await pool.query('select from summary_due limit 1')
    if (rows.length === 0) return
    await after(1_000)
  }
  throw new Error(`summaries are still due after ${patienceSeconds} s`)
}

/** What readings and their summaries cost on disk; sizes are the same on a busy machine. */
export const measureSizes = async (): Promise<void> => {
  const product = await startProduct()
  try {
    const { pool } = product
    const crowd = await fillCrowd(pool, workers)
    const before = await written(pool)
    const { readings } = await sendOverHttp(product, crowd, sendingSeconds, new Date(Date.now() - 12 * 3_600_000))
    report('written ahead a reading, judged', ((await written(pool)) - before) / readings, 'bytes')
    await whenSummariesAreStored(pool)
    const reading = await bytesOf(pool, 'reading')
    report('a stored reading', reading.rows / reading.count, 'bytes')
    report('its indexes', reading.indexes / reading.count, 'bytes')
    const summary = await bytesOf(pool, 'hourly_summary')
    report("a worker's stored hour, with its indexes", (summary.rows + summary.indexes) / summary.count, 'bytes')
    report("workers' hours measured", summary.count, 'rows')
  } finally {
    await product.stop()
  }
}
