import type { Selectable } from 'kysely'
import type { ClientBase } from 'pg'
import type { Database } from '../../platform/database/database-types.ts'

type Shift = Selectable<Database['worker_shift']>

/** Stores shifts of a past of which there are no readings. Nothing measures them again; what is stored already stays. */
export const storePastShifts = async (client: Pick<ClientBase, 'query'>, shifts: readonly Shift[]): Promise<void> => {
  await client.query('insert into worker_shift select * from jsonb_populate_recordset(null::worker_shift, $1) on conflict do nothing', [
    JSON.stringify(shifts),
  ])
}
