import { type MeasuredShift, mayBeginShift, NARROW_DAYS, NARROW_WEARERS } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { arrayOf } from '../../../platform/database/columns.ts'
import type { StoredWorker } from '../model.ts'
import type { AttachedReading } from '../reading.ts'

// Shifts that show what somebody can do on a bad day, or what a device made up, are no measure. Source: decisions/0121.
/** The statement that reads the shifts of workers that count for their own measure. */
export const countedShifts = {
  name: 'ingest-shifts',
  text: `
    select s.user_id, extract(epoch from s.ended_at)::float8 as ended_at, s.own_mean, s.own_peak
      from worker_shift s
     where s.company_id = $1 and s.user_id = any($2::int[])
       and s.own_mean is not null and s.own_peak is not null and coalesce(s.interval_minutes, 0) <= 10
       and not exists (
         select from alert a
          where a.company_id = $1 and a.user_id = s.user_id and a.started_at >= s.began_at and a.started_at <= s.ended_at and not a.withdrawn
            and (a.outcome in ('rested', 'sentHome', 'medical') or (a.kind = 'emergency' and a.outcome is distinct from 'falseAlarm')))
       and not exists (
         select from doubtful_heart h
          where h.company_id = $1 and h.user_id = s.user_id and h.kind = 'narrow'
            and h.day >= (s.began_at at time zone 'Asia/Tokyo')::date and h.day <= (s.ended_at at time zone 'Asia/Tokyo')::date
            and h.device_id in (
              select m.device_id from doubtful_heart m where m.company_id = $1 and m.kind = 'narrow'
               group by m.device_id having count(distinct m.day) >= ${NARROW_DAYS} and count(distinct m.user_id) >= ${NARROW_WEARERS}))`,
}

type Row = { user_id: number; ended_at: number; own_mean: number; own_peak: number }

/** The shifts of these workers that count for their own measure; of their age the judge decides, and old ones are not kept. */
export const loadShiftsOf = async (
  client: PoolClient,
  companyId: number,
  userIds: readonly number[],
): Promise<Map<number, MeasuredShift[]>> => {
  if (userIds.length === 0) return new Map()
  const { rows } = await client.query<Row>({ ...countedShifts, values: [companyId, arrayOf(userIds, (id) => id)] })
  const ofWorkers = Map.groupBy(rows, (row) => row.user_id)
  return new Map(
    [...ofWorkers].map(([userId, own]) => [
      userId,
      own.map((row) => ({ endedAt: Math.round(row.ended_at * 1_000), mean: row.own_mean, peak: row.own_peak })),
    ]),
  )
}

/** The shifts of those workers who may begin one with a batch's readings: at most once a day the database is asked for each. */
export const loadShifts = async (
  client: PoolClient,
  companyId: number,
  readings: readonly AttachedReading[],
  workers: ReadonlyMap<number, StoredWorker>,
): Promise<Map<number, MeasuredShift[]>> => {
  const beginning = new Set<number>()
  for (const { kind, wear, at, heartRate } of readings) {
    if (kind !== 'vital' || wear === null || heartRate === null) continue
    if (mayBeginShift(workers.get(wear.userId)?.judge ?? null, at)) beginning.add(wear.userId)
  }
  return loadShiftsOf(client, companyId, [...beginning])
}
