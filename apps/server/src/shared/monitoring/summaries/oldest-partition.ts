import type { ClientBase } from 'pg'

// The weeks are dropped from the oldest on; the name of each carries its Monday.
const oldestWeek = `
  select min(to_date(right(c.relname, 8), 'YYYYMMDD'))::timestamp at time zone 'UTC' as monday
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'reading'::regclass`

/**
 * From when on readings are kept, epoch ms; infinity where there are none. What a summary says of the time before cannot
 * be computed any more.
 */
export const oldestPartition = async (client: Pick<ClientBase, 'query'>): Promise<number> => {
  const { rows } = await client.query<{ monday: Date | null }>(oldestWeek)
  return rows[0]?.monday?.getTime() ?? Number.POSITIVE_INFINITY
}
