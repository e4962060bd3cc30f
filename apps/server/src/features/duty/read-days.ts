import { HEAT_WORK_AIR, HEAT_WORK_WBGT } from '@mimamori/heat'
import type { Pool } from 'pg'
import { slotsAsOfNow, type Span, summariesSince } from '../../shared/monitoring/summaries/read.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'

/** What a site's watchers said on a day in Japan: the highest values, for how long something was measured, for how long it was hot. */
export type MeasuredDay = {
  /** YYYY-MM-DD. */
  readonly day: string
  /** °C; null where the watchers said nothing. */
  readonly wbgt: number | null
  readonly temperature: number | null
  readonly minutes: number
  /** Minutes at WBGT ≥28 or air ≥31 °C, by ten minutes. */
  readonly heatMinutes: number
  /** The highest public value, °C. */
  readonly publicWbgt: number | null
}

const isMeasured = `s.source = 'measured' and (s.wbgt_max is not null or s.temperature_max is not null)`

const byDay = `
  select to_char(s.slot at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day,
         max(s.wbgt_max) filter (where s.source = 'measured') as wbgt,
         max(s.temperature_max) filter (where s.source = 'measured') as temperature,
         (10 * count(distinct s.slot) filter (where ${isMeasured}))::int as minutes,
         (10 * count(distinct s.slot) filter (
           where ${isMeasured} and (s.wbgt_max >= ${HEAT_WORK_WBGT} or s.temperature_max >= ${HEAT_WORK_AIR})))::int as "heatMinutes",
         max(s.wbgt_max) filter (where s.source = 'public') as "publicWbgt"
    from (${slotsAsOfNow}) s
   group by 1 order by 1`

/** The days of a span on which a site measured something, or its public station said something. */
export const readMeasuredDays = async (pool: Pool, { companyId, officeId }: OfficeKey, { from, to }: Span): Promise<MeasuredDay[]> => {
  const { rows } = await pool.query<MeasuredDay>(byDay, [companyId, from, to, officeId, await summariesSince(pool)])
  return rows.filter(({ minutes, publicWbgt }) => minutes > 0 || publicWbgt !== null)
}
