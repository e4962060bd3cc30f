import type { PoolClient } from 'pg'
import { takeWeeks } from '../../shared/monitoring/summaries/week-lock.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction, type Recurring } from '../../platform/database/recurring.ts'
import { WeeksMissing } from './model.ts'

const weekMs = 7 * 24 * 3_600_000
// 1970-01-05 was a Monday: the weeks of ensure_reading_partition() in the database.
const firstMonday = 4 * 24 * 3_600_000
const weekOf = (at: number) => Math.floor((at - firstMonday) / weekMs)

const known = new WeakMap<Context['pool'], Set<number>>()

const weeksKnown = (pool: Context['pool']): Set<number> => {
  const weeks = known.get(pool) ?? new Set<number>()
  known.set(pool, weeks)
  return weeks
}

/**
 * Checks that this process knows the tables to exist that readings go to (`at`: epoch ms).
 * @throws WeeksMissing with the instants of the others
 */
export const requirePartitions = ({ pool }: Pick<Context, 'pool'>, readings: readonly { readonly at: number }[]): void => {
  const weeks = weeksKnown(pool)
  const missing = readings.flatMap(({ at }) => (weeks.has(weekOf(at)) ? [] : [at]))
  if (missing.length > 0) throw new WeeksMissing(missing)
}

/**
 * Makes the tables that readings of those instants (epoch ms) go to, unless this process knows them to be there.
 * Outside the batch's transaction, which may have to be repeated.
 */
export const ensurePartitions = async ({ pool }: Pick<Context, 'pool'>, instants: Iterable<number>): Promise<void> => {
  const weeks = weeksKnown(pool)
  for (const at of instants) {
    const week = weekOf(at)
    if (weeks.has(week)) continue
    await pool.query('select ensure_reading_partition($1)', [new Date(at)])
    weeks.add(week)
  }
}

const weeksAhead = 3

// A partition may go once all of it lies before the retention; its name carries its Monday.
const expired = `
  select c.relname as name
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent = 'reading'::regclass
     and (to_date(right(c.relname, 8), 'YYYYMMDD') + 7)::timestamp at time zone 'UTC' <= $1::timestamptz
   order by c.relname`

// A reader of the table, such as a backup, holds the drop up, and the ingestion would queue behind the drop.
const patience = `set local lock_timeout = '2s'`

const isHeldUp = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

const drop = (client: PoolClient, name: string) =>
  inTransaction(client, async () => {
    await client.query(patience)
    await client.query(takeWeeks)
    await client.query(`drop table ${client.escapeIdentifier(name)}`)
  })

/**
 * Makes the coming weeks' partitions ahead and drops those past the retention, one by one, so that none keeps its locks
 * while the next one waits; summaries and alerts stay. What cannot be dropped now is dropped in a later turn.
 */
export const partitionJob: Recurring = {
  name: 'partitions',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: async ({ clock, config, log }, client) => {
    const now = clock().getTime()
    for (let week = 0; week <= weeksAhead; week++)
      await client.query('select ensure_reading_partition($1)', [new Date(now + week * weekMs)])
    const oldest = new Date(now - config.retentionDays * 24 * 3_600_000)
    const { rows } = await client.query<{ name: string }>(expired, [oldest])
    for (const { name } of rows) {
      try {
        await drop(client, name)
      } catch (error) {
        if (!isHeldUp(error)) throw error
        log.info({ partition: name }, 'a partition past the retention is in use; it is dropped later')
        return
      }
      log.info({ partition: name }, 'readings past the retention were dropped')
    }
  },
}
