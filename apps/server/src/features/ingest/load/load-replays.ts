import type { WbgtSource } from '@mimamori/contract'
import { continuedEnd, type HeatRank, isPutInPlace, type StoredState, unpackState } from '@mimamori/heat'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import type { LeftPlace, Replay, States, StoredVital } from '../model.ts'
import type { AttachedReading, UsedHeat } from '../reading.ts'
import type { BatchTransaction } from '../transaction.ts'
import { loadShiftsFrom } from './load-shifts.ts'
import { loadWorkerSettings } from './worker-settings.ts'

type CheckpointRow = { user_id: number; judge: StoredState | null }

type ReadingRow = {
  user_id: number
  device_id: number
  at: Date
  call: boolean
  office_id: number
  received_at: Date
  heart_rate: number | null
  wbgt: number | null
  temperature: number | null
  wbgt_source: WbgtSource | null
  wbgt_device_id: number | null
  excess: number | null
  heart_level: number | null
  heat_level: number | null
  total_level: number | null
  interval_minutes: number | null
  gap_seconds: number | null
  wbgt_rank: HeatRank
  gateway_id: number | null
}

/** Where no checkpoint is old enough, as for somebody whose readings began just now, judging begins so long before. */
const runUpMs = 8 * 3_600_000

const newestCheckpoints = {
  name: 'ingest-checkpoints',
  text: `
    select x.user_id, k.judge
      from unnest($2::int[], $3::timestamptz[]) x (user_id, since)
      left join lateral (
        select c.judge from worker_checkpoint c
         where c.company_id = $1 and c.user_id = x.user_id and c.at < x.since order by c.at desc limit 1) k on true`,
}

// Each worker's are looked up by the key: a plan made while the table is young would read it from end to end for each.
// The places of an office that somebody has left are not brought back, and notices about them belong to their present office. A belt's
// reading is no vital tag's, though it names the wearer.
/** The statement that reads workers' stored readings. */
export const storedVitals = {
  name: 'ingest-stored-vitals',
  text: `
    select r.user_id, r.device_id, r.at, r.call, u.office_id, r.received_at, r.heart_rate, r.wbgt, r.temperature, r.wbgt_source,
           case when r.office_id = u.office_id then r.wbgt_device_id end as wbgt_device_id, r.excess, r.heart_level, r.heat_level,
           r.total_level, r.interval_minutes, r.gap_seconds, coalesce(r.wbgt_rank, 0) as wbgt_rank, case when r.office_id = u.office_id then r.gateway_id end as gateway_id
      from unnest($2::int[], $3::timestamptz[]) x (user_id, since)
      join app_user u on u.company_id = $1 and u.user_id = x.user_id
     cross join lateral (
       select r.* from reading r where r.company_id = $1 and r.user_id = x.user_id and r.at > x.since and r.at > $4 offset 0) r
      left join device d on d.company_id = $1 and d.device_id = r.device_id
     where coalesce(d.kind, 'vital') = 'vital' and r.hook is null and r.pressure is null
     order by r.user_id, r.at`,
}

const heatOf = (row: ReadingRow): UsedHeat | null =>
  row.wbgt === null || row.wbgt_source === null
    ? null
    : { wbgt: row.wbgt, rank: row.wbgt_rank, source: row.wbgt_source, deviceId: row.wbgt_device_id, temperature: row.temperature }

const vitalOf = (row: ReadingRow): StoredVital => ({
  deviceId: row.device_id,
  at: row.at.getTime(),
  call: row.call,
  officeId: row.office_id,
  receivedAt: row.received_at.getTime(),
  heartRate: row.heart_rate,
  intervalMinutes: row.interval_minutes,
  gatewayId: row.gateway_id,
  heat: heatOf(row),
  levels: {
    heartLevel: row.heart_level,
    heatLevel: row.heat_level,
    totalLevel: row.total_level,
    excess: row.excess,
    gapSeconds: row.gap_seconds,
  },
})

// Most of a backlog is of people of whom there was no episode to end: they need not be judged again.
const endedByClock = {
  name: 'ingest-ended-by-clock',
  text: `
    select x.user_id from unnest($2::int[], $3::timestamptz[]) as x (user_id, ended_at)
     where exists (
       select from alert a
        where a.company_id = $1 and a.user_id = x.user_id and a.kind = 'condition' and a.ended_at = x.ended_at)`,
}

/**
 * The workers whose episodes the clock has ended and a batch's readings continue.
 * @param now epoch ms
 */
const findContinued = async (
  { client, companyId }: BatchTransaction,
  readings: readonly AttachedReading[],
  { workers }: States,
  now: number,
): Promise<Set<number>> => {
  const ends = new Map<number, number>()
  for (const { kind, wear, at } of readings) {
    if (kind !== 'vital' || wear === null) continue
    const end = continuedEnd(workers.get(wear.userId)?.judge ?? null, at, now)
    if (end !== null) ends.set(wear.userId, end)
  }
  if (ends.size === 0) return new Set()
  const entries = [...ends]
  const values = [companyId, arrayOf(entries, ([userId]) => userId), arrayOf(entries, ([, end]) => instantOf(end))]
  const { rows } = await client.query<{ user_id: number }>({ ...endedByClock, values })
  return new Set(rows.map(({ user_id: userId }) => userId))
}

/**
 * The workers of a company who have to be judged again, each with the time from which (epoch ms): those of whom a batch brings late
 * readings, those whose readings have left their place, and those whose ended episode `continued`.
 */
const lateWorkers = (
  readings: readonly AttachedReading[],
  { workers }: States,
  left: readonly LeftPlace[],
  continued: ReadonlySet<number>,
): Map<number, number> => {
  const late = new Map<number, number>()
  const note = (userId: number, at: number) => {
    const judge = workers.get(userId)?.judge ?? null
    const continues = continued.has(userId) && at > (judge?.at ?? 0)
    if (continues || isPutInPlace(judge, at)) late.set(userId, Math.min(at, late.get(userId) ?? at))
  }
  for (const { userId, device, at } of left) if (userId !== null && device.kind === 'vital') note(userId, at)
  for (const { kind, wear, at } of readings) if (kind === 'vital' && wear !== null) note(wear.userId, at)
  return late
}

/**
 * Reads what late workers are judged again from, by the worker's number. Their states are locked, so that nobody else stores or
 * judges their readings meanwhile.
 */
export const loadReplays = async (
  transaction: BatchTransaction,
  readings: readonly AttachedReading[],
  states: States,
  left: readonly LeftPlace[],
): Promise<Map<number, Replay>> => {
  const { client, context, companyId } = transaction
  const now = context.clock()
  const continued = await findContinued(transaction, readings, states, now.getTime())
  const late = lateWorkers(readings, states, left, continued)
  if (late.size === 0) return new Map()
  const settings = await loadWorkerSettings(client, context.log, companyId, [...late.keys()], japanDay(now))
  const watched = [...late].flatMap(([userId, since]) => (settings.has(userId) ? { userId, since } : []))
  const checkpoints = await client.query<CheckpointRow>({
    ...newestCheckpoints,
    values: [companyId, arrayOf(watched, ({ userId }) => userId), arrayOf(watched, ({ since }) => instantOf(since))],
  })
  const begins = checkpoints.rows.map(({ user_id: userId, judge }) => {
    const from = unpackState(judge)
    return { userId, from, after: from?.at ?? (late.get(userId) ?? 0) - runUpMs }
  })
  const { rows } = await client.query<ReadingRow>({
    ...storedVitals,
    values: [
      companyId,
      arrayOf(begins, ({ userId }) => userId),
      arrayOf(begins, ({ after }) => instantOf(after)),
      instantOf(begins.reduce((least, { after }) => Math.min(least, after), Number.MAX_SAFE_INTEGER / 1e3)),
    ],
  })
  const ofWorkers = Map.groupBy(rows, (row) => row.user_id)
  const shifts = await loadShiftsFrom(client, companyId, new Map(begins.map(({ userId, after }) => [userId, after])))
  return new Map(
    begins.flatMap(({ userId, from }): [number, Replay][] => {
      const own = settings.get(userId)
      if (own === undefined) return []
      const stored = (ofWorkers.get(userId) ?? []).map(vitalOf)
      const measured = { ...own, shifts: shifts.get(userId) ?? [] }
      return [[userId, { companyId, from, stored, settings: measured, now: now.getTime(), continues: continued.has(userId) }]]
    }),
  )
}
