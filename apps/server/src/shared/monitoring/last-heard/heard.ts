import { silenceLimitMs } from '@mimamori/heat'
import { sql, type RawBuilder } from 'kysely'
import { toJapanIsoOrNull } from '../../../platform/japan-time.ts'

/**
 * SQL, a table in parentheses: when a worker's reading that names each gateway last came, which is a sign of life beside the
 * gateway's own messages. Computed once, whatever the planner expects of the join.
 * @param condition which workers' readings (alias `ws`)
 */
export const heardThroughGateways = (condition: RawBuilder<boolean>): RawBuilder<unknown> => sql`(
  with heard as materialized (
    select ws.company_id, ws.gateway_id, max(ws.heard_at) as heard_at
      from worker_state ws where ${condition} and ws.gateway_id is not null group by ws.company_id, ws.gateway_id)
  select * from heard)`

export type Heard = { readonly isAlive: boolean; readonly lastAt: string | null; readonly elapsedTime: number | null }

const minuteMs = 60_000

/**
 * How long ago a device was heard, in whole minutes, and whether that is within the patience of alive monitoring
 * (decisions/0034). One that was never heard is not alive. What somebody wears lives by `isWornHeard`.
 * @param intervalMinutes between its messages, as it says itself; null where it does not
 */
export const heardAt = (lastAt: Date | null, intervalMinutes: number | null, now: Date): Heard => {
  // Another process's clock may be a little ahead: the age is never negative.
  const silentMs = lastAt === null ? null : Math.max(0, now.getTime() - lastAt.getTime())
  return {
    isAlive: silentMs !== null && silentMs <= silenceLimitMs(intervalMinutes),
    lastAt: toJapanIsoOrNull(lastAt),
    elapsedTime: silentMs === null ? null : Math.floor(silentMs / minuteMs),
  }
}
