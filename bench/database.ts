import { setTimeout as after } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Crowd, minuteOfHeat, minuteOfReadings } from './fill.ts'
import type { Product } from './product.ts'
import { createRecorder, type Recording, replay } from './recorded.ts'

const rowsOfTransaction = 500
const connections = 4

// A reading's own columns, with what a worker's reading says; the rest of the columns are as empty as they are there.
const plainInsert = {
  name: 'plain',
  text: `
    insert into plain_reading (company_id, office_id, group_id, device_id, at, call, user_id, received_at, heart_rate, wbgt, wbgt_source, wbgt_device_id, excess,
      heart_level, heat_level, total_level, battery, signal, gateway_id, latitude, longitude)
    select 1, 1, 7, * from unnest($1::int[], $2::timestamptz[], $3::boolean[], $4::int[], $5::timestamptz[], $6::smallint[], $7::real[],
      $8::text[], $9::int[], $10::real[], $11::smallint[], $12::smallint[], $13::smallint[], $14::smallint[], $15::smallint[],
      $16::int[], $17::float8[], $18::float8[])`,
}
const plainReading = [
  '77',
  '2026-07-20T13:05:00Z',
  'false',
  '77',
  '2026-07-20T13:05:01Z',
  '128',
  '29.4',
  'measured',
  '9',
  '1.4',
  '0',
  '2',
  '2',
  '4',
  '3',
  '12',
  '35.68',
  '139.76',
]

/** Rows a second that the database takes with nothing to do but keep them: no index, durable, 500 a transaction. */
export const plainRowsPerSecond = async (pool: Pool, seconds: number): Promise<number> => {
  await pool.query('create table plain_reading (like reading)')
  const values = plainReading.map((value) => `{${Array.from({ length: rowsOfTransaction }, () => value).join(',')}}`)
  const started = performance.now()
  let rows = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = await pool.connect()
      try {
        while (performance.now() - started < seconds * 1_000) {
          await client.query({ ...plainInsert, values })
          rows += rowsOfTransaction
        }
      } finally {
        client.release()
      }
    }),
  )
  const perSecond = rows / ((performance.now() - started) / 1_000)
  await pool.query('drop table plain_reading')
  return perSecond
}

/**
 * Readings a second that the database takes of the ingestion's own statements with their values ready made: the same
 * crowd's minutes are judged once while their statements are written down, wiped, and given to the database again.
 */
export const databaseOnlyPerSecond = async (product: Product, crowd: Crowd, firstMinute: Date): Promise<number> => {
  const { pool } = product
  const lanes = 3
  const batch = 700
  const minutes = 4
  const recordings: Recording[][] = Array.from({ length: lanes }, () => [])
  const record = createRecorder(pool, crowd)
  await record(minuteOfHeat(firstMinute, 0))
  await pool.query('create table kept_worker_state as select * from worker_state')
  for (let minute = 0; minute < minutes; minute++) {
    const at = new Date(firstMinute.getTime() + minute * 60_000)
    for (let first = 1; first + batch - 1 <= crowd.workers; first += batch) {
      const workers = Array.from({ length: batch }, (_, n) => first + n)
      recordings[Math.floor(first / batch) % lanes]?.push(await record(minuteOfReadings(workers, at, minute)))
    }
  }
  await wipe(pool)
  const seconds = await replay(pool, recordings)
  const readings = recordings.flat().reduce((sum, recording) => sum + recording.readings, 0)
  await wipe(pool)
  return readings / seconds
}

const wipe = async (pool: Pool): Promise<void> => {
  // Ingestion may still be locking rows of the last batch.
  await after(200)
  await pool.query(
    'truncate reading, worker_checkpoint, summary_due, heat_due, hourly_summary, heat_summary, monthly_summary, group_rest_day, monthly_due, alert cascade',
  )
  await pool.query(
    `update worker_state s set judge = k.judge, last_at = k.last_at, total_level = k.total_level
       from kept_worker_state k where s.company_id = k.company_id and s.user_id = k.user_id`,
  )
  await pool.query('vacuum analyze worker_state')
}
