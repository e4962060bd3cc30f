import { type AnswerOf, beltStates, type safetyBelt } from '@mimamori/contract'
import { sql } from 'kysely'
import { beltRowFor, readBeltRows } from '../../shared/monitoring/belts/belt-rows.ts'
import { type BeltShown, beltShownAt, joinedBelt } from '../../shared/monitoring/belts/belt-shown.ts'
import type { DeviceKey } from '../../shared/organisation/keys.ts'
import { deviceColumns, ofOffice, withinScope } from '../../shared/organisation/scope.ts'
import { tenantOf } from '../../shared/organisation/tenant-filter.ts'
import type { Db } from '../../platform/context.ts'
import { orderOf } from '../../platform/database/list-order.ts'
import { type PageQuery, defaultLimit, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'
import { beltOrders } from './sort.ts'
import { ofOpenOffice } from '../../shared/organisation/archived-offices.ts'

export type BeltFilter = {
  readonly companyId?: number | undefined
  readonly officeId?: number | undefined
  readonly groupId?: number | undefined
  readonly situation?: '0' | '1' | undefined
}

/** The belts in scope: anyone who wears one is listed, and one that sends though nobody is known to wear it. */
const matching = (actor: Actor, { companyId, officeId, groupId, situation }: BeltFilter, { current }: BeltShown) => {
  const conditions = [
    sql`d.kind = 'belt'`,
    withinScope(actor, deviceColumns),
    ofOpenOffice('d'),
    sql`(u.user_id is not null or ${current})`,
  ]
  if (companyId !== undefined) conditions.push(sql`d.company_id = ${companyId}`)
  if (officeId !== undefined) conditions.push(ofOffice(actor, deviceColumns, officeId))
  if (groupId !== undefined) conditions.push(sql`u.group_id = ${groupId}`)
  if (situation !== undefined) conditions.push(sql`s.hook = ${Number(situation)}`)
  return sql.join(conditions, sql` and `)
}

/**
 * One page of the belts in scope, and how many match in all.
 * @throws Refusal 400 where the list has no such key to sort by
 */
export const findBelts = async (
  db: Db,
  actor: Actor,
  query: BeltFilter & PageQuery,
  now: Date,
): Promise<AnswerOf<typeof safetyBelt.list>> => {
  const shown = beltShownAt(now, tenantOf(actor))
  const matches = matching(actor, query, shown)
  const order = orderOf(beltOrders, query, shown, actor.role)
  const page = { offset: query.offset, limit: query.limit ?? defaultLimit }
  const { data, count } = await readPage(db, order, page, {
    rows: (tail) => sql<DeviceKey>`
      select d.company_id as "companyId", d.device_id as "deviceId" from device d ${joinedBelt} ${order.join} where ${matches} ${tail}`,
    count: sql`select count(*) as count from device d ${joinedBelt} where ${matches}`,
  })
  return { data: (await readBeltRows(db, data, now)).map(({ row }) => beltRowFor(actor.role, row)), count }
}

/** The belts in scope, counted by state. */
export const countBelts = async (db: Db, actor: Actor, filter: BeltFilter, now: Date): Promise<AnswerOf<typeof safetyBelt.summary>> => {
  const shown = beltShownAt(now, tenantOf(actor))
  const counts = beltStates.map((state) => sql`count(*) filter (where slim.state = ${state}) as ${sql.ref(state)}`)
  const { rows } = await sql<AnswerOf<typeof safetyBelt.summary>>`
    select ${sql.join(counts)}
      from (select ${shown.state} as state from device d ${joinedBelt} where ${matching(actor, filter, shown)}) slim`.execute(db)
  const [tally] = rows
  if (tally === undefined) throw new Error('a count without a row')
  return tally
}
