import type { AlertKind, Handling, Outcome } from '@mimamori/contract'
import { packState, type StoredState, unpackState, type WorkerState } from '@mimamori/heat'
import { sql, type RawBuilder } from 'kysely'
import { isInScope, isRealInScope } from '../episodes/read.ts'
import { byCompany, inOrderOfCompanies } from '../../../shared/organisation/company-of.ts'
import type { AlertKey, PersonKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { orderOf } from '../../../platform/database/list-order.ts'
import { type PageQuery, defaultLimit, readPage } from '../../../platform/database/list-page.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { alertOrders, isOpenCall, isOpenEmergency } from './sort.ts'

export type AlertFilter = {
  /** False: only episodes that continue or that nobody has closed, without those that late readings disproved. */
  readonly allTime: boolean
  readonly companyId?: number | undefined
  readonly officeId?: number | undefined
  readonly groupId?: number | undefined
  readonly userId?: readonly number[] | undefined
  readonly kind?: readonly AlertKind[] | undefined
  readonly handling?: readonly Handling[] | undefined
  readonly drill: '0' | '1' | 'all'
  /** Half-open, over the time an episode began. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** The condition that keeps `alert a` to the episodes in scope that the filter names. */
export const matching = (actor: Actor, filter: AlertFilter) => {
  const conditions = [filter.drill === '0' ? isRealInScope(actor) : isInScope(actor)]
  if (filter.drill === '1') conditions.push(sql`a.drill`)
  if (!filter.allTime) conditions.push(sql`((a.handling <> 'closed' or a.ended_at is null) and not a.withdrawn)`)
  if (filter.companyId !== undefined) conditions.push(sql`a.company_id = ${filter.companyId}`)
  if (filter.officeId !== undefined) conditions.push(sql`a.office_id = ${filter.officeId}`)
  if (filter.groupId !== undefined) conditions.push(sql`a.group_id = ${filter.groupId}`)
  if (filter.userId !== undefined) conditions.push(sql`a.user_id = any(${filter.userId}::int[])`)
  if (filter.kind !== undefined) conditions.push(sql`a.kind = any(${filter.kind}::text[])`)
  if (filter.handling !== undefined) conditions.push(sql`a.handling = any(${filter.handling}::text[])`)
  if (filter.from !== undefined) conditions.push(sql`a.started_at >= ${filter.from}`)
  if (filter.to !== undefined) conditions.push(sql`a.started_at < ${filter.to}`)
  return sql.join(conditions, sql` and `)
}

// Reads the few open emergencies and reports, and by the index only as many of the others as the page can need, however many there are.
const newestFirst = (matches: RawBuilder<unknown>, offset: number, limit: number) => sql<AlertKey>`
  select found.company_id as "companyId", found.alert_id as "alertId"
    from ((select a.company_id, a.alert_id, a.started_at, ${isOpenEmergency} as is_emergency, true as is_first from alert a where ${matches} and ${isOpenCall})
          union all
          (select a.company_id, a.alert_id, a.started_at, false, false from alert a where ${matches} and not ${isOpenCall}
            order by a.started_at desc, a.alert_id desc limit ${offset + limit})) found
   order by found.is_first desc, found.is_emergency desc, found.started_at desc, found.alert_id desc limit ${limit} offset ${offset}`

/**
 * The keys of one page of episodes, and how many match in all. Without a key the most urgent of the current ones come
 * first; of all times, open emergencies, open reports and then the newest.
 * @throws Refusal 400 where the list has no such key to sort by
 */
export const findEpisodePage = async (
  db: Db,
  actor: Actor,
  query: AlertFilter & PageQuery,
): Promise<{ keys: AlertKey[]; count: number }> => {
  const matches = matching(actor, query)
  const { offset, limit = defaultLimit, sortKey = '' } = query
  const counting = sql<{ count: number }>`select count(*) as count from alert a where ${matches}`
  if (query.allTime && sortKey === '') {
    const [found, counted] = await Promise.all([newestFirst(matches, offset, limit).execute(db), counting.execute(db)])
    return { keys: found.rows, count: counted.rows[0]?.count ?? 0 }
  }
  const order = orderOf(alertOrders, query, actor)
  const { data, count } = await readPage(
    db,
    order,
    { offset, limit },
    {
      rows: (tail) =>
        sql<AlertKey>`select a.company_id as "companyId", a.alert_id as "alertId" from alert a ${order.join} where ${matches} ${tail}`,
      count: counting,
    },
  )
  return { keys: data, count }
}

/** How many emergencies in the actor's scope nobody has answered. */
export const countWaiting = async (db: Db, actor: Actor): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from alert a
     where ${isRealInScope(actor)} and ${isOpenEmergency} and a.handling = 'open' and not a.withdrawn and not a.late`.execute(db)
  return rows[0]?.count ?? 0
}

export type Handled = {
  readonly alert_id: number
  readonly kind: AlertKind
  readonly company_id: number
  readonly office_id: number
  readonly user_id: number | null
  readonly full_name: string | null
  /** As lists show it: the highest of one that is over. */
  readonly level: number | null
  readonly handling: Handling
  readonly outcome: Outcome | null
  readonly note: string | null
  readonly ended_at: Date | null
}

const columns = sql`a.alert_id, a.kind, a.company_id, a.office_id, a.user_id, a.full_name, case when a.ended_at is null then a.level else coalesce(a.peak_level, a.level) end as level, a.handling, a.outcome, a.note, a.ended_at`

/** Those of these episodes that the actor may see, unlocked. */
export const findEpisodes = async (db: Db, actor: Actor, alertIds: readonly number[]): Promise<Handled[]> => {
  const { rows } = await sql<Handled>`
    select ${columns} from alert a where a.alert_id = any(${alertIds}::int[]) and ${isInScope(actor)}`.execute(db)
  return rows
}

/**
 * The same, locked in order of their number until the transaction ends. Workers' states, where needed too, are locked
 * before. Not as for a deletion: the escalation holds its own rows while it writes what names the episode, and an answer
 * takes both in the other order.
 */
export const lockEpisodes = async (db: Db, actor: Actor, alertIds: readonly number[]): Promise<Handled[]> => {
  const locked: Handled[] = []
  for (const { companyId, ids } of await byCompany(db, actor, 'alert', alertIds)) {
    const { rows } = await sql<Handled>`
      select ${columns} from alert a where a.company_id = ${companyId} and a.alert_id = any(${ids}::int[]) and ${isInScope(actor)}
       order by a.alert_id for no key update`.execute(db)
    locked.push(...rows)
  }
  return locked
}

/** Locks the states of workers, so that none of their readings is judged until the transaction ends. */
export const lockWorkers = async (db: Db, workers: readonly PersonKey[]): Promise<void> => {
  for (const [companyId, own] of inOrderOfCompanies(workers))
    await sql`
      select from worker_state ws
       where ws.company_id = ${companyId} and ws.user_id = any(${own.map(({ userId }) => userId)}::int[])
       order by ws.user_id for update`.execute(db)
}

/** Locks a worker's state and reads what the judge continues from; undefined where no reading was ever judged. */
export const lockJudge = async (db: Db, { companyId, userId }: PersonKey): Promise<WorkerState | undefined> => {
  const { rows } = await sql<{ judge: StoredState | null }>`
    select ws.judge from worker_state ws where ws.company_id = ${companyId} and ws.user_id = ${userId} for update`.execute(db)
  return unpackState(rows[0]?.judge ?? null) ?? undefined
}

/** Clears the emergency of a worker whose state is locked. */
export const clearEmergency = async (db: Db, { companyId, userId }: PersonKey, judge: WorkerState | undefined): Promise<void> => {
  await sql`
    update worker_state ws
       set judge = coalesce(${judge === undefined ? null : JSON.stringify(packState(judge))}::json, ws.judge),
           emergency_since = null, emergency_cause = null, changed_at = now()
     where ws.company_id = ${companyId} and ws.user_id = ${userId}`.execute(db)
}
