import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { WorkerState } from '@mimamori/heat'
import type { Crew, Hand } from './crew.ts'
import { foretell } from './foretell.ts'

type StoredReading = {
  device_id: number
  at: Date
  call: boolean
  heart_rate: number | null
  heart_level: number | null
  heat_level: number | null
  total_level: number | null
}
type StoredState = {
  judge: WorkerState | null
  heart_level: number | null
  heat_level: number | null
  total_level: number | null
  last_at: Date | null
}

/** What a summary says that the readings themselves do not. */
const wrongSummaries = `
  with minutes as (
    select r.user_id, date_trunc('hour', r.at) as hour, r.heart_rate, r.wbgt, r.excess, r.total_level, set_bit(0::bit(60), extract(minute from r.at)::int, 1) as bit
      from reading r where r.user_id = any($1::int[])
  ), expected as (
    select m.user_id, m.hour, count(*)::int as readings, max(m.heart_rate) as heart_rate_max, coalesce(sum(m.heart_rate), 0)::int as heart_rate_sum,
           count(m.heart_rate)::int as heart_rate_count, max(m.wbgt) as wbgt_max, round(coalesce(sum(m.wbgt), 0)::numeric, 3) as wbgt_sum, count(m.wbgt)::int as wbgt_count,
           max(m.excess) as excess_max, max(m.total_level) as level_max, bit_or(m.bit) as connected,
           coalesce(bit_or(m.bit) filter (where m.total_level = 1), 0::bit(60)) as level1,
           coalesce(bit_or(m.bit) filter (where m.total_level = 2), 0::bit(60)) as level2,
           coalesce(bit_or(m.bit) filter (where m.total_level = 3), 0::bit(60)) as level3
      from minutes m group by 1, 2
  ), kept as (
    select h.user_id, h.hour, h.readings, h.heart_rate_max, h.heart_rate_sum, h.heart_rate_count, h.wbgt_max, round(h.wbgt_sum::numeric, 3), h.wbgt_count,
           h.excess_max, h.level_max, h.connected_minutes, h.level1_minutes, h.level2_minutes, h.level3_minutes
      from hourly_summary h where h.user_id = any($1::int[])
  )
  (select 'missing' as fault, e::text as row from (select * from expected except select * from kept) e)
  union all
  (select 'unfounded', k::text from (select * from kept except select * from expected) k)`

const wrongAlertCounts = `
  select 'alerts' as fault, coalesce(h.user_id, a.user_id)::text || ' ' || coalesce(h.alerts, 0) || ' instead of ' || coalesce(a.alerts, 0) as row
    from (select company_id, user_id, hour, alerts from hourly_summary where user_id = any($1::int[]) and alerts > 0) h
    full join (select company_id, user_id, date_trunc('hour', started_at) as hour, count(*)::int as alerts
                 from alert where user_id = any($1::int[]) group by 1, 2, 3) a
      on a.company_id = h.company_id and a.user_id = h.user_id and a.hour = h.hour
   where coalesce(h.alerts, 0) <> coalesce(a.alerts, 0)`

const alertsTwice = `
  select kind, office_id, user_id, device_id, started_at, count(*)::int as times
    from alert where office_id = $1 group by 1, 2, 3, 4, 5 having count(*) > 1`

const ofHand = (
  crew: Crew,
  hand: Hand,
  readings: readonly StoredReading[],
  state: StoredState | undefined,
  episodes: readonly string[],
): string[] => {
  const found: string[] = []
  const foretold = foretell(crew, hand)
  const name = hand.serial
  const byAt = new Map(readings.map((reading) => [reading.at.getTime(), reading]))
  if (readings.length !== hand.pulses.length)
    found.push(`${name}: ${readings.length} readings stored of ${hand.pulses.length} acknowledged`)
  hand.pulses.forEach((pulse, index) => {
    const stored = byAt.get(Date.parse(pulse.at))
    const said = foretold.assessments[index]
    if (stored === undefined || said === undefined)
      return void found.push(`${name}: the reading of ${pulse.at} was acknowledged and is not there`)
    if (stored.heart_level !== said.heartLevel || stored.heat_level !== said.heatLevel || stored.total_level !== said.totalLevel)
      found.push(
        `${name}: ${pulse.at} judged ${stored.heart_level}/${stored.heat_level}/${stored.total_level}, undisturbed ${said.heartLevel}/${said.heatLevel}/${said.totalLevel}`,
      )
  })
  if (!isDeepStrictEqual(state?.judge, foretold.state))
    found.push(`${name}: state ${JSON.stringify(state?.judge)}, undisturbed ${JSON.stringify(foretold.state)}`)
  const last = foretold.assessments.at(-1)
  if (state?.total_level !== last?.totalLevel || state?.heart_level !== last?.heartLevel || state?.heat_level !== last?.heatLevel)
    found.push(`${name}: level ${state?.total_level}, undisturbed ${last?.totalLevel}`)
  if (!isDeepStrictEqual(episodes.toSorted(), foretold.episodes))
    found.push(`${name}: alerts ${episodes.join(' ')}, undisturbed ${foretold.episodes.join(' ')}`)
  return found
}

/**
 * Where the database differs from an undisturbed run of a crew's day, all of which was acknowledged: readings lost,
 * doubled or judged otherwise, states, alerts, hourly summaries. Empty where nothing does.
 */
export const findings = async (pool: pg.Pool, crew: Crew): Promise<string[]> => {
  const userIds = crew.hands.map(({ userId }) => userId)
  const { rows: readings } = await pool.query<StoredReading>(
    'select device_id, at, call, heart_rate, heart_level, heat_level, total_level from reading where device_id = any($1::int[])',
    [crew.hands.map(({ deviceId }) => deviceId)],
  )
  const { rows: states } = await pool.query<StoredState & { user_id: number }>(
    'select user_id, judge, heart_level, heat_level, total_level, last_at from worker_state where user_id = any($1::int[])',
    [userIds],
  )
  const { rows: alerts } = await pool.query<{ user_id: number; kind: string; started_at: Date; ended_at: Date | null }>(
    "select user_id, kind, started_at, ended_at from alert where user_id = any($1::int[]) and kind in ('condition', 'emergency', 'noHeartRate')",
    [userIds],
  )
  const readingsOf = Map.groupBy(readings, (reading) => reading.device_id)
  const alertsOf = Map.groupBy(alerts, (alert) => alert.user_id)
  const found = crew.hands.flatMap((hand) =>
    ofHand(
      crew,
      hand,
      readingsOf.get(hand.deviceId) ?? [],
      states.find(({ user_id }) => user_id === hand.userId),
      (alertsOf.get(hand.userId) ?? []).map((alert) => `${alert.kind}/${alert.started_at.getTime()}/${alert.ended_at?.getTime() ?? null}`),
    ),
  )
  for (const query of [wrongSummaries, wrongAlertCounts]) {
    const { rows } = await pool.query<{ fault: string; row: string }>(query, [userIds])
    found.push(...rows.map(({ fault, row }) => `hourly summary ${fault}: ${row}`))
  }
  const { rows: twice } = await pool.query<object>(alertsTwice, [crew.officeId])
  found.push(...twice.map((row) => `an alert twice: ${JSON.stringify(row)}`))
  return found
}
