import type { AnswerOf, rest } from '@mimamori/contract'
import { workingDayAt, workingDayOn } from '@mimamori/heat'
import { type RawBuilder, sql } from 'kysely'
import { readRests } from '../../shared/monitoring/rests/rest-rows.ts'
import { findSite } from '../../shared/organisation/request-site.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'
import { readPlannedRests } from '../../shared/plan/planned-rests.ts'
import type { Db } from '../../platform/context.ts'
import { ascending, type ListOrder } from '../../platform/database/list-order.ts'
import { type Page, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'

export type RestQuery = Page & {
  readonly officeId?: number | undefined
  readonly groupId?: number | undefined
  readonly date?: string | undefined
}

const inOrder: ListOrder = { join: sql``, steps: ascending(sql.ref('r.began_at'), sql.ref('r.rest_id')) }

/** One page of the rests that a condition names, and how many there are: what is beside a rest is looked up of the page alone. All are read at once. */
const readRestPage = async (db: Db, companyId: number, condition: RawBuilder<boolean>, page: Page, now: Date) => {
  if (page.limit === undefined) {
    const all = await readRests(db, companyId, condition, now)
    return { data: all.slice(page.offset), count: all.length }
  }
  const rests = sql`
      from rest r
      join app_user u on u.company_id = r.company_id and u.company_id = ${companyId} and u.user_id = r.user_id
     where r.company_id = ${companyId} and ${condition}`
  const { data, count } = await readPage(db, inOrder, page, {
    rows: (tail) => sql<{ id: number }>`select r.rest_id as id ${rests} ${tail}`,
    count: sql`select count(*) as count ${rests}`,
  })
  return { data: await readRests(db, companyId, sql<boolean>`r.rest_id = any(${data.map(({ id }) => id)}::int[])`, now), count }
}

/**
 * The rests of a site's people on a working day, those that last included.
 * @throws Refusal 404 where the site is not the actor's
 */
export const readRestDay = async (db: Db, actor: Actor, query: RestQuery, now: Date): Promise<AnswerOf<typeof rest.day>> => {
  const { companyId, officeId, officeName, hours } = await findSite(db, actor, query.officeId)
  const day = query.date === undefined ? workingDayAt(now.getTime(), hours) : workingDayOn(query.date, hours)
  const [from, to] = [new Date(day.from), new Date(day.to)]
  const { data, count } = await readRestPage(
    db,
    companyId,
    sql<boolean>`r.office_id = ${officeId} and ${withinScope(actor, personColumns)}
      and (${query.groupId ?? null}::int is null or u.group_id = ${query.groupId ?? null})
      and r.began_at < ${to}::timestamptz and (r.ended_at is null or r.ended_at >= ${from}::timestamptz)`,
    query,
    now,
  )
  const ofGroup = (groupId: number | undefined) => (groupId === undefined ? sql<boolean>`true` : sql<boolean>`p.group_id = ${groupId}`)
  const inScope = withinScope(actor, { company: 'p.company_id', office: 'p.office_id', group: 'p.group_id', user: null })
  const planned = await readPlannedRests(db, { companyId, officeId }, day.date, sql<boolean>`${inScope} and ${ofGroup(query.groupId)}`)
  return { data, count, officeId, officeName, date: day.date, planned }
}
