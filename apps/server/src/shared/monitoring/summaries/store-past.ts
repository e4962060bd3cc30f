import type { Selectable } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import type { Database } from '../../../platform/database/database-types.ts'
import { inTransaction } from '../../../platform/database/recurring.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { type ChangedHour, changedHour, followHours, takeMonths } from './keep-months.ts'

const rowsAtOnce = 5_000

const inParts = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, part) => rows.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce))

/*
 * Summaries of a past of which there are no readings: nothing computes them again, so they stay as they are given here. What
 * is stored already stays, too.
 */

const insertHours = `
  insert into hourly_summary as h select * from jsonb_populate_recordset(null::hourly_summary, $1) on conflict do nothing returning ${changedHour}`

/** Hours of a company's workers whose readings are not kept. */
export const storePastHours = async (
  pool: Pool,
  companyId: number,
  hours: readonly Selectable<Database['hourly_summary']>[],
): Promise<void> => {
  const client = await pool.connect()
  try {
    for (const part of inParts(hours))
      await inTransaction(client, async () => {
        await client.query(takeMonths, [companyId])
        const { rows } = await client.query<ChangedHour>(insertHours, [JSON.stringify(part)])
        await followHours(onClient(client), companyId, [], rows)
      })
  } finally {
    client.release()
  }
}

/** Ten minutes of watchers whose readings are not kept. */
export const storePastSlots = async (
  client: Pick<ClientBase, 'query'>,
  slots: readonly Selectable<Database['heat_summary']>[],
): Promise<void> => {
  for (const part of inParts(slots))
    await client.query('insert into heat_summary select * from jsonb_populate_recordset(null::heat_summary, $1) on conflict do nothing', [
      JSON.stringify(part),
    ])
}
