import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import { japanDay, japanDayRange } from '../../../platform/japan-time.ts'
import type { OfficeKey } from '../../organisation/keys.ts'

const hourMs = 3_600_000

/** Mean WBGT of the hours of a day of a device, °C, 24; null where nothing was measured. Device 0 is the public station. */
export type MeasuredDay = {
  readonly deviceId: number
  readonly serial: string
  readonly day: string
  readonly wbgt: readonly (number | null)[]
}

type HourRow = { readonly device_id: number; readonly serial: string; readonly hour: Date; readonly wbgt: number }

const measuredHours = ({ companyId, officeId }: OfficeKey, begins: readonly Date[]) => sql<HourRow>`
  select h.device_id, max(h.serial) as serial, date_bin('1 hour', h.slot, timestamptz '2000-01-01T00:00:00Z') as hour,
         sum(h.wbgt_sum) / sum(h.wbgt_count) as wbgt
    from unnest(${arrayOf(begins, (begin) => instantOf(begin.getTime()))}::timestamptz[]) as x (begins)
    join heat_summary h on h.company_id = ${companyId} and h.office_id = ${officeId}
     and h.slot >= x.begins and h.slot < x.begins + interval '1 day'
   where h.company_id = ${companyId} and h.wbgt_count > 0
   group by 1, 3`

/** What the watchers of a site and its public station measured in the hours of these days that are over by `until`. */
export const readMeasuredDays = async (db: Db, office: OfficeKey, days: readonly string[], until: Date): Promise<MeasuredDay[]> => {
  const begins = days.map((day) => japanDayRange(day).from)
  const { rows } = await measuredHours(office, begins).execute(db)
  const over = rows.filter(({ hour }) => hour.getTime() + hourMs <= until.getTime())
  return [...Map.groupBy(over, ({ device_id, hour }) => `${device_id}/${japanDay(hour)}`).values()].flatMap((ofDay) => {
    const [first] = ofDay
    if (first === undefined) return []
    const day = japanDay(first.hour)
    const begin = japanDayRange(day).from.getTime()
    const byHour = new Map(ofDay.map(({ hour, wbgt }) => [(hour.getTime() - begin) / hourMs, wbgt]))
    const wbgt = Array.from({ length: 24 }, (_, hour) => byHour.get(hour) ?? null)
    return [{ deviceId: first.device_id, serial: first.serial, day, wbgt }]
  })
}
