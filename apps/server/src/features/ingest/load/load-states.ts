import { type StoredState, unpackState } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { awaitPipelined } from '../../../platform/database/await-pipelined.ts'
import { arrayOf } from '../../../platform/database/columns.ts'
import type { DeviceJudge, LeftPlace, States, StoredDevice, StoredWorker } from '../model.ts'
import { type AttachedReading, concernsWorker, ownsState } from '../reading.ts'
import { confirmRows, type UsedRows, type UsedSites } from '../row-cache/confirm-rows.ts'
import type { WorkerStateCache } from '../row-cache/worker-state-cache.ts'
import type { BatchTransaction } from '../transaction.ts'
import { loadClosings } from './load-closings.ts'
import { loadShifts } from './load-shifts.ts'
import { distinct, loadSources } from './load-sources.ts'

// Devices before workers, each in order of its number: every transaction locks in this order, so there is no deadlock.
const lockDevices = {
  name: 'ingest-lock-devices',
  text: `
    select s.device_id, s.last_at, s.heard_at, s.judge, s.battery
      from device_state s where s.company_id = $1 and s.device_id = any($2::int[]) order by s.device_id for update`,
}
// The versions are one text, in the order of the numbers: a row for each costs the driver more than its lock costs the database.
const lockWorkers = {
  name: 'ingest-lock-workers',
  text: `
    select count(*)::int as workers, string_agg(l.version::text, ',' order by l.user_id) as versions
      from (select s.user_id, s.xmin as version
              from worker_state s where s.company_id = $1 and s.user_id = any($2::int[]) order by s.user_id for update) l`,
}
const readWorkers = {
  name: 'ingest-read-workers',
  text: `
    select s.user_id, extract(epoch from s.last_at)::float8 as last_at, extract(epoch from s.heard_at)::float8 as heard_at, s.judge,
           s.total_level, s.battery, s.device_id
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
type DeviceRow = { device_id: number; last_at: Date | null; heard_at: Date | null; judge: DeviceJudge | null; battery: number | null }

/** Rows that were locked, and whether some of them had to be made first. */
type Locked<Row> = { readonly rows: readonly Row[]; readonly made: boolean }

/** Locks the states of one company's devices, and makes those that are not there yet. */
const lockDeviceStates = async (client: PoolClient, companyId: number, ids: readonly number[]): Promise<Locked<DeviceRow>> => {
  if (ids.length === 0) return { rows: [], made: false }
  const values = [companyId, arrayOf(ids, (id) => id)]
  const { rows } = await client.query<DeviceRow>({ ...lockDevices, values })
  if (rows.length === ids.length) return { rows, made: false }
  await client.query({ ...makeDevices, values })
  return { rows: (await client.query<DeviceRow>({ ...lockDevices, values })).rows, made: true }
}

type LockedWorkers = { readonly workers: number; readonly versions: string | null }

type WorkerRow = {
  user_id: number
  /** Seconds since 1970: of so many rows a number is read much faster than an instant. */
  last_at: number | null
  heard_at: number | null
  judge: StoredState | null
  total_level: number | null
  battery: number | null
  device_id: number | null
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
  written: null,
})

/** Locks the states of workers, each number given once, and makes those that are not there yet; answers the version of each, where it is known. */
const lockVersions = async (
  client: PoolClient,
  companyId: number,
  userIds: readonly number[],
): Promise<Locked<[number, string | undefined]>> => {
  if (userIds.length === 0) return { rows: [], made: false }
  const sorted = userIds.toSorted((one, other) => one - other)
  const values = [companyId, arrayOf(sorted, (id) => id)]
  const lock = async () => (await client.query<LockedWorkers>({ ...lockWorkers, values })).rows[0]
  let locked = await lock()
  const made = locked?.workers !== sorted.length
  if (made) {
    await client.query({ ...makeWorkers, values })
    locked = await lock()
  }
  const versions = locked?.workers === sorted.length ? locked.versions?.split(',') : undefined
  return { rows: sorted.map((userId, index): [number, string | undefined] => [userId, versions?.[index]]), made }
}

/** Locks the workers' states, and reads those of which the cache has no current version. */
const loadWorkers = async (
  client: PoolClient,
  companyId: number,
  userIds: readonly number[],
  cache: WorkerStateCache,
): Promise<Locked<StoredWorker>> => {
  const workers: StoredWorker[] = []
  const missing: number[] = []
  const { rows: locked, made } = await lockVersions(client, companyId, userIds)
  for (const [userId, version] of locked) {
    const worker = version === undefined ? undefined : cache.find(userId, version)
    if (worker === undefined) missing.push(userId)
    else workers.push(worker)
  }
  if (missing.length === 0) return { rows: workers, made }
  const { rows } = await client.query<WorkerRow>({ ...readWorkers, values: [companyId, arrayOf(missing, (id) => id)] })
  for (const row of rows) workers.push(workerOf(row))
  return { rows: workers, made }
}

/**
 * Locks and reads everything that a batch is judged against, also the states of those whose readings left them, and asks whether
 * the master data that the batch was attached by is still current.
 * @throws StaleMasterData where it was changed before the states were locked
 */
export const loadStates = async (
  transaction: BatchTransaction,
  readings: readonly AttachedReading[],
  left: readonly LeftPlace[],
  used: UsedRows,
): Promise<States> => {
  const { client, context, companyId, cache } = transaction
  const deviceIds = distinct(readings.filter(ownsState).map((reading) => reading.deviceId))
  const judged = readings.filter(concernsWorker).map(({ wear }) => wear?.userId ?? null)
  // What a device says of its alarms changes its wearer's alerts, also where nothing is judged by it: a belt's.
  const alarmed = readings.flatMap(({ alarm, wear }) => (alarm === null || wear === null ? [] : [wear.userId]))
  const userIds = distinct([...judged, ...alarmed, ...left.map(({ userId }) => userId)])
  const siteIds = distinct(readings.map(({ officeId }) => officeId))
  const sites: UsedSites = { siteIds, cached: siteIds.flatMap((officeId) => cache.sites.find(officeId) ?? []) }
  const confirm = () => confirmRows(client, context.log, cache, companyId, used, sites)
  // Sent in this order, and carried out in it: what the readings are judged by is read once their states are locked.
  const [devices, workers, confirmed, sources, closings] = await awaitPipelined([
    lockDeviceStates(client, companyId, deviceIds),
    loadWorkers(client, companyId, userIds, cache.workers),
    confirm(),
    loadSources(transaction, readings, used, sites),
    loadClosings(client, companyId, readings),
  ])
  // Rows that had to be made were locked after the question was answered.
  if (devices.made || workers.made) await confirm()
  const stored = new Map(workers.rows.map((worker) => [worker.userId, worker]))
  return {
    devices: new Map(
      devices.rows.map((row): [number, StoredDevice] => [
        row.device_id,
        { lastAt: row.last_at?.getTime() ?? null, heardAt: row.heard_at?.getTime() ?? null, battery: row.battery, judge: row.judge ?? {} },
      ]),
    ),
    workers: stored,
    shifts: await loadShifts(client, companyId, readings, stored),
    closings,
    ...sources,
    ...confirmed,
  }
}
