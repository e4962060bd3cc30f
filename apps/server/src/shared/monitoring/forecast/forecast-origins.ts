import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { japanDayRange, toJapanIso } from '../../../platform/japan-time.ts'
import type { OfficeKey } from '../../organisation/keys.ts'

const hourMs = 3_600_000

// The service announces its forecast at 5, 11 and 17 o'clock.
const announcedAtHours = [17, 11, 5]

// A station without any new forecast for a day is out of season: nothing is awaited there.
const issuedLatelyMs = dayMs

/** The latest two times, newest first, at which a forecast was announced by then. */
export const forecastOrigins = (now: Date): Date[] =>
  [0, 1]
    .map((daysAgo) => toJapanIso(new Date(now.getTime() - daysAgo * dayMs)).slice(0, 10))
    .flatMap((day) => announcedAtHours.map((hour) => new Date(japanDayRange(day).from.getTime() + hour * hourMs)))
    .filter((origin) => origin <= now)
    .slice(0, 2)

/** Whether a newer forecast than the one of `issuedAt` was announced and has not come. */
export const isNewForecastAwaited = (issuedAt: Date | null, now: Date): boolean => {
  const [latest] = forecastOrigins(now)
  if (issuedAt === null || latest === undefined || issuedAt >= latest) return false
  return now.getTime() - issuedAt.getTime() < issuedLatelyMs
}

/** The same of the station of an office. Offices of a cluster lie elsewhere than what is known of a station: two queries. */
export const isOfficeForecastAwaited = async (db: Db, { companyId, officeId }: OfficeKey, now: Date): Promise<boolean> => {
  const offices = await sql<{ station: string | null }>`
    select o.public_wbgt_station as station from office o where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
  const { rows } = await sql<{ issued_at: Date | null }>`
    select f.forecast_issued_at as issued_at from public_station_fetch f where f.station = ${offices.rows[0]?.station ?? null}`.execute(db)
  return isNewForecastAwaited(rows[0]?.issued_at ?? null, now)
}
