import type { PoolClient } from 'pg'
import { awaitPipelined } from '../../../platform/database/await-pipelined.ts'
import { parametersOf } from '../../../platform/database/column-list.ts'
import type { Assessment, StoredWorker } from '../model.ts'
import type { AssessedReading } from '../reading.ts'
import type { CachedWorker } from '../row-cache/worker-state-cache.ts'
import { isLocated, newest, newestReceipt } from './newest.ts'
import { chooseUpdate, updatesOfWorkers, type WorkerUpdate, type WrittenState } from './worker-columns.ts'

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

const later = (one: number | null | undefined, other: number | null): number | null =>
  one == null || other === null ? (one ?? other) : Math.max(one, other)

/** A worker after their update; times are stored in whole milliseconds. */
const workerAfter = (
  before: StoredWorker | undefined,
  { userId, state, lastAt, heardAt: heard, latest }: WorkerUpdate,
  written: WrittenState | null,
): StoredWorker => ({
  userId,
  lastAt: later(before?.lastAt, lastAt === null ? null : Math.trunc(lastAt)),
  heardAt: later(before?.heardAt, heard === null ? null : Math.trunc(heard)),
  judge: state,
  totalLevel: latest === null ? (before?.totalLevel ?? null) : (latest.worker?.totalLevel ?? null),
  battery: latest?.reading.battery ?? before?.battery ?? null,
  deviceId: latest?.reading.deviceId ?? before?.deviceId ?? null,
  written,
})

type Written = { readonly version: string; readonly workers: number }

/**
 * Writes the states of workers that a batch changed, of each as much as is new, and answers them with the version that they have now.
 * Their rows have been locked since they were read.
 */
export const storeWorkers = async (
  client: PoolClient,
  companyId: number,
  assessment: Assessment,
  stored: Map<number, StoredWorker>,
): Promise<CachedWorker[]> => {
  const updates = workerUpdates(assessment, stored).map((update) => {
    const before = stored.get(update.userId)
    return { update, before, ...chooseUpdate(update, before?.written ?? null) }
  })
  const answers = await awaitPipelined(
    updatesOfWorkers.flatMap(({ columns, name, text }, index) => {
      const own = updates.flatMap(({ statement, update }) => (statement === index ? [update] : []))
      return own.length === 0 ? [] : [client.query<Written>({ name, text, values: [companyId, ...parametersOf(columns, own)] })]
    }),
  )
  // One transaction on one node wrote them all, so a version for each is not worth a row.
  const [first, ...others] = answers.flatMap(({ rows }) => rows)
  if (first === undefined || others.some(({ version }) => version !== first.version)) return []
  const count = others.reduce((sum, { workers }) => sum + workers, first.workers)
  if (count !== updates.length) return []
  return updates.map(({ update, before, written }) => ({ version: first.version, worker: workerAfter(before, update, written) }))
}
