import { sql } from 'kysely'
import type { Pool } from 'pg'
import { readBackupState } from '../../platform/backup/backup-runs.ts'
import type { Context } from '../../platform/context.ts'
import { readClockAhead } from '../../platform/database/clock-ahead.ts'
import { pushSubject } from '../../platform/outside/push-subject.ts'
import { reachableCompanies } from '../cluster-health/reachable-companies.ts'
import { tenantsAmong } from '../organisation/tenant-filter.ts'
import type { ExpectedDevices, OperationFigures } from './figures.ts'
import { countUnreached, readAlerts } from './read-alerts.ts'
import { readChannels, readNotices } from './read-notices.ts'
import { readSilent } from './read-silent.ts'
import { createUndecidedReader } from './undecided.ts'
import { countUnsentAlerts, unsentMs } from './unsent-alerts.ts'
import { countExpected, readFileJobs, readForecast, readJobs } from './read-work.ts'

type Read = Pick<Context, 'config' | 'db' | 'pool' | 'clock' | 'space'>

/** So long figures are kept, and those of all devices, which cost more. */
const usualPace = { keptMs: 10_000, expectedKeptMs: 60_000 }

/**
 * Answers what was read within the last so many ms, and reads once for all who ask meanwhile, however long that takes: a second read would
 * wait behind the first, and hold another connection. A failure is not kept.
 */
const kept = <Answer>(read: () => Promise<Answer>, ms: number): (() => Promise<Answer>) => {
  let last: { until: number; readonly answer: Promise<Answer> } | undefined
  return () => {
    if (last !== undefined && performance.now() < last.until) return last.answer
    const own = { until: Infinity, answer: read() }
    own.answer.then(
      () => {
        own.until = performance.now() + ms
      },
      () => {
        if (last === own) last = undefined
      },
    )
    last = own
    return own.answer
  }
}

const countAway = async (db: Context['db'], atHand: readonly number[] | null): Promise<number> => {
  if (atHand === null) return 0
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from company c where c.company_id <> all(${atHand}::int[])`.execute(db)
  return rows[0]?.count ?? 0
}

/** Clocks that differ by less are taken for the same: asking takes time, too. */
const sameClockMs = 1_000

// Longer than all of them take together; a lock or a disk that holds one up must not hold a connection for ever.
const longestStatement = '8s'

const readFigures = async (
  { config, db: everywhere, pool, clock, space }: Read,
  expected: () => Promise<ExpectedDevices>,
  undecided: ReturnType<typeof createUndecidedReader>,
): Promise<OperationFigures> => {
  // By the clock that all processes share: the ages of what others wrote must not be those of this machine's clock.
  const clockAheadMs = await readClockAhead(everywhere)
  const readAt = new Date(clock().getTime() - (Math.abs(clockAheadMs) < sameClockMs ? 0 : clockAheadMs))
  const atHand = await reachableCompanies(pool)
  const isReached = tenantsAmong(atHand)
  const isOn = { mail: config.smtpUrl !== undefined, push: pushSubject(config) !== undefined, channel: true }
  const disk = await space.read().then(
    (free) => ({ free, floorMegabytes: space.floorMegabytes }),
    () => null,
  )
  const devices = await expected()
  return everywhere.transaction().execute(async (db) => {
    await sql`select set_config('statement_timeout', ${longestStatement}, true)`.execute(db)
    // One after another: they would take connections of the pool from those whose work they measure.
    return {
      readAt,
      clockAheadMs,
      companiesAway: await countAway(db, atHand),
      alerts: await readAlerts(db, isReached, readAt),
      silent: await readSilent(db, isReached, readAt),
      unreached: await countUnreached(db, isReached),
      unsent: await countUnsentAlerts({ config, db, pool }, new Date(readAt.getTime() - unsentMs), readAt),
      undecided: await undecided(db, isReached, readAt),
      notices: await readNotices(db, isReached, readAt, isOn),
      channels: await readChannels(db, isReached),
      expected: devices,
      jobs: await readJobs(db, readAt),
      fileJobs: await readFileJobs(db, isReached),
      forecast: config.wbgtServiceUrl === undefined ? null : await readForecast(db, isReached, readAt),
      backups: await readBackupState(db, readAt),
      isBackupScheduled: config.backup !== undefined,
      disk,
    }
  })
}

/** Reads the figures at a pace: those asked for meanwhile are the same. */
export const createOperationReader = (context: Read, { keptMs, expectedKeptMs } = usualPace): (() => Promise<OperationFigures>) => {
  const { db, pool } = context
  const expected = kept(async () => countExpected(db, tenantsAmong(await reachableCompanies(pool))), expectedKeptMs)
  const undecided = createUndecidedReader()
  return kept(() => readFigures(context, expected, undecided), keptMs)
}

const readers = new WeakMap<Pool, () => Promise<OperationFigures>>()

/**
 * The operating figures of the installation, as of ten seconds ago at most: what `/metrics` and 稼働状況 show. Each process reads them
 * once for all who ask. Every query is bounded by what is open, waiting or of the last hour, by an index; what is counted of all devices
 * is a minute old at most. On a cluster the companies of a lost node are left out.
 *
 * Not in them, since each process knows only its own: refused gateways (`Parts.warnings` of the app), live streams, lamps, readings.
 * @throws what the database says where it does not answer
 */
export const readOperation = (context: Read): Promise<OperationFigures> => {
  const reader = readers.get(context.pool) ?? createOperationReader(context)
  readers.set(context.pool, reader)
  return reader()
}
