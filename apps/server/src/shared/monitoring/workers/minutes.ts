import type { HealthDetail } from '@mimamori/contract'
import { sql } from 'kysely'
import type { PersonKey } from '../../organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'

export type Minute = {
  readonly minute: Date
  readonly heart_rate: number | null
  readonly excess: number | null
  readonly wbgt: number | null
  readonly total_level: number | null
  readonly keeps_heart_level: boolean
  readonly keeps_heat_level: boolean
  /** Seconds by which the device's clock was ahead, more than an integer holds where it is off by 68 years; null where its time was not corrected. */
  readonly clock_error: number | null
}

/** Which of a worker's readings: half-open in time; of one office alone, where it is named. */
type Stretch = { readonly from: Date; readonly to: Date; readonly officeId?: number }

/**
 * One row per minute that has data: its last reading with a heart rate, else its last. The half-open bounds are plain
 * parameters, so that all partitions but one or two are excluded before the query starts.
 */
export const findMinutes = async (db: Db, { companyId, userId }: PersonKey, { from, to, officeId }: Stretch): Promise<Minute[]> => {
  const { rows } = await sql<Minute>`
    select distinct on (minute) date_trunc('minute', r.at) as minute, r.heart_rate, r.excess, r.wbgt, r.total_level,
           r.heart_rate is null and coalesce(r.heart_level >= 1, false) as keeps_heart_level,
           r.wbgt is null and coalesce(r.heat_level >= 1, false) as keeps_heat_level,
           round(extract(epoch from r.device_at - r.at))::float8 as clock_error
      from reading r
     where r.company_id = ${companyId} and r.user_id = ${userId} and r.at >= ${from} and r.at < ${to}
       and ${officeId === undefined ? sql`true` : sql`r.office_id = ${officeId}`}
       and (r.heart_rate is not null or r.wbgt is not null or r.total_level is not null)
     order by minute, (r.heart_rate is null), r.at desc, r.call desc`.execute(db)
  return rows
}

/** A minute as the screens show it. */
export const minuteItem = (row: Minute): Omit<HealthDetail['listData'][number], 'alertMail'> => ({
  time: toJapanIso(row.minute),
  heartRate: row.heart_rate,
  excess: row.excess,
  wbgtValue: row.wbgt,
  alertLevel: row.total_level,
  kept: [...(row.keeps_heart_level ? (['heartRate'] as const) : []), ...(row.keeps_heat_level ? (['wbgt'] as const) : [])],
  clockError: row.clock_error,
})
