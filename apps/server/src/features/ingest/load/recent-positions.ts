import type { PoolClient } from 'pg'
import { findExposedWorkers, type ExposedWorker } from '../../../shared/monitoring/workers/exposed-workers.ts'
import type { Context } from '../../../platform/context.ts'

/** From so many people on, reading the positions at a site's watchers costs more than judging the batch. */
const crowdSize = 300

/** For so long the positions of a crowd are used again: its lowest limit hardly changes with single people. */
const reuseMs = 60_000

/** `readAt`: of a clock that only moves forward, ms; `at`: the time for which it was read, epoch ms. */
type CrowdPositions = { readonly readAt: number; readonly at: number; readonly exposedWorkers: ExposedWorker[] }

const crowdsByPool = new WeakMap<Context['pool'], Map<string, CrowdPositions>>()

/**
 * The workers at the heat sources of a company's offices, as of `at` (epoch ms) or, of crowds, as of a minute ago at most.
 * @param now of a clock that only moves forward, ms
 */
export const recentPositions = async (
  { pool }: Pick<Context, 'pool'>,
  client: PoolClient,
  companyId: number,
  officeIds: readonly number[],
  at: number,
  now: number = performance.now(),
): Promise<ExposedWorker[]> => {
  if (officeIds.length === 0) return []
  const crowds = crowdsByPool.get(pool) ?? new Map<string, CrowdPositions>()
  crowdsByPool.set(pool, crowds)
  const key = `${companyId}/${officeIds.toSorted((one, other) => one - other).join()}`
  const before = crowds.get(key)
  // Readings of hours ago are judged by the positions of that time: what was read for another time is of no use.
  if (before !== undefined && now - before.readAt < reuseMs && Math.abs(at - before.at) < 3_600_000) return before.exposedWorkers
  const exposedWorkers = await findExposedWorkers(client, companyId, officeIds, at)
  if (exposedWorkers.length >= crowdSize) crowds.set(key, { readAt: now, at, exposedWorkers })
  else crowds.delete(key)
  return exposedWorkers
}
