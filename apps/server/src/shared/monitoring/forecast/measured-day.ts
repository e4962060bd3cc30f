import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { japanDay, japanDayRange } from '../../../platform/japan-time.ts'
import type { OfficeKey } from '../../organisation/keys.ts'

/** Mean WBGT of the hours of a day, °C, by device; device 0 is the public station. Null where nothing was measured. */
type MeasuredDay = { readonly day: string; readonly byDevice: ReadonlyMap<number, readonly (number | null)[]> }

const yearsBack = 3

/** The same day of the last years, the nearest first, then the same day of the week before. */
const candidatesFor = (date: string, before: Date): string[] => {
  const inYear = (years: number): string => {
    const day = new Date(`${date}T00:00:00Z`)
    const month = day.getUTCMonth()
    day.setUTCFullYear(day.getUTCFullYear() - years)
    // 29 February of a year that has none.
    if (day.getUTCMonth() !== month) day.setUTCDate(0)
    return day.toISOString().slice(0, 10)
  }
  const lastWeek = new Date(Date.parse(date) - 7 * dayMs).toISOString().slice(0, 10)
  return [...Array.from({ length: yearsBack }, (_, index) => inYear(index + 1)), lastWeek].filter((day) => day <= japanDay(before))
}

type MeasuredHour = { readonly device_id: number; readonly hour: number; readonly wbgt: number }

const readMeasured = async (db: Db, { companyId, officeId }: OfficeKey, day: string): Promise<MeasuredHour[]> => {
  const { from, to } = japanDayRange(day)
  const { rows } = await sql<MeasuredHour>`
    select h.device_id, extract(hour from h.slot at time zone 'Asia/Tokyo')::int as hour, sum(h.wbgt_sum) / sum(h.wbgt_count) as wbgt
      from heat_summary h
     where h.company_id = ${companyId} and h.office_id = ${officeId} and h.wbgt_count > 0 and h.slot >= ${from} and h.slot < ${to}
     group by 1, 2`.execute(db)
  return rows
}

const byDeviceOf = (rows: readonly MeasuredHour[]): MeasuredDay['byDevice'] => {
  const ofWatchers = rows.filter(({ device_id }) => device_id !== 0)
  const known = ofWatchers.length > 0 ? ofWatchers : rows
  return new Map(
    [...Map.groupBy(known, ({ device_id }) => device_id)].map(([deviceId, hours]) => [
      deviceId,
      Array.from({ length: 24 }, (_, hour) => hours.find((one) => one.hour === hour)?.wbgt ?? null),
    ]),
  )
}

/** The measured day that stands in for a forecast of `date`, over by `before`; null where none was measured. */
export const findMeasuredDay = async (db: Db, office: OfficeKey, date: string, before: Date): Promise<MeasuredDay | null> => {
  for (const day of candidatesFor(date, before)) {
    const rows = await readMeasured(db, office, day)
    if (rows.length > 0) return { day, byDevice: byDeviceOf(rows) }
  }
  return null
}
