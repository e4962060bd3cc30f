import { type StoredState, unpackState } from '@mimamori/heat'
import type { PoolClient, QueryResultRow } from 'pg'
import { together } from '../../platform/database/together.ts'
import { arrayOf } from '../../platform/database/columns.ts'
import type { Context } from '../../platform/context.ts'
import type { DeviceJudge } from './device-judge.ts'
import type { KeptWorkers, StoredWorker } from './kept-workers.ts'
import { distinct, loadSources, type Sources } from './load-sources.ts'
import type { AttachedReading } from '../reading.ts'
import { MastersChanged } from '../attach/masters-changed.ts'
import type { LeftPlace } from '../attach/take-back.ts'

/** The stored state of a device, by its kind. */
export type StoredDevice = {
  readonly lastAt: number | null
  readonly battery: number | null
  readonly judge: DeviceJudge
}

export type States = Sources & {
  readonly workers: Map<number, StoredWorker>
  readonly devices: Map<number, StoredDevice>
}

// Devices before workers, each in order of its number: every transaction locks in this order, so there is no deadlock.
const lockDevices = {
  name: 'ingest-lock-devices',
  text: `
    select s.device_id, s.last_at, s.judge, s.battery
      from device_state s where s.company_id = $1 and s.device_id = any($2::int[]) order by s.device_id for update`,
}
const lockWorkers = {
  name: 'ingest-lock-workers',
  text: `
    select s.user_id, s.xmin as version
      from worker_state s where s.company_id = $1 and s.user_id = any($2::int[]) order by s.user_id for update`,
}
const readWorkers = {
  name: 'ingest-read-workers',
  text: `
    select s.user_id, extract(epoch from s.last_at)::float8 as last_at, extract(epoch from s.heard_at)::float8 as heard_at, s.judge,
           s.total_level, s.battery, s.device_id,
           (select u.xmin from app_user u where u.company_id = s.company_id and u.company_id = $1 and u.user_id = s.user_id) as of_worker
      from worker_state s where s.company_id = $1 and s.user_id = any($2::int[])`,
}
// A state is made with the first reading that needs it. Another transaction may make it at the same time.
const makeDevices = {
  name: 'ingest-make-devices',
  text: `insert into device_state (company_id, device_id) select $1, x.id from unnest($2::int[]) x (id) order by x.id on conflict do nothing`,
}
const makeWorkers = {
  name: 'ingest-make-workers',
  text: `insert into worker_state (company_id, user_id) select $1, x.id from unnest($2::int[]) x (id) order by x.id on conflict do nothing`,
}
/** A worn vital tag's judge is its worker's, so its device row is neither locked nor written. */
export const ownsState = (reading: AttachedReading) => reading.kind !== 'vital' || reading.wear === null

/** Whether a reading is judged as its worker's: a heart rate, or a press of the call button. */
export const concernsWorker = (reading: AttachedReading): boolean => reading.wear !== null && (reading.kind === 'vital' || reading.call)

type Statement = { readonly name: string; readonly text: string }

/** Locks the states of one company's devices or workers, and makes those that are not there yet. */
const lockStates = async <Row extends QueryResultRow>(
  client: PoolClient,
  companyId: number,
  ids: readonly number[],
  { lock, make }: { lock: Statement; make: Statement },
): Promise<Row[]> => {
  if (ids.length === 0) return []
  const values = [companyId, arrayOf(ids, (id) => id)]
  const { rows } = await client.query<Row>({ ...lock, values })
  if (rows.length === ids.length) return rows
  await client.query({ ...make, values })
  return (await client.query<Row>({ ...lock, values })).rows
}

type DeviceRow = { device_id: number; last_at: Date | null; judge: DeviceJudge | null; battery: number | null }

type LockedRow = { user_id: number; version: string }

type WorkerRow = {
  user_id: number
  /** Seconds since 1970: of so many rows a number is read much faster than an instant. */
  last_at: number | null
  heard_at: number | null
  judge: StoredState | null
  total_level: number | null
  battery: number | null
  device_id: number | null
  /** The version of the worker's own row. */
  of_worker: string | null
}

const msOf = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds * 1_000))

const workerOf = (row: WorkerRow): StoredWorker => ({
  userId: row.user_id,
  lastAt: msOf(row.last_at),
  heardAt: msOf(row.heard_at),
  judge: unpackState(row.judge),
  totalLevel: row.total_level,
  battery: row.battery,
  deviceId: row.device_id,
})

/**
 * Locks the workers' states, and reads those that are not kept as they stand. Whoever takes a worker to another office writes their
 * state first, so it is not kept then: by the time it is locked, the batch may have found them at the office that they left.
 * @param found the versions of the workers' rows by which the batch found them
 */
const loadWorkers = async (
  client: PoolClient,
  companyId: number,
  userIds: readonly number[],
  found: ReadonlyMap<number, string>,
  kept: KeptWorkers,
): Promise<Map<number, StoredWorker>> => {
  const workers = new Map<number, StoredWorker>()
  const unknown: number[] = []
  const locked = await lockStates<LockedRow>(client, companyId, userIds, { lock: lockWorkers, make: makeWorkers })
  for (const { user_id: userId, version } of locked) {
    const worker = kept.find(userId, version)
    if (worker === undefined) unknown.push(userId)
    else workers.set(userId, worker)
  }
  if (unknown.length === 0) return workers
  const { rows } = await client.query<WorkerRow>({ ...readWorkers, values: [companyId, arrayOf(unknown, (id) => id)] })
  for (const row of rows) {
    const version = found.get(row.user_id)
    if (version !== undefined && version !== row.of_worker) throw new MastersChanged('a worker')
    workers.set(row.user_id, workerOf(row))
  }
  return workers
}

/**
 * Locks and reads everything that a batch of one company is judged against; also the states of those whose readings left them.
 * @throws MastersChanged where a worker's row was changed before their state was locked
 */
export const loadStates = async (
  context: Pick<Context, 'pool'>,
  client: PoolClient,
  companyId: number,
  readings: readonly AttachedReading[],
  left: readonly LeftPlace[],
  kept: KeptWorkers,
): Promise<States> => {
  const deviceIds = distinct(readings.filter(ownsState).map((reading) => reading.deviceId))
  const judged = readings.filter(concernsWorker).flatMap(({ wear }) => wear ?? [])
  const found = new Map(judged.map(({ userId, ofWearer }) => [userId, ofWearer]))
  const userIds = distinct([...found.keys(), ...left.map(({ userId }) => userId)])
  // Sent in this order, and carried out in it: what the readings are judged by is read once their states are locked.
  const [deviceRows, workers, sources] = await together([
    lockStates<DeviceRow>(client, companyId, deviceIds, { lock: lockDevices, make: makeDevices }),
    loadWorkers(client, companyId, userIds, found, kept),
    loadSources(context, client, companyId, readings),
  ])
  const devices = new Map<number, StoredDevice>()
  for (const row of deviceRows)
    devices.set(row.device_id, { lastAt: row.last_at?.getTime() ?? null, battery: row.battery, judge: row.judge ?? {} })
  return { workers, devices, ...sources }
}
