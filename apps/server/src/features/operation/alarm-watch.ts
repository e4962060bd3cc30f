import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { reachedNow } from '../../shared/cluster-health/each-company.ts'
import { type AlarmFacts, reasonsAgainst } from './alarm-verdict.ts'
import { inTime } from './in-time.ts'
import { divideProcesses, isWayInShut, readProcesses, type ReportedProcess } from './processes.ts'
import { noWritesMs, silentProcessMs } from './thresholds.ts'
import { createUndecidedReader } from '../../shared/operation/undecided.ts'
import { countHeldUpAlerts, unsentMs } from '../../shared/operation/unsent-alerts.ts'

/** Whether alarms reach people, as this process sees it: they cannot since then, and why. */
export type AlarmVerdict = {
  readonly heldUpSince: Date | null
  readonly reasons: readonly string[]
  /** Since the database took the last write of this process, ms; absent where nothing is known of it. */
  readonly unwrittenMs?: number
}

export type AlarmWatch = {
  /** Looks now. Where the database does not answer, what is known without it decides. */
  readonly look: () => Promise<AlarmVerdict>
  /** Alarms reach nobody, by the last look or since nothing could be written since. */
  readonly areAlarmsHeldUp: () => boolean
  /** To be called after each write that the database took, with how far this process's clock is ahead of the database's. */
  readonly noteWritten: (aheadMs: number) => void
  readonly aheadMs: () => number
}

/** Whether a process of this version or a later one has ever done jobs: those of release 0.1.0 report themselves nowhere. */
const haveJobsRun = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`select from job_run j limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Watches whether alarms reach anybody.
 * @param patienceMs how long the database is waited for
 */
export const createAlarmWatch = (context: Pick<Context, 'db' | 'pool' | 'config' | 'clock'>, patienceMs?: number): AlarmWatch => {
  const { clock, db, config } = context
  let writtenAt = clock()
  // Since when writes are taken without a gap in which processes could not report themselves.
  let writableSince = writtenAt
  let ahead = 0
  // When a process that does jobs was last seen to have reported itself, and what each reported.
  let jobsSeenAt = writtenAt
  const heardOf = new Map<string, number>()
  let shutSince: Date | undefined
  const readUndecided = createUndecidedReader()
  let verdict: AlarmVerdict = { heldUpSince: null, reasons: [] }

  const longestUndecided = async (now: Date): Promise<number> => {
    const { waitsSince } = await readUndecided(db, await reachedNow(context), now)
    return waitsSince === null ? 0 : now.getTime() - waitsSince.getTime()
  }

  /**
   * By the last write: while none is taken, a process that runs cannot report itself either. Since this process saw one report itself, by
   * its own clock: the database's jumps where it is set, or where a standby with another one takes over.
   */
  const jobsSilence = async (processes: readonly ReportedProcess[]): Promise<number> => {
    const doing = processes.filter(({ roles }) => roles.includes('jobs'))
    if (doing.some(({ processId, heardAt }) => heardOf.get(processId) !== heardAt.getTime())) jobsSeenAt = writtenAt
    heardOf.clear()
    for (const { processId, heardAt } of doing) heardOf.set(processId, heardAt.getTime())
    if (doing.length === 0 && !(await haveJobsRun(db))) return 0
    // One that is to be started with this process, or after it, has not had its time yet.
    return writtenAt.getTime() - Math.max(writableSince.getTime(), jobsSeenAt.getTime())
  }

  /** By the last write as well. Each process measures it from its own first look. */
  const wayInShut = (processes: readonly ReportedProcess[], now: Date): number => {
    shutSince = isWayInShut(divideProcesses(processes, writtenAt, ahead, silentProcessMs)) ? (shutSince ?? now) : undefined
    return shutSince === undefined ? 0 : now.getTime() - shutSince.getTime()
  }

  const read = inTime(async (): Promise<Omit<AlarmFacts, 'unwrittenMs'>> => {
    const now = clock()
    const processes = await readProcesses(db)
    return {
      jobsSilentMs: await jobsSilence(processes),
      noWayInMs: wayInShut(processes, now),
      undecidedMs: await longestUndecided(now),
      // Those that send know what they wait for; another process may not know of the mail server.
      unsentAlerts: config.roles.includes('jobs') ? await countHeldUpAlerts(context, new Date(now.getTime() - unsentMs), now) : 0,
    }
  }, patienceMs)

  const factsNow = async (): Promise<AlarmFacts> => {
    // What cannot be read is away with the database, of which the writes tell.
    const facts = (await read().catch(() => undefined)) ?? { jobsSilentMs: 0, noWayInMs: 0, undecidedMs: 0, unsentAlerts: 0 }
    return { ...facts, unwrittenMs: clock().getTime() - writtenAt.getTime() }
  }

  return {
    look: async () => {
      const facts = await factsNow()
      const reasons = reasonsAgainst(facts)
      verdict = { reasons, unwrittenMs: facts.unwrittenMs, heldUpSince: reasons.length === 0 ? null : (verdict.heldUpSince ?? clock()) }
      return verdict
    },
    areAlarmsHeldUp: () => verdict.heldUpSince !== null || clock().getTime() - writtenAt.getTime() >= noWritesMs,
    noteWritten: (aheadMs) => {
      const now = clock()
      if (now.getTime() - writtenAt.getTime() >= silentProcessMs) writableSince = now
      writtenAt = now
      ahead = aheadMs
    },
    aheadMs: () => ahead,
  }
}
