import { emergencyKinds } from '@mimamori/contract'
import { type MeasuredShift, NARROW_DAYS, NARROW_WEARERS } from '@mimamori/heat'
import type { ClientBase } from 'pg'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'

const tellingKinds = [...emergencyKinds, 'report'].map((kind) => `'${kind}'`).join(', ')

// Shifts that show what somebody can do on a bad day, or what a device made up, are no measure. Source: decisions/0121.
/** The statement that reads the shifts of workers that count for their own measure. */
export const countedShifts = {
  name: 'counted-shifts',
  text: `
    select s.user_id, extract(epoch from s.ended_at)::float8 as ended_at, s.own_mean, s.own_peak
      from worker_shift s
     where s.company_id = $1 and s.user_id = any($2::int[]) and s.ended_at >= $3
       and s.own_mean is not null and s.own_peak is not null and coalesce(s.interval_minutes, 0) <= 10
       and not exists (
         select from app_user u
          where u.company_id = $1 and u.user_id = s.user_id and u.attention && tstzmultirange(tstzrange(s.began_at, s.ended_at, '[]')))
       and not exists (
         select from alert a
          where a.company_id = $1 and a.user_id = s.user_id and a.started_at >= s.began_at and a.started_at <= s.ended_at and not a.withdrawn
            and (a.outcome in ('rested', 'sentHome', 'medical') or (a.kind in (${tellingKinds}) and a.outcome is distinct from 'falseAlarm')))
       and not exists (
         select from doubtful_heart h
          where h.company_id = $1 and h.user_id = s.user_id and h.kind = 'narrow'
            and h.day >= (s.began_at at time zone 'Asia/Tokyo')::date and h.day <= (s.ended_at at time zone 'Asia/Tokyo')::date
            and h.device_id in (
              select m.device_id from doubtful_heart m where m.company_id = $1 and m.kind = 'narrow'
               group by m.device_id having count(distinct m.day) >= ${NARROW_DAYS} and count(distinct m.user_id) >= ${NARROW_WEARERS}))`,
}

type Row = { user_id: number; ended_at: number; own_mean: number; own_peak: number }

/**
 * The shifts of these workers that count for their own measure and ended at `since` (epoch ms) or later; of their age the judge
 * decides.
 */
export const loadCountedShifts = async (
  client: Pick<ClientBase, 'query'>,
  companyId: number,
  userIds: readonly number[],
  since: number,
): Promise<Map<number, MeasuredShift[]>> => {
  if (userIds.length === 0) return new Map()
  const { rows } = await client.query<Row>({ ...countedShifts, values: [companyId, arrayOf(userIds, (id) => id), instantOf(since)] })
  const ofWorkers = Map.groupBy(rows, (row) => row.user_id)
  return new Map(
    [...ofWorkers].map(([userId, own]) => [
      userId,
      own.map((row) => ({ endedAt: Math.round(row.ended_at * 1_000), mean: row.own_mean, peak: row.own_peak })),
    ]),
  )
}
