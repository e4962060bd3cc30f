import { dayMs } from '@mimamori/contract/day'
import { COUNTED_SHIFTS_MS, measureShifts, ownMeasureAfter, type Pulse, type ShiftMeasure, validHeartRate } from '@mimamori/heat'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { companiesOf, eachOf, reachedNow } from '../../shared/cluster-health/each-company.ts'
import { loadCountedShifts } from '../../shared/monitoring/own-measure/counted-shifts.ts'
import { hourMs } from '../../shared/monitoring/summaries/due.ts'
import { isWatched } from '../../shared/monitoring/workers/shown.ts'
import type { Context } from '../../platform/context.ts'
import { instantOf } from '../../platform/database/columns.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { onClient } from '../../platform/exchange/on-client.ts'

/** A shift is measured once readings of it are no longer put in their place (`PUT_IN_PLACE_MS`). */
const finalAfterMs = dayMs
/** The longest time that a shift counts, and some days for the longest of them: what is older is not measured any more. */
const countedForMs = 32 * dayMs
/** So long the summary of a month shows whose work was too hard. */
const keptForMs = 400 * dayMs
/** So much is read of one person at once, which bounds the memory at any input rate. */
const readAtOnceMs = 3 * dayMs
const breakMs = 4 * hourMs

// Those who have had heart rates since their last shift that was measured, then none for four hours of the clock, all of it long enough
// ago. By the hours, which are summed up by then: the readings of ten thousand people are not searched each time.
const peopleWithShifts = (companyId: number, oldest: Date, latest: Date) => sql<PersonWithShifts>`
  select u.user_id, extract(epoch from unmeasured.since)::float8 * 1000 as since_ms
    from app_user u
    left join lateral (
      select max(s.ended_at) as until from worker_shift s where s.company_id = ${companyId} and s.user_id = u.user_id) done on true
   cross join lateral (
      select min(h.hour) filter (where h.hour <= ${latest}) as since,
             bool_or(h.next is null or h.next > h.hour + interval '4 hours') filter (where h.hour <= ${latest}) as is_over
        from (
          select h.hour, lead(h.hour) over (order by h.hour) as next
            from hourly_summary h
           where h.company_id = ${companyId} and h.user_id = u.user_id and h.heart_rate_count > 0
             and h.hour > greatest(coalesce(done.until, ${oldest}::timestamptz), ${oldest}::timestamptz)
             and h.hour <= ${latest}::timestamptz + interval '4 hours') h) unmeasured
   where u.company_id = ${companyId} and ${isWatched} and unmeasured.is_over
   order by u.user_id`

const readingsOf = `
  select extract(epoch from r.at)::float8 * 1000 as at, r.heart_rate, r.device_id, r.interval_minutes
    from reading r
   where r.company_id = $1 and r.user_id = $2 and r.at >= $3 and r.at < $4 and r.heart_rate is not null
     and r.hook is null and r.pressure is null
   order by r.at`

const store = `
  insert into worker_shift (company_id, user_id, began_at, ended_at, minutes, own_mean, own_peak, interval_minutes)
  select $1, $2, x.began, x.ended, x.minutes, x.mean, x.peak, x.interval
    from json_to_recordset($3::json)
         as x (began timestamptz, ended timestamptz, minutes int, mean real, peak real, "interval" real)
  on conflict (company_id, user_id, began_at) do nothing`

const measureUsual = `
  update worker_shift s set usual_mean = x.mean, usual_shifts = x.shifts
    from json_to_recordset($3::json) as x (began timestamptz, mean real, shifts smallint)
   where s.company_id = $1 and s.user_id = $2 and s.began_at = x.began`

const forgetOld = 'delete from worker_shift s where s.company_id = $1 and s.ended_at < $2'

type PersonWithShifts = { readonly user_id: number; readonly since_ms: number }
type ReadingRow = { at: number; heart_rate: number; device_id: number; interval_minutes: number | null }

const pulseOf = ({ at, heart_rate: bpm, device_id: deviceId, interval_minutes: declaredMinutes }: ReadingRow): Pulse[] => {
  const valid = validHeartRate(bpm)
  return valid === null ? [] : [{ at: Math.round(at), bpm: valid, deviceId, declaredMinutes }]
}

/** Those shifts that no further reading can change: they ended long ago, and later readings were looked for. */
const finalOf = (shifts: readonly ShiftMeasure[], readUntilMs: number, nowMs: number): ShiftMeasure[] =>
  shifts.filter(({ endedAt }, index) => endedAt < nowMs - finalAfterMs && (index < shifts.length - 1 || endedAt < readUntilMs - breakMs))

/** Stores with each of these shifts the own mean that it makes with those before. */
const storeUsual = async (client: PoolClient, companyId: number, userId: number, shifts: readonly ShiftMeasure[]) => {
  const [first] = shifts
  if (first === undefined) return
  const counted = (await loadCountedShifts(client, companyId, [userId], first.endedAt - COUNTED_SHIFTS_MS)).get(userId) ?? []
  const usual = shifts.flatMap(({ beganAt, endedAt, mean }) => {
    const measure = mean === null ? null : ownMeasureAfter(counted, endedAt)
    return measure === null ? [] : [{ began: new Date(beganAt), mean: measure.mean, shifts: measure.shifts }]
  })
  if (usual.length > 0) await client.query(measureUsual, [companyId, userId, JSON.stringify(usual)])
}

const measurePerson = async (
  client: PoolClient,
  companyId: number,
  { user_id: userId, since_ms: sinceMs }: PersonWithShifts,
  nowMs: number,
) => {
  const until = Math.min(sinceMs + readAtOnceMs, nowMs)
  const { rows } = await client.query<ReadingRow>(readingsOf, [companyId, userId, instantOf(sinceMs), instantOf(until)])
  const pulses = rows.flatMap(pulseOf)
  const found = finalOf(measureShifts(pulses), until, nowMs)
  // Hours without a usable heart rate are no shift, yet they have been looked at.
  const lookedAt = Math.max(sinceMs + hourMs, Math.min(until, nowMs - finalAfterMs - hourMs))
  const nothing = { beganAt: sinceMs, endedAt: lookedAt, minutes: 0, mean: null, peak: null, intervalMinutes: null }
  const shifts = pulses.length > 0 ? found : [nothing]
  const values = shifts.map(({ beganAt, endedAt, minutes, mean, peak, intervalMinutes }) => ({
    began: new Date(beganAt),
    ended: new Date(endedAt),
    minutes,
    mean,
    peak,
    interval: intervalMinutes,
  }))
  await client.query(store, [companyId, userId, JSON.stringify(values)])
  await storeUsual(client, companyId, userId, shifts)
}

const measureCompany = async (context: Pick<Context, 'log'>, client: PoolClient, companyId: number, now: Date, stopping: AbortSignal) => {
  const nowMs = now.getTime()
  const oldest = new Date(nowMs - countedForMs)
  await client.query(forgetOld, [companyId, new Date(nowMs - keptForMs)])
  // An hour begins up to an hour before the last heart rate of a shift that may be measured.
  const latest = new Date(nowMs - finalAfterMs - hourMs)
  const { rows } = await peopleWithShifts(companyId, oldest, latest).execute(onClient(client))
  for (const person of rows) {
    if (stopping.aborted) return
    await eachOf(context, client, [{ companyId }], () => measurePerson(client, companyId, person, nowMs))
  }
}

/**
 * Measures the shifts that have been over for a day, for the own measure (本人の目安) of the next ones. Each person is a transaction of
 * their own: a kill loses nothing, and a turn that is done again finds what is left.
 */
export const shiftJob: Recurring = {
  name: 'shifts',
  everySeconds: 600,
  lockedBy: 'session',
  run: async (context, client, stopping) => {
    const withPeople = companiesOf('app_user', 'u', isWatched)
    const { rows } = await withPeople(await reachedNow(context)).execute(onClient(client))
    for (const { companyId } of rows) await measureCompany(context, client, companyId, context.clock(), stopping)
  },
}
