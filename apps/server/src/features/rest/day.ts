import type { AnswerOf, rest } from '@mimamori/contract'
import { workingDayAt, workingDayOn } from '@mimamori/heat'
import { sql } from 'kysely'
import { readRests } from '../../shared/monitoring/rests/rest-rows.ts'
import { findSite } from '../../shared/organisation/request-site.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'
import { readPlannedRests } from '../../shared/plan/planned-rests.ts'
import type { Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'

export type RestQuery = {
  readonly officeId?: number | undefined
  readonly groupId?: number | undefined
  readonly date?: string | undefined
  readonly offset: number
  readonly limit?: number | undefined
}

/**
 * The rests of a site's people on a working day, those that last included.
 * @throws Refusal 404 where the site is not the actor's
 */
export const readRestDay = async (db: Db, actor: Actor, query: RestQuery, now: Date): Promise<AnswerOf<typeof rest.day>> => {
  const { companyId, officeId, officeName, hours } = await findSite(db, actor, query.officeId)
  const day = query.date === undefined ? workingDayAt(now.getTime(), hours) : workingDayOn(query.date, hours)
  const [from, to] = [new Date(day.from), new Date(day.to)]
  const rows = await readRests(
    db,
    companyId,
    sql<boolean>`r.office_id = ${officeId} and ${withinScope(actor, personColumns)}
      and (${query.groupId ?? null}::int is null or u.group_id = ${query.groupId ?? null})
      and r.began_at < ${to}::timestamptz and (r.ended_at is null or r.ended_at >= ${from}::timestamptz)`,
    now,
  )
  const ofGroup = (groupId: number | undefined) => (groupId === undefined ? sql<boolean>`true` : sql<boolean>`p.group_id = ${groupId}`)
  const inScope = withinScope(actor, { company: 'p.company_id', office: 'p.office_id', group: 'p.group_id', user: null })
  const planned = await readPlannedRests(db, { companyId, officeId }, day.date, sql<boolean>`${inScope} and ${ofGroup(query.groupId)}`)
  const end = query.limit === undefined ? undefined : query.offset + query.limit
  return { data: rows.slice(query.offset, end), count: rows.length, officeId, officeName, date: day.date, planned }
}
