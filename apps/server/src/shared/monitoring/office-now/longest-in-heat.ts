import type { OfficeNow } from '@mimamori/contract'
import { EXPOSURE_LINES } from '@mimamori/heat'
import { sql } from 'kysely'
import type { OfficeKey } from '../../organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { isWatchedInCompany, shownAt } from '../workers/shown.ts'

/** The longest time in heat on end of anybody at an office now, without a name; undefined where nobody is in heat. */
export const findLongestInHeat = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  now: Date,
): Promise<NonNullable<OfficeNow['longestInHeat']> | undefined> => {
  const isIn = sql`u.company_id = ${companyId} and u.office_id = ${officeId} and ${isWatchedInCompany} and ${shownAt(now).current}`
  // Where somebody is, is looked up of the one who is named alone.
  const { rows } = await sql<NonNullable<OfficeNow['longestInHeat']>>`
    select floor(longest.heat_minutes_on_end)::int as minutes, coalesce(d.location_name, d.serial) as "locationName", longest.people
      from (
        select ws.heat_minutes_on_end, ws.gateway_id,
               (count(*) filter (where ws.heat_minutes_on_end >= ${EXPOSURE_LINES.onEnd.warned}) over ())::int as people
          from app_user u
          join worker_state ws on ws.company_id = ${companyId} and ws.company_id = u.company_id and ws.user_id = u.user_id
         where ${isIn} and ws.heat_minutes_on_end >= 1
         order by ws.heat_minutes_on_end desc, u.user_id limit 1) longest
      left join device d on d.company_id = ${companyId} and d.device_id = longest.gateway_id`.execute(db)
  return rows[0]
}
