import { packState, type WorkerAssessment, type WorkerState } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import {
  asBoolean,
  asDouble,
  asInstant,
  asInteger,
  asJson,
  asReal,
  asSmallint,
  asWord,
  columnsOf,
  parametersOf,
  selectListOf,
} from '../../../platform/database/column-list.ts'
import type { Database } from '../../../platform/database/database-types.ts'
import type { Assessment, StoredWorker } from '../model.ts'
import type { AssessedReading } from '../reading.ts'
import type { CachedWorker } from '../row-cache/worker-state-cache.ts'
import { isLocated, newest, newestReceipt } from './newest.ts'

type WorkerUpdate = {
  readonly userId: number
  readonly state: WorkerState
  /** Newest time among the batch's readings, and of their receipt. */
  readonly lastAt: number | null
  readonly heardAt: number | null
  /** The reading that is now the worker's latest; null where all came late. */
  readonly latest: AssessedReading | null
  /** The last valid one that the batch brought, bpm; null where what came after it counts as missing. */
  readonly heartRate: number | null
  /** The last one with a position. */
  readonly located: AssessedReading | null
  readonly levelSince: number | null
}

const levelSince = (before: number | null | undefined, moved: readonly AssessedReading[]): number | null => {
  let level = before ?? null
  let since: number | null = null
  for (const { reading, worker } of moved) {
    const next = worker?.totalLevel ?? null
    if (next !== level) since = reading.at
    level = next
  }
  return since
}

const shownHeartRate = (moved: readonly AssessedReading[]): number | null => {
  const latest = moved.at(-1)?.worker
  const shown = latest?.noHeartRate === true ? latest : moved.findLast(({ worker }) => worker?.heartRate != null)?.worker
  return shown?.heartRate ?? null
}

const workerUpdates = (assessment: Assessment, stored: Map<number, StoredWorker>): WorkerUpdate[] => {
  const ofWorkers = Map.groupBy(
    assessment.readings.filter(({ worker }) => worker !== null),
    ({ reading }) => reading.wear?.userId ?? 0,
  )
  return [...assessment.workers].map(([userId, state]) => {
    const rejudged = assessment.rejudged.get(userId)
    const readings = [...(rejudged?.stored ?? []), ...(ofWorkers.get(userId) ?? [])]
    const moved = readings.filter(({ worker }) => worker?.fresh === true).toSorted((a, b) => a.reading.at - b.reading.at)
    return {
      userId,
      state,
      lastAt: newest(readings)?.reading.at ?? null,
      heardAt: newestReceipt(readings),
      latest: moved.at(-1) ?? null,
      heartRate: shownHeartRate(moved),
      located: moved.findLast(isLocated) ?? null,
      levelSince: levelSince(rejudged === undefined ? stored.get(userId)?.totalLevel : rejudged.from?.total, moved),
    }
  })
}

/** The reasons of a worker's levels, the heart's first; null where there are none. */
const reasonOf = (worker: WorkerAssessment | null | undefined): string | null => {
  const reasons = [worker?.reason, worker?.heatReason].filter((reason) => reason != null)
  return reasons.length === 0 ? null : JSON.stringify(reasons)
}

/** The emergency that somebody is in now: a late one (後着) is answered among the alerts, and is no sign of their present condition. */
const emergencyNow = ({ emergency: { open } }: WorkerState) => (open?.isLate === true ? null : open)

const minuteMs = 60_000

/** Minutes of a worker's exposure clock; null where the heat of their day is not known at all. */
const heatMinutes = ({ exposure }: WorkerState, key: 'today' | 'onEnd' | 'longest'): number | null =>
  exposure === null || (exposure.isHot === null && exposure.today === 0 && exposure.cool === 0) ? null : exposure[key] / minuteMs

/** `moved`: whether the batch has the worker's latest reading; `located_at`: when the last reading with a position was taken. */
type Row = Database['worker_state'] & { readonly moved: boolean; readonly located_at: Date | null }

const { field, computed } = columnsOf<Row, WorkerUpdate>()

/** What the statement knows of each worker, apart from their company. */
export const workerColumns = [
  field('user_id', asInteger, (update) => update),
  computed('judge', asJson, ({ state }) => JSON.stringify(packState(state))),
  field('last_at', asInstant, (update) => update),
  field('heard_at', asInstant, (update) => update),
  computed('emergency_since', asInstant, ({ state }) => emergencyNow(state)?.since ?? null),
  computed('emergency_cause', asWord, ({ state }) => emergencyNow(state)?.cause ?? null),
  computed('moved', asBoolean, ({ latest }) => latest !== null),
  field('device_id', asInteger, ({ latest }) => latest?.reading),
  computed('heart_rate', asSmallint, ({ heartRate }) => (heartRate === null ? null : Math.round(heartRate))),
  field('wbgt', asReal, ({ latest }) => latest?.heat),
  computed('wbgt_source', asWord, ({ latest }) => latest?.heat?.source ?? null),
  computed('wbgt_device_id', asInteger, ({ latest }) => latest?.heat?.deviceId ?? null),
  field('excess', asReal, ({ latest }) => latest?.worker),
  field('heart_level', asSmallint, ({ latest }) => latest?.worker),
  field('heat_level', asSmallint, ({ latest }) => latest?.worker),
  field('total_level', asSmallint, ({ latest }) => latest?.worker),
  field('personal_level', asSmallint, ({ latest }) => latest?.worker),
  field('level_since', asInstant, (update) => update),
  computed('own_mean', asReal, ({ state }) => state.heart.shift?.own?.mean ?? null),
  computed('own_peak', asReal, ({ state }) => state.heart.shift?.own?.peak ?? null),
  computed('own_shifts', asSmallint, ({ state }) => state.heart.shift?.own?.shifts ?? null),
  computed('strained_at', asInstant, ({ state }) => state.heart.shift?.strainedAt ?? null),
  computed('heat_minutes_today', asReal, ({ state }) => heatMinutes(state, 'today')),
  computed('heat_minutes_on_end', asReal, ({ state }) => heatMinutes(state, 'onEnd')),
  computed('heat_minutes_longest', asReal, ({ state }) => heatMinutes(state, 'longest')),
  computed('no_heart_rate', asBoolean, ({ latest }) => latest?.worker?.noHeartRate ?? false),
  computed('lost_heart_rate', asBoolean, ({ latest }) => latest?.worker?.lost.heartRate ?? false),
  computed('lost_wbgt', asBoolean, ({ latest }) => latest?.worker?.lost.wbgt ?? false),
  computed('reason', asJson, ({ latest }) => reasonOf(latest?.worker)),
  field('expires_at', asInstant, ({ latest }) => latest?.worker),
  field('battery', asSmallint, ({ latest }) => latest?.reading),
  field('signal', asSmallint, ({ latest }) => latest?.reading),
  field('gateway_id', asInteger, ({ latest }) => latest?.reading),
  field('interval_minutes', asReal, ({ latest }) => latest?.worker),
  field('latitude', asDouble, ({ located }) => located?.reading),
  field('longitude', asDouble, ({ located }) => located?.reading),
  field('accuracy', asReal, ({ located }) => located?.reading),
  computed('located_at', asInstant, ({ located }) => located?.reading.at ?? null),
]

// A late reading changes only the judge's state (it may have brought a press of the call button).
const updateWorkers = {
  name: 'ingest-workers',
  text: `
    with stored as (
    update worker_state s set
      judge = x.judge,
      last_at = greatest(s.last_at, x.last_at),
      heard_at = greatest(s.heard_at, x.heard_at),
      emergency_since = x.emergency_since,
      emergency_cause = x.emergency_cause,
      device_id = case when x.moved then x.device_id else s.device_id end,
      heart_rate = case when x.moved then coalesce(x.heart_rate, case when x.no_heart_rate then null else s.heart_rate end) else s.heart_rate end,
      wbgt = case when x.moved then x.wbgt else s.wbgt end,
      wbgt_source = case when x.moved then x.wbgt_source else s.wbgt_source end,
      wbgt_device_id = case when x.moved then x.wbgt_device_id else s.wbgt_device_id end,
      excess = case when x.moved then x.excess else s.excess end,
      heart_level = case when x.moved then x.heart_level else s.heart_level end,
      heat_level = case when x.moved then x.heat_level else s.heat_level end,
      total_level = case when x.moved then x.total_level else s.total_level end,
      personal_level = case when x.moved then x.personal_level else s.personal_level end,
      level_since = coalesce(x.level_since, s.level_since),
      own_mean = x.own_mean,
      own_peak = x.own_peak,
      own_shifts = x.own_shifts,
      strained_at = x.strained_at,
      heat_minutes_today = x.heat_minutes_today,
      heat_minutes_on_end = x.heat_minutes_on_end,
      heat_minutes_longest = x.heat_minutes_longest,
      no_heart_rate = case when x.moved then x.no_heart_rate else s.no_heart_rate end,
      lost_heart_rate = case when x.moved then x.lost_heart_rate else s.lost_heart_rate end,
      lost_wbgt = case when x.moved then x.lost_wbgt else s.lost_wbgt end,
      reason = case when not x.moved then s.reason when x.total_level >= 1 then coalesce(x.reason, s.reason) end,
      expires_at = case when x.moved then x.expires_at else s.expires_at end,
      battery = case when x.moved then coalesce(x.battery, s.battery) else s.battery end,
      signal = case when x.moved then coalesce(x.signal, s.signal) else s.signal end,
      gateway_id = case when x.moved then coalesce(x.gateway_id, s.gateway_id) else s.gateway_id end,
      latitude = case when x.located_at >= coalesce(s.position_at, '-infinity') then x.latitude else s.latitude end,
      longitude = case when x.located_at >= coalesce(s.position_at, '-infinity') then x.longitude else s.longitude end,
      accuracy = case when x.located_at >= coalesce(s.position_at, '-infinity') then x.accuracy else s.accuracy end,
      position_at = greatest(s.position_at, x.located_at),
      interval_minutes = case when x.moved then x.interval_minutes else s.interval_minutes end,
      changed_at = now()
    from (select ${selectListOf(workerColumns, 2)}) x
    where s.company_id = $1 and s.user_id = x.user_id
    returning s.xmin as version)
    select o.version, count(*)::int as workers from stored o group by o.version`,
}

const later = (one: number | null | undefined, other: number | null): number | null =>
  one == null || other === null ? (one ?? other) : Math.max(one, other)

/** A worker after the statement above; times are stored in whole milliseconds. */
const workerAfter = (before: StoredWorker | undefined, { userId, state, lastAt, heardAt: heard, latest }: WorkerUpdate): StoredWorker => ({
  userId,
  lastAt: later(before?.lastAt, lastAt === null ? null : Math.trunc(lastAt)),
  heardAt: later(before?.heardAt, heard === null ? null : Math.trunc(heard)),
  judge: state,
  totalLevel: latest === null ? (before?.totalLevel ?? null) : (latest.worker?.totalLevel ?? null),
  battery: latest?.reading.battery ?? before?.battery ?? null,
  deviceId: latest?.reading.deviceId ?? before?.deviceId ?? null,
})

/**
 * Writes the states of workers that a batch changed, and answers them with the version that they have now. Their rows have been locked
 * since they were read.
 */
export const storeWorkers = async (
  client: PoolClient,
  companyId: number,
  assessment: Assessment,
  stored: Map<number, StoredWorker>,
): Promise<CachedWorker[]> => {
  const updates = workerUpdates(assessment, stored)
  if (updates.length === 0) return []
  const { rows } = await client.query<{ version: string; workers: number }>({
    ...updateWorkers,
    values: [companyId, ...parametersOf(workerColumns, updates)],
  })
  // One transaction on one node wrote them all, so a version for each is not worth a row.
  const [written, ...others] = rows
  if (written?.workers !== updates.length || others.length > 0) return []
  return updates.map((update) => ({ version: written.version, worker: workerAfter(stored.get(update.userId), update) }))
}
