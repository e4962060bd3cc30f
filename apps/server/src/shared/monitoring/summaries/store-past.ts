import type { Selectable } from 'kysely'
import type { ClientBase } from 'pg'
import type { Database } from '../../../platform/database/database-types.ts'

const rowsAtOnce = 5_000

const storeRows = async (client: Pick<ClientBase, 'query'>, table: 'hourly_summary' | 'heat_summary', rows: readonly object[]) => {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await client.query(
      table === 'hourly_summary'
        ? 'insert into hourly_summary select * from jsonb_populate_recordset(null::hourly_summary, $1) on conflict do nothing'
        : 'insert into heat_summary select * from jsonb_populate_recordset(null::heat_summary, $1) on conflict do nothing',
      [JSON.stringify(rows.slice(from, from + rowsAtOnce))],
    )
}

/*
 * Summaries of a past of which there are no readings: nothing computes them again, so they stay as they are given here. What
 * is stored already stays, too.
 */

/** Hours of workers whose readings are not kept. */
export const storePastHours = (
  client: Pick<ClientBase, 'query'>,
  hours: readonly Selectable<Database['hourly_summary']>[],
): Promise<void> => storeRows(client, 'hourly_summary', hours)

/** Ten minutes of watchers whose readings are not kept. */
export const storePastSlots = (client: Pick<ClientBase, 'query'>, slots: readonly Selectable<Database['heat_summary']>[]): Promise<void> =>
  storeRows(client, 'heat_summary', slots)
