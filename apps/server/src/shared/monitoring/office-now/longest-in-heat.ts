import type { OfficeNow } from '@mimamori/contract'
import { EXPOSURE_LINES } from '@mimamori/heat'
import { sql } from 'kysely'
import type { OfficeKey } from '../../organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { isWatched, shownAt } from '../workers/shown.ts'

/** The longest time in heat on end of anybody at an office now, without a name; undefined where nobody is in heat. */
export const findLongestInHeat = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  now: Date,
): Promise<NonNullable<OfficeNow['longestInHeat']> | undefined> => {
  const { rows } = await sql<NonNullable<OfficeNow['longestInHeat']>>`
    select floor(ws.heat_minutes_on_end)::int as minutes, coalesce(d.location_name, d.serial) as "locationName",
           (count(*) filter (where ws.heat_minutes_on_end >= ${EXPOSURE_LINES.onEnd.warned}) over ())::int as people
      from app_user u
      join worker_state ws on ws.company_id = ${companyId} and ws.company_id = u.company_id and ws.user_id = u.user_id
      left join device d on d.company_id = ${companyId} and d.company_id = ws.company_id and d.device_id = ws.gateway_id
     where u.company_id = ${companyId} and u.office_id = ${officeId} and ${isWatched} and ${shownAt(now).current} and ws.heat_minutes_on_end >= 1
     order by ws.heat_minutes_on_end desc, u.user_id limit 1`.execute(db)
  return rows[0]
}
