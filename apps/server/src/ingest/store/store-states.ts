import { packState, type WorkerAssessment, type WorkerState } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { awaitPipelined } from '../../platform/database/await-pipelined.ts'
import { booleans, doubles, instants, integers, reals, smallints } from '../../platform/database/binary-columns.ts'
import { arrayOf } from '../../platform/database/columns.ts'
import type { Assessment, DeviceJudge, StoredWorker } from '../model.ts'
import { type AssessedReading, ownsState } from '../reading.ts'
import type { CachedWorker } from '../row-cache/worker-state-cache.ts'

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
  /** The last one that says where it was taken. */
  readonly placed: AssessedReading | null
  readonly levelSince: number | null
}

// A late reading changes only the judge's state (it may have brought a press of the call button). Columns unnested in `from`
// would each be written to a store of its own and read again; in a select list they are not.
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
      level_since = coalesce(x.level_since, s.level_since),
      no_heart_rate = case when x.moved then x.no_heart_rate else s.no_heart_rate end,
      lost_heart_rate = case when x.moved then x.lost_heart_rate else s.lost_heart_rate end,
      lost_wbgt = case when x.moved then x.lost_wbgt else s.lost_wbgt end,
      reason = case when not x.moved then s.reason when x.total_level >= 1 then coalesce(x.reason, s.reason) end,
      expires_at = case when x.moved then x.expires_at else s.expires_at end,
      battery = case when x.moved then coalesce(x.battery, s.battery) else s.battery end,
      signal = case when x.moved then coalesce(x.signal, s.signal) else s.signal end,
      gateway_id = case when x.moved then coalesce(x.gateway_id, s.gateway_id) else s.gateway_id end,
      latitude = case when x.placed_at >= coalesce(s.position_at, '-infinity') then x.latitude else s.latitude end,
      longitude = case when x.placed_at >= coalesce(s.position_at, '-infinity') then x.longitude else s.longitude end,
      accuracy = case when x.placed_at >= coalesce(s.position_at, '-infinity') then x.accuracy else s.accuracy end,
      position_at = greatest(s.position_at, x.placed_at),
      interval_minutes = case when x.moved then x.interval_minutes else s.interval_minutes end,
      changed_at = now()
    from (
      select unnest($2::int[]) as user_id, json_array_elements($3::json) as judge, unnest($4::timestamptz[]) as last_at,
             unnest($5::timestamptz[]) as emergency_since, unnest($6::text[]) as emergency_cause, unnest($7::boolean[]) as moved,
             unnest($8::int[]) as device_id, unnest($9::smallint[]) as heart_rate, unnest($10::real[]) as wbgt, unnest($11::text[]) as wbgt_source,
             unnest($12::int[]) as wbgt_device_id, unnest($13::real[]) as excess, unnest($14::smallint[]) as heart_level,
             unnest($15::smallint[]) as heat_level, unnest($16::smallint[]) as total_level, unnest($17::timestamptz[]) as level_since,
             unnest($18::boolean[]) as no_heart_rate, unnest($19::boolean[]) as lost_heart_rate, unnest($20::boolean[]) as lost_wbgt,
             unnest($21::json[]) as reason, unnest($22::timestamptz[]) as expires_at, unnest($23::smallint[]) as battery,
             unnest($24::smallint[]) as signal, unnest($25::int[]) as gateway_id, unnest($26::float8[]) as latitude,
             unnest($27::float8[]) as longitude, unnest($28::real[]) as interval_minutes, unnest($29::timestamptz[]) as heard_at,
             unnest($30::real[]) as accuracy, unnest($31::timestamptz[]) as placed_at) x
    where s.company_id = $1 and s.user_id = x.user_id
    returning s.xmin as version)
    select o.version, count(*)::int as workers from stored o group by o.version`,
}

const newest = (readings: readonly AssessedReading[]) =>
  readings.reduce<AssessedReading | null>((best, item) => (best === null || item.reading.at > best.reading.at ? item : best), null)

/** When the last of the readings came, by our clock; null for none. */
const heardAt = (readings: readonly AssessedReading[]): number | null =>
  readings.reduce<number | null>((latest, { reading }) => Math.max(latest ?? reading.receivedAt, reading.receivedAt), null)

/** Where one of the two is missing, the reading does not say where it was taken. */
const isPlaced = ({ reading: { latitude, longitude } }: AssessedReading) => latitude !== null && longitude !== null

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
      heardAt: heardAt(readings),
      latest: moved.at(-1) ?? null,
      heartRate: shownHeartRate(moved),
      placed: moved.findLast(isPlaced) ?? null,
      levelSince: levelSince(rejudged === undefined ? stored.get(userId)?.totalLevel : rejudged.from?.total, moved),
    }
  })
}

/** What a worker's levels rest on, the heart's first; null where nothing does. */
const reasonOf = (worker: WorkerAssessment | null | undefined): string | null => {
  const reasons = [worker?.reason, worker?.heatReason].filter((reason) => reason != null)
  return reasons.length === 0 ? null : JSON.stringify(reasons)
}

/** The emergency that somebody is in now: a late one (後着) is to be seen to among the alerts, and says nothing of how they are. */
const emergencyNow = ({ emergency: { open } }: WorkerState) => (open?.isLate === true ? null : open)

const workerValues = (updates: readonly WorkerUpdate[]): unknown[] => {
  return [
    integers(updates, ({ userId }) => userId),
    // One text and no array of texts, whose every quotation mark would be escaped here and read again there.
    JSON.stringify(updates.map(({ state }) => packState(state))),
    instants(updates, ({ lastAt }) => lastAt),
    instants(updates, ({ state }) => emergencyNow(state)?.since ?? null),
    arrayOf(updates, ({ state }) => emergencyNow(state)?.cause ?? null),
    booleans(updates, ({ latest }) => latest !== null),
    integers(updates, ({ latest }) => latest?.reading.deviceId ?? null),
    smallints(updates, ({ heartRate }) => (heartRate === null ? null : Math.round(heartRate))),
    reals(updates, ({ latest }) => latest?.heat?.wbgt ?? null),
    arrayOf(updates, ({ latest }) => latest?.heat?.source ?? null),
    integers(updates, ({ latest }) => latest?.heat?.deviceId ?? null),
    reals(updates, ({ latest }) => latest?.worker?.excess ?? null),
    smallints(updates, ({ latest }) => latest?.worker?.heartLevel ?? null),
    smallints(updates, ({ latest }) => latest?.worker?.heatLevel ?? null),
    smallints(updates, ({ latest }) => latest?.worker?.totalLevel ?? null),
    instants(updates, ({ levelSince: since }) => since),
    booleans(updates, ({ latest }) => latest?.worker?.noHeartRate ?? false),
    booleans(updates, ({ latest }) => latest?.worker?.lost.heartRate ?? false),
    booleans(updates, ({ latest }) => latest?.worker?.lost.wbgt ?? false),
    updates.map(({ latest }) => reasonOf(latest?.worker)),
    instants(updates, ({ latest }) => latest?.worker?.expiresAt ?? null),
    smallints(updates, ({ latest }) => latest?.reading.battery ?? null),
    smallints(updates, ({ latest }) => latest?.reading.signal ?? null),
    integers(updates, ({ latest }) => latest?.reading.gatewayId ?? null),
    doubles(updates, ({ placed }) => placed?.reading.latitude ?? null),
    doubles(updates, ({ placed }) => placed?.reading.longitude ?? null),
    reals(updates, ({ latest }) => latest?.worker?.intervalMinutes ?? null),
    instants(updates, ({ heardAt: at }) => at),
    reals(updates, ({ placed }) => placed?.reading.accuracy ?? null),
    instants(updates, ({ placed }) => placed?.reading.at ?? null),
  ]
}

const later = (one: number | null | undefined, other: number | null): number | null =>
  one == null || other === null ? (one ?? other) : Math.max(one, other)

/** A worker as the statement above leaves them; times are stored in whole milliseconds. */
const workerAfter = (before: StoredWorker | undefined, { userId, state, lastAt, heardAt: heard, latest }: WorkerUpdate): StoredWorker => ({
  userId,
  lastAt: later(before?.lastAt, lastAt === null ? null : Math.trunc(lastAt)),
  heardAt: later(before?.heardAt, heard === null ? null : Math.trunc(heard)),
  judge: state,
  totalLevel: latest === null ? (before?.totalLevel ?? null) : (latest.worker?.totalLevel ?? null),
  battery: latest?.reading.battery ?? before?.battery ?? null,
  deviceId: latest?.reading.deviceId ?? before?.deviceId ?? null,
})

const storeWorkers = async (
  client: PoolClient,
  companyId: number,
  updates: readonly WorkerUpdate[],
  stored: Map<number, StoredWorker>,
): Promise<CachedWorker[]> => {
  if (updates.length === 0) return []
  const { rows } = await client.query<{ version: string; workers: number }>({
    ...updateWorkers,
    values: [companyId, ...workerValues(updates)],
  })
  // One transaction on one node wrote them all, so a version for each is not worth its row.
  const [written, ...others] = rows
  if (written?.workers !== updates.length || others.length > 0) return []
  return updates.map((update) => ({ version: written.version, worker: workerAfter(stored.get(update.userId), update) }))
}

type DeviceUpdate = {
  readonly latest: AssessedReading
  readonly heardAt: number | null
  readonly judge: DeviceJudge | null
  /** The last one that says where it was taken. */
  readonly placed: AssessedReading | null
}

const updateDevices = {
  name: 'ingest-devices-state',
  text: `
    update device_state s set
      last_at = greatest(s.last_at, x.last_at),
      heard_at = greatest(s.heard_at, x.heard_at),
      judge = coalesce(x.judge, s.judge),
      battery = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.battery, s.battery) else s.battery end,
      slave_battery = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.slave_battery, s.slave_battery) else s.slave_battery end,
      signal = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.signal, s.signal) else s.signal end,
      wave_level = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.wave_level, s.wave_level) else s.wave_level end,
      gateway_id = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.gateway_id, s.gateway_id) else s.gateway_id end,
      latitude = case when x.placed_at >= coalesce(s.position_at, '-infinity') then x.latitude else s.latitude end,
      longitude = case when x.placed_at >= coalesce(s.position_at, '-infinity') then x.longitude else s.longitude end,
      accuracy = case when x.placed_at >= coalesce(s.position_at, '-infinity') then x.accuracy else s.accuracy end,
      position_at = greatest(s.position_at, x.placed_at),
      interval_minutes = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.interval_minutes, s.interval_minutes) else s.interval_minutes end,
      wbgt = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.wbgt, s.wbgt) else s.wbgt end,
      temperature = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.temperature, s.temperature) else s.temperature end,
      humidity = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.humidity, s.humidity) else s.humidity end,
      globe = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.globe, s.globe) else s.globe end,
      heat_level = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.heat_level, s.heat_level) else s.heat_level end,
      pressure = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.pressure, s.pressure) else s.pressure end,
      hook = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.hook, s.hook) else s.hook end,
      altitude_cm = case when x.last_at >= coalesce(s.last_at, '-infinity') then x.altitude_cm else s.altitude_cm end,
      changed_at = now()
    from unnest($2::int[], $3::timestamptz[], $4::json[], $5::smallint[], $6::smallint[], $7::smallint[], $8::smallint[], $9::int[],
      $10::float8[], $11::float8[], $12::real[], $13::real[], $14::real[], $15::real[], $16::real[], $17::smallint[], $18::real[],
      $19::smallint[], $20::real[], $21::timestamptz[], $22::real[], $23::timestamptz[])
      as x (device_id, last_at, judge, battery, slave_battery, signal, wave_level, gateway_id, latitude, longitude,
        interval_minutes, wbgt, temperature, humidity, globe, heat_level, pressure, hook, altitude_cm, heard_at, accuracy, placed_at)
    where s.company_id = $1 and s.device_id = x.device_id`,
}

const deviceValues = (updates: readonly DeviceUpdate[]): unknown[] => {
  return [
    integers(updates, ({ latest: { reading } }) => reading.deviceId),
    instants(updates, ({ latest: { reading } }) => reading.at),
    updates.map(({ judge }) => (judge === null ? null : JSON.stringify(judge))),
    smallints(updates, ({ latest: { reading } }) => reading.battery),
    smallints(updates, ({ latest: { reading } }) => reading.slaveBattery),
    smallints(updates, ({ latest: { reading } }) => reading.signal),
    smallints(updates, ({ latest: { reading } }) => reading.waveLevel),
    integers(updates, ({ latest: { reading } }) => reading.gatewayId),
    doubles(updates, ({ placed }) => placed?.reading.latitude ?? null),
    doubles(updates, ({ placed }) => placed?.reading.longitude ?? null),
    reals(updates, ({ latest: { reading } }) => reading.intervalMinutes),
    reals(updates, ({ latest: { reading } }) => reading.wbgt),
    reals(updates, ({ latest: { reading } }) => reading.temperature),
    reals(updates, ({ latest: { reading } }) => reading.humidity),
    reals(updates, ({ latest: { reading } }) => reading.globe),
    smallints(updates, ({ latest: { heatLevel } }) => heatLevel),
    reals(updates, ({ latest: { reading } }) => reading.pressure),
    smallints(updates, ({ latest: { reading } }) => reading.hook),
    reals(updates, ({ latest: { altitudeCm } }) => altitudeCm),
    instants(updates, ({ heardAt: at }) => at),
    reals(updates, ({ placed }) => placed?.reading.accuracy ?? null),
    instants(updates, ({ placed }) => placed?.reading.at ?? null),
  ]
}

/** Writes the states that a batch of one company changed, and answers those of workers. Their rows have been locked since they were read. */
export const storeStates = async (
  client: PoolClient,
  companyId: number,
  assessment: Assessment,
  stored: Map<number, StoredWorker>,
): Promise<CachedWorker[]> => {
  const workers = workerUpdates(assessment, stored)
  const ofDevices = Map.groupBy(
    assessment.readings.filter(({ reading }) => ownsState(reading)),
    ({ reading }) => reading.deviceId,
  )
  const devices = [...ofDevices.entries()].flatMap(([deviceId, readings]): DeviceUpdate[] => {
    const latest = newest(readings)
    return latest === null
      ? []
      : [{ latest, heardAt: heardAt(readings), judge: assessment.devices.get(deviceId) ?? null, placed: newest(readings.filter(isPlaced)) }]
  })
  const [written] = await awaitPipelined([
    storeWorkers(client, companyId, workers, stored),
    devices.length > 0 && client.query({ ...updateDevices, values: [companyId, ...deviceValues(devices)] }),
  ])
  return written
}
