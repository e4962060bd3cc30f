import type { Standing } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { heatBasisOfRow, heatLayerColumns, type HeatLayerRow } from '../../organisation/heat-layers.ts'
import { arrayOf, instantOf } from '../../platform/columns.ts'
import { japanDay } from '../../platform/japan-time.ts'

/** A worker whose latest reading used a heat source of their site: a watcher, or the public station (null). */
export type StandingWorker = Standing & {
  readonly officeId: number
  readonly watcherId: number | null
  readonly userId: number
  readonly fullName: string
}

// Names in the order of the kana, as people are listed.
const standingOfOffices = {
  name: 'standing-of-offices',
  text: `
    select u.office_id, ws.wbgt_device_id, u.user_id, u.full_name, ws.last_at, ws.interval_minutes, ${heatLayerColumns}
      from app_user u
      join worker_state ws on ws.company_id = u.company_id and ws.user_id = u.user_id
      join office o on o.company_id = u.company_id and o.office_id = u.office_id
      left join work_group g on g.company_id = u.company_id and g.group_id = u.group_id
     where u.company_id = $1 and u.office_id = any($2::int[]) and u.deleted_at is null and u.consent_withdrawn_at is null
       and ws.wbgt_source is not null and ws.last_at >= $3
     order by u.furigana collate "ja-x-icu", u.user_id`,
}

type Row = HeatLayerRow & {
  readonly office_id: number
  readonly wbgt_device_id: number | null
  readonly user_id: number
  readonly full_name: string
  readonly last_at: Date
  readonly interval_minutes: number | null
}

/** Whoever was heard of as lately: no device that is still heard of rests for longer. */
const longestPatienceMs = 24 * 3_600_000

/**
 * The workers of a company's offices whose latest reading used a heat value, with their limits on the day of `at` (epoch
 * ms). Who of them still stands there at a moment, the rule says (`standingAt`).
 */
export const findStanding = async (
  client: Pick<PoolClient, 'query'>,
  companyId: number,
  officeIds: readonly number[],
  at: number,
): Promise<StandingWorker[]> => {
  if (officeIds.length === 0) return []
  const { rows } = await client.query<Row>({
    ...standingOfOffices,
    values: [companyId, arrayOf(officeIds, (id) => id), instantOf(at - longestPatienceMs)],
  })
  const day = japanDay(new Date(at))
  return rows.map((row) => ({
    officeId: row.office_id,
    watcherId: row.wbgt_device_id,
    userId: row.user_id,
    fullName: row.full_name,
    lastAt: row.last_at.getTime(),
    intervalMinutes: row.interval_minutes,
    limitWbgt: heatBasisOfRow(row, day).limitWbgt,
  }))
}
