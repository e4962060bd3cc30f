import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { type StoredState, unpackState, type WorkerState } from '@mimamori/heat'
import type { Crew, Hand } from './crew.ts'
import { predictStored } from './predict-stored.ts'
import { readHourlySummaries } from '../../src/shared/monitoring/summaries/read.ts'
import { expectedHours } from '../../src/shared/monitoring/summaries/test-expected.ts'
import type { TableRow } from '../../src/platform/database/table-row.ts'

type StoredReading = TableRow<'reading', 'device_id' | 'at' | 'call' | 'heart_rate' | 'heart_level' | 'heat_level' | 'total_level'>
type StateRow = {
  judge: StoredState | null
  heart_level: number | null
  heat_level: number | null
  total_level: number | null
  last_at: Date | null
}

/** What the summaries of a crew say up to an instant that the readings and alerts themselves do not. */
export const wrongSummaries = async (
  pool: pg.Pool,
  { companyId, hands }: Crew,
  until = new Date(Date.now() + 86_400_000),
): Promise<string[]> => {
  const userIds = hands.map(({ userId }) => userId)
  const span = { from: new Date(0), to: until }
  const assessment = (await readHourlySummaries(pool, companyId, userIds, span)).map((row) =>
    JSON.stringify(row, Object.keys(row).toSorted()),
  )
  const expected = (await expectedHours(pool, userIds)).map((row) => JSON.stringify(row, Object.keys(row).toSorted()))
  return [
    ...expected.filter((row) => !assessment.includes(row)).map((row) => `hourly summary missing: ${row}`),
    ...assessment.filter((row) => !expected.includes(row)).map((row) => `hourly summary unfounded: ${row}`),
  ]
}

const alertsTwice = `
  select kind, office_id, user_id, device_id, started_at, count(*)::int as times
    from alert where office_id = $1 group by 1, 2, 3, 4, 5 having count(*) > 1`

/** A state without what tells when its readings were received: the prediction receives each when it was taken. */
const withoutReceipt = (state: WorkerState | null): WorkerState | null => {
  if (state === null) return state
  const { down, open } = state.emergency
  const emergency = {
    ...state.emergency,
    down: down === null ? null : { ...down, receivedAt: 0 },
    open: open === null ? null : { ...open, isLate: false },
  }
  return { ...state, emergency }
}

const ofHand = (
  crew: Crew,
  hand: Hand,
  readings: readonly StoredReading[],
  state: StateRow | undefined,
  episodes: readonly string[],
): string[] => {
  const found: string[] = []
  const predicted = predictStored(crew, hand)
  const name = hand.serial
  const byAt = new Map(readings.map((reading) => [reading.at.getTime(), reading]))
  if (readings.length !== hand.pulses.length)
    found.push(`${name}: ${readings.length} readings stored of ${hand.pulses.length} acknowledged`)
  hand.pulses.forEach((pulse, index) => {
    const stored = byAt.get(Date.parse(pulse.at))
    const assessment = predicted.assessments[index]
    if (stored === undefined || assessment === undefined)
      return void found.push(`${name}: the reading of ${pulse.at} was acknowledged and is not there`)
    if (
      stored.heart_level !== assessment.heartLevel ||
      stored.heat_level !== assessment.heatLevel ||
      stored.total_level !== assessment.totalLevel
    )
      found.push(
        `${name}: ${pulse.at} judged ${stored.heart_level}/${stored.heat_level}/${stored.total_level}, undisturbed ${assessment.heartLevel}/${assessment.heatLevel}/${assessment.totalLevel}`,
      )
  })
  const judge = unpackState(state?.judge ?? null)
  if (!isDeepStrictEqual(withoutReceipt(judge), withoutReceipt(predicted.state)))
    found.push(`${name}: state ${JSON.stringify(judge)}, undisturbed ${JSON.stringify(predicted.state)}`)
  const last = predicted.levels
  // The clock alone takes no level 0 away; it goes with a higher one that the job finds over, by when the job looks.
  const levelOf = (level: number | null | undefined) => (crew.expiredAt === undefined ? level : (level ?? 0))
  const stored = [state?.total_level, state?.heart_level, state?.heat_level].map(levelOf)
  if (!isDeepStrictEqual(stored, [last?.totalLevel, last?.heartLevel, last?.heatLevel].map(levelOf)))
    found.push(`${name}: level ${state?.total_level}, undisturbed ${last?.totalLevel}`)
  if (!isDeepStrictEqual(episodes.toSorted(), predicted.episodes))
    found.push(`${name}: alerts ${episodes.join(' ')}, undisturbed ${predicted.episodes.join(' ')}`)
  return found
}

/** Where the database differs from an undisturbed run of a crew's day in readings, states and alerts. */
export const findingsOfHands = async (pool: pg.Pool, crew: Crew): Promise<string[]> => {
  const userIds = crew.hands.map(({ userId }) => userId)
  const { rows: readings } = await pool.query<StoredReading>(
    'select device_id, at, call, heart_rate, heart_level, heat_level, total_level from reading where device_id = any($1::int[])',
    [crew.hands.map(({ deviceId }) => deviceId)],
  )
  const { rows: states } = await pool.query<StateRow & { user_id: number }>(
    'select user_id, judge, heart_level, heat_level, total_level, last_at from worker_state where user_id = any($1::int[])',
    [userIds],
  )
  const { rows: alerts } = await pool.query<{ user_id: number; kind: string; started_at: Date; ended_at: Date | null }>(
    "select user_id, kind, started_at, ended_at from alert where user_id = any($1::int[]) and kind in ('condition', 'emergency', 'noHeartRate') and not withdrawn",
    [userIds],
  )
  const readingsOf = Map.groupBy(readings, (reading) => reading.device_id)
  const alertsOf = Map.groupBy(alerts, (alert) => alert.user_id)
  return crew.hands.flatMap((hand) =>
    ofHand(
      crew,
      hand,
      readingsOf.get(hand.deviceId) ?? [],
      states.find(({ user_id }) => user_id === hand.userId),
      (alertsOf.get(hand.userId) ?? []).map((alert) => `${alert.kind}/${alert.started_at.getTime()}/${alert.ended_at?.getTime() ?? null}`),
    ),
  )
}

/**
 * Where the database differs from an undisturbed run of a crew's day, all of which was acknowledged: readings lost,
 * doubled or judged otherwise, states, alerts, hourly summaries. Empty where nothing does.
 */
export const findings = async (pool: pg.Pool, crew: Crew): Promise<string[]> => {
  const found = await findingsOfHands(pool, crew)
  found.push(...(await wrongSummaries(pool, crew)))
  const { rows: twice } = await pool.query<object>(alertsTwice, [crew.officeId])
  found.push(...twice.map((row) => `an alert twice: ${JSON.stringify(row)}`))
  return found
}
