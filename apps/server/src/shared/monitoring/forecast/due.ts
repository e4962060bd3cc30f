import type { ClientBase } from 'pg'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import type { OfficeKey } from '../../organisation/keys.ts'

const hourMs = 3_600_000

/** Ten minutes of a site whose measured values changed. */
export type ChangedSlot = { readonly office_id: number; readonly slot: Date }

// A row that is there is locked all the same: the job leaves it until the changed values are there.
const mark = `
  insert into forecast_due as d (company_id, office_id, hour)
  select distinct $1::int, x.office_id, x.hour from unnest($2::int[], $3::timestamptz[]) as x (office_id, hour) order by 2, 3
  on conflict (company_id, office_id, hour) do update set hour = excluded.hour`

/** Marks hours of a company's sites to be compared with the forecast, in the transaction that changes their measured values. */
export const markForecastHours = async (
  client: Pick<ClientBase, 'query'>,
  companyId: number,
  slots: readonly ChangedSlot[],
): Promise<void> => {
  if (slots.length === 0) return
  await client.query(mark, [
    companyId,
    arrayOf(slots, ({ office_id }) => office_id),
    arrayOf(slots, ({ slot }) => instantOf(Math.floor(slot.getTime() / hourMs) * hourMs)),
  ])
}

/** A week: what is computed again of a year must not be one transaction. */
const mostHours = 168

const take = `
  with mine as (
    select d.office_id, d.hour from forecast_due d
     where d.company_id = $1 and d.office_id = $2 and d.hour <= $3 order by d.hour limit ${mostHours} for update of d skip locked
  )
  delete from forecast_due d using mine
   where d.company_id = $1 and d.office_id = mine.office_id and d.hour = mine.hour
  returning d.hour`

/** Takes the first due hours of a site that begin by `until`, a week of them, in the caller's transaction; those in use are left. */
export const takeForecastHours = async (
  client: Pick<ClientBase, 'query'>,
  { companyId, officeId }: OfficeKey,
  until: Date,
): Promise<Date[]> => {
  const { rows } = await client.query<{ hour: Date }>(take, [companyId, officeId, until])
  return rows.map(({ hour }) => hour)
}
