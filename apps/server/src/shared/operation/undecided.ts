import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { TenantFilter } from '../organisation/tenant-filter.ts'
import type { OperationFigures } from './figures.ts'

type WaitingRow = { readonly company_id: number; readonly first: number; readonly count: number }
type Waiting = { readonly dueId: number; readonly since: Date }

/**
 * Reads what happened to alerts and was not yet looked at by the job that decides whom to notify. Since when the first of a company waits
 * is remembered between reads: what an event says of its time may be hours ago where a reading came late.
 */
export const createUndecidedReader = (): ((db: Db, isReached: TenantFilter, now: Date) => Promise<OperationFigures['undecided']>) => {
  let waiting = new Map<number, Waiting>()
  return async (db, isReached, now) => {
    const { rows } = await sql<WaitingRow>`
      select d.company_id, min(d.due_id) as first, count(*)::int as count from alert_due d
       where ${isReached('d')} group by d.company_id`.execute(db)
    waiting = new Map(
      rows.map(({ company_id: companyId, first }) => {
        const before = waiting.get(companyId)
        return [companyId, before?.dueId === first ? before : { dueId: first, since: now }] as const
      }),
    )
    const since = [...waiting.values()].map((one) => one.since.getTime())
    return {
      count: rows.reduce((sum, { count }) => sum + count, 0),
      waitsSince: since.length === 0 ? null : new Date(Math.min(...since)),
    }
  }
}
