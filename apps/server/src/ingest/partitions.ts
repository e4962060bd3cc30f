import type { Context } from '../platform/context.ts'
import type { Recurring } from '../platform/recurring.ts'

const weekMs = 7 * 24 * 3_600_000
// 1970-01-05 was a Monday: the weeks of ensure_reading_partition() in the database.
const firstMonday = 4 * 24 * 3_600_000
const weekOf = (at: number) => Math.floor((at - firstMonday) / weekMs)

const known = new WeakMap<Context['pool'], Set<number>>()

/**
 * Makes the tables that readings of those instants (epoch ms) go to, unless this process knows them to be there.
 * Outside the batch's transaction: making a table locks its parent, which must not wait for a batch.
 */
export const ensurePartitions = async ({ pool }: Pick<Context, 'pool'>, instants: Iterable<number>): Promise<void> => {
  const weeks = known.get(pool) ?? new Set<number>()
  known.set(pool, weeks)
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
   where i.inhparent = 'reading'::regclass and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 < $1::date`

/** Makes the coming weeks' partitions ahead and drops those past the retention; summaries and alerts stay. */
export const partitionJob: Recurring = {
  name: 'partitions',
  everySeconds: 3_600,
  run: async ({ clock, config, log }, client) => {
    const now = clock().getTime()
    for (let week = 0; week <= weeksAhead; week++)
      await client.query('select ensure_reading_partition($1)', [new Date(now + week * weekMs)])
    const oldest = new Date(now - config.retentionDays * 24 * 3_600_000)
    const { rows } = await client.query<{ name: string }>(expired, [oldest])
    for (const { name } of rows) {
      await client.query(`drop table ${client.escapeIdentifier(name)}`)
      log.info({ partition: name }, 'readings past the retention were dropped')
    }
  },
}
