import type { SafetySummary } from '@mimamori/contract'
import { sql } from 'kysely'
import { readAnnouncedAlerts } from '../../../shared/monitoring/public-alerts/read.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { monthDays } from '../../../platform/japan-time.ts'

/** What was announced for the days of a month for the area of the site's station as it is now; null where it has none. */
export const readMonthsAlerts = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  month: string,
  now: Date,
): Promise<SafetySummary['publicAlerts']> => {
  const { rows } = await sql<{ station: string | null }>`
    select o.public_wbgt_station as station from office o where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
  const station = rows[0]?.station ?? null
  return station === null ? null : readAnnouncedAlerts(db, station, monthDays(month), now)
}
