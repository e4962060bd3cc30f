import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { reachedNow } from '../../shared/cluster-health/each-company.ts'
import { type AlarmFacts, reasonsAgainst } from './alarm-verdict.ts'
import { readProcesses, silenceOf } from './processes.ts'
import { countUnsentAlerts, unsentMs } from '../../shared/operation/unsent-alerts.ts'

/** Whether alarms reach people, as this process sees it: they cannot since then, and why. */
export type AlarmVerdict = { readonly heldUpSince: Date | null; readonly reasons: readonly string[] }

export type AlarmWatch = {
  /** Looks now. Where the database does not answer, what is known without it decides. */
  readonly look: () => Promise<AlarmVerdict>
  /** What the last look found. */
  readonly last: () => AlarmVerdict
  /** To be called after each write that the database took, with how far this process's clock is ahead of the database's. */
  readonly noteWritten: (aheadMs: number) => void
  readonly aheadMs: () => number
}

type Waiting = { readonly company_id: number; readonly due_id: number }

const firstUndecided = async ({ db, pool }: Pick<Context, 'db' | 'pool'>): Promise<Map<number, number>> => {
  const isReached = await reachedNow({ pool })
  const { rows } = await sql<Waiting>`
    select d.company_id, min(d.due_id) as due_id from alert_due d where ${isReached('d')} group by d.company_id`.execute(db)
  return new Map(rows.map(({ company_id: companyId, due_id: dueId }) => [companyId, dueId]))
}

/**
 * Watches whether alarms reach anybody. How long the same event waits for a decision is remembered here, since what an event says
 * of its time may be hours ago where a reading came late.
 */
export const createAlarmWatch = (context: Pick<Context, 'db' | 'pool' | 'config' | 'clock'>): AlarmWatch => {
  const { clock, db } = context
  const begunAt = clock()
  let writtenAt = begunAt
  let ahead = 0
  let undecided = new Map<number, { readonly dueId: number; readonly since: Date }>()
  let verdict: AlarmVerdict = { heldUpSince: null, reasons: [] }

  const longestUndecided = async (now: Date): Promise<number> => {
    const first = await firstUndecided(context)
    undecided = new Map(
      [...first].map(([companyId, dueId]) => {
        const before = undecided.get(companyId)
        return [companyId, before?.dueId === dueId ? before : { dueId, since: now }] as const
      }),
    )
    return Math.max(0, ...[...undecided.values()].map(({ since }) => now.getTime() - since.getTime()))
  }

  const jobsSilence = async (now: Date): Promise<number> => {
    const doing = (await readProcesses(db)).filter(({ roles }) => roles.includes('jobs'))
    // One that is to be started with this process, or after it, has not had its time yet.
    return Math.min(now.getTime() - begunAt.getTime(), ...doing.map((one) => silenceOf(one, now, ahead)))
  }

  const factsNow = async (now: Date): Promise<AlarmFacts> => {
    const unwrittenMs = now.getTime() - writtenAt.getTime()
    try {
      return {
        unwrittenMs,
        jobsSilentMs: await jobsSilence(now),
        undecidedMs: await longestUndecided(now),
        unsentAlerts: await countUnsentAlerts(context, new Date(now.getTime() - unsentMs), now),
      }
    } catch {
      // What cannot be read is away with the database, of which the writes tell.
      return { unwrittenMs, jobsSilentMs: 0, undecidedMs: 0, unsentAlerts: 0 }
    }
  }

  return {
    look: async () => {
      const now = clock()
      const reasons = reasonsAgainst(await factsNow(now))
      verdict = { reasons, heldUpSince: reasons.length === 0 ? null : (verdict.heldUpSince ?? now) }
      return verdict
    },
    last: () => verdict,
    noteWritten: (aheadMs) => {
      writtenAt = clock()
      ahead = aheadMs
    },
    aheadMs: () => ahead,
  }
}
