import type { PoolClient } from 'pg'
import { findStanding, type StandingWorker } from '../../monitoring/site-heat/standing.ts'
import type { Context } from '../../platform/context.ts'

/** From so many people on, reading who stands at a site's watchers costs more than judging the batch. */
const crowd = 300

/** For so long a crowd is taken to stand where it stood: its lowest limit hardly changes with single people. */
const keptMs = 60_000

type Kept = { readonly readAt: number; readonly at: number; readonly standing: StandingWorker[] }

const keptBy = new WeakMap<Context['pool'], Map<string, Kept>>()

/**
 * Who stands at the heat sources of a company's offices, as of `at` (epoch ms) or, of crowds, as of a minute ago at most.
 * @param now of a clock that only goes forward, ms
 */
export const standingLately = async (
  { pool }: Pick<Context, 'pool'>,
  client: PoolClient,
  companyId: number,
  officeIds: readonly number[],
  at: number,
  now: number = performance.now(),
): Promise<StandingWorker[]> => {
  if (officeIds.length === 0) return []
  const kept = keptBy.get(pool) ?? new Map<string, Kept>()
  keptBy.set(pool, kept)
  const key = `${companyId}/${officeIds.toSorted((one, other) => one - other).join()}`
  const before = kept.get(key)
  // Readings of hours ago are judged by who stood there then: what was read for another time is no answer.
  if (before !== undefined && now - before.readAt < keptMs && Math.abs(at - before.at) < 3_600_000) return before.standing
  const standing = await findStanding(client, companyId, officeIds, at)
  if (standing.length >= crowd) kept.set(key, { readAt: now, at, standing })
  else kept.delete(key)
  return standing
}
