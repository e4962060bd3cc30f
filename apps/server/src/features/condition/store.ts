import { sql } from 'kysely'
import { isLongInHeat, shownAt, isWatched, isWatchedInCompany } from '../../shared/monitoring/workers/shown.ts'
import { isReported } from '../../shared/monitoring/workers/open-report.ts'
import { tenantOf, tenantsAmong } from '../../shared/organisation/tenant-filter.ts'
import type { Db } from '../../platform/context.ts'
import { type OrderQuery, japanese, orderBy, orderOf } from '../../platform/database/list-order.ts'
import type { Actor } from '../../platform/http/route.ts'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'
import { healthOrders } from './sort.ts'

export type HealthFilter = {
  readonly companyId?: number | undefined
  readonly officeId?: number | undefined
  readonly groupId?: number | undefined
}

export type HealthPage = OrderQuery & {
  readonly offset: number
  readonly limit: number
  /** Leaves out workers for whom there is nothing to show. */
  readonly withDataOnly: boolean
  /** Only those at or above this level, in an emergency, or with an open report. */
  readonly minLevel: number | undefined
  /** Only those whose time in heat is long today. */
  readonly longInHeat: boolean
}

const matching = (actor: Actor, filter: HealthFilter) => {
  const conditions = [companyOf(actor, filter) === undefined ? isWatched : isWatchedInCompany, withinScope(actor, personColumns)]
  if (filter.companyId !== undefined) conditions.push(sql`u.company_id = ${filter.companyId}`)
  if (filter.officeId !== undefined) conditions.push(sql`u.office_id = ${filter.officeId}`)
  if (filter.groupId !== undefined) conditions.push(sql`u.group_id = ${filter.groupId}`)
  return sql.join(conditions, sql` and `)
}

/** The one company that a list is of; undefined for the service's administrators over all of them. */
const companyOf = (actor: Actor, { companyId }: HealthFilter): number | undefined =>
  actor.role === 'AdminUnitService' ? companyId : actor.companyId

const reportedIn = (actor: Actor, filter: HealthFilter) => {
  const companyId = companyOf(actor, filter)
  return isReported(companyId === undefined ? tenantOf(actor) : tenantsAmong([companyId]))
}

const state = sql`left join worker_state ws on ws.company_id = u.company_id and ws.user_id = u.user_id`

/**
 * The people of a list (alias `u`), each with the place of their name among them. Within a company it is a number: an index hands
 * them out in that order, and numbers compare much faster than names. Over all companies it is the name itself.
 */
const peopleOf = (actor: Actor, filter: HealthFilter, now: Date) => {
  const name = japanese('u.furigana')
  return sql`(select u.company_id, u.user_id, u.office_id, u.group_id, u.date_of_birth, u.heart_judged,
      u.attention @> ${now}::timestamptz as attention, ${reportedIn(actor, filter)} as is_reported,
      ${companyOf(actor, filter) !== undefined ? sql`row_number() over (order by ${name}, u.user_id)` : name} as place
    from app_user u where ${matching(actor, filter)}) u`
}

/**
 * The keys of one page, and how many match in all, as queries. Only sort keys are sorted; the page's own rows are read
 * whole afterwards. A count of its own costs less than a window function, which would hold all ten thousand rows back.
 * @throws Refusal 400 where the list has no such key
 */
export const healthPageQueries = (actor: Actor, filter: HealthFilter, page: HealthPage, now: Date) => {
  const shown = shownAt(now)
  const { join, steps } = orderOf(healthOrders, page, shown, actor.role)
  const companyId = companyOf(actor, filter)
  // Said again outside of the people, so that a cluster asks their node alone.
  const conditions = [companyId === undefined ? sql`true` : sql`u.company_id = ${companyId}`]
  const reported = reportedIn(actor, filter)
  if (page.withDataOnly) conditions.push(sql`(${shown.present} or ${reported})`)
  if (page.minLevel !== undefined) conditions.push(sql`(${shown.emergency} or ${shown.level} >= ${page.minLevel} or ${reported})`)
  if (page.longInHeat) conditions.push(isLongInHeat(shown))
  const isShown = sql.join(conditions, sql` and `)
  return {
    ids: sql<PersonKey>`
      select u.company_id as "companyId", u.user_id as "userId" from ${peopleOf(actor, filter, now)} ${state} ${join}
       where ${isShown} ${orderBy(steps)} limit ${page.limit} offset ${page.offset}`,
    count: sql<{ count: number }>`
      select count(*) as count from app_user u ${state} where ${matching(actor, filter)} and ${isShown}`,
  }
}

export type Tally = {
  workers: number
  emergency: number
  level3: number
  level2: number
  level1: number
  level0: number
  none: number
  silent: number
  heard_at: Date | null
}

/** The workers in scope, counted by what is shown of them. Silent are those whose data has stopped, not those without a device. */
export const countHealth = async (db: Db, actor: Actor, filter: HealthFilter, now: Date): Promise<Tally> => {
  const shown = shownAt(now)
  const { rows } = await sql<Tally>`
    select count(*) as workers,
           count(*) filter (where slim.emergency) as emergency,
           count(*) filter (where slim.level = 3) as level3,
           count(*) filter (where slim.level = 2) as level2,
           count(*) filter (where slim.level = 1) as level1,
           count(*) filter (where slim.level = 0) as level0,
           count(*) filter (where slim.level is null) as none,
           count(*) filter (where slim.last_at is not null and not slim.current) as silent,
           max(slim.heard_at) as heard_at
      from (select ${shown.level} as level, ${shown.emergency} as emergency, coalesce(${shown.current}, false) as current, ws.last_at, ws.heard_at
              from app_user u ${state}
             where ${matching(actor, filter)}) slim`.execute(db)
  const [tally] = rows
  if (tally === undefined) throw new Error('a count without a row')
  return tally
}
