import { type PastWear, swapReasons, type wearSortKeys } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import { nameContains } from '../../shared/organisation/name-search.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import { byMeaning, descending, japanese, type ListOrder, type ListOrders, orderBy, orderOf } from '../../platform/database/list-order.ts'
import { defaultLimit, type PageQuery, readPage } from '../../platform/database/list-page.ts'
import { japanDayBefore, japanDayRange, toJapanIso } from '../../platform/japan-time.ts'
import type { Actor } from '../../platform/http/route.ts'
import { findSite, type Site } from '../../shared/organisation/request-site.ts'
import { wearColumns, wearOf, type WearRow, wearTables, wornTables } from './wear-rows.ts'

export type HistoryQuery = {
  readonly officeId?: number | undefined
  readonly groupId?: number | undefined
  readonly userId?: number | undefined
  readonly serialNumber?: string | undefined
  readonly fullName?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly sortKey?: string | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
}

/** Without dates the list shows so many days, today included. */
const standardDays = 31

const changedAt = sql`coalesce(w.worn_to, w.worn_from)`

const keys = {
  from: sql.ref('w.worn_from'),
  to: sql.ref('w.worn_to'),
  changedAt,
  fullName: japanese('u.furigana'),
  serialNumber: sql.ref('d.serial'),
  groupName: japanese('g.name'),
  affiliation1: japanese('u.affiliation1'),
  reason: byMeaning('w.swap_reason', swapReasons),
} satisfies Record<(typeof wearSortKeys)[number], unknown>
const latestFirst = descending(sql.ref('w.worn_from'), sql.ref('w.wear_id'))
const orders: ListOrders = { resource: 'wear', keys, tieBreaker: latestFirst }

type HistoryRow = WearRow & Pick<PastWear, 'furigana' | 'groupName' | 'affiliation1'> & { readonly changedAt: Date }

const groups = (companyId: number) => sql`
  left join work_group g on g.company_id = u.company_id and g.company_id = ${companyId} and g.group_id = u.group_id`
const sortedTables = (companyId: number) => sql`${wornTables(companyId)} ${groups(companyId)}`

const columns = sql`
  ${wearColumns}, u.furigana, g.name as "groupName", u.affiliation1, coalesce(w.worn_to, w.worn_from) as "changedAt"`

/** Wears of the site's devices that touch the days, by people in scope. */
const matching = (actor: Actor, { companyId, officeId }: Site, query: HistoryQuery, now: Date): RawBuilder<boolean> => {
  const hasDays = query.from !== undefined || query.to !== undefined
  const from = hasDays ? query.from : japanDayBefore(now, standardDays - 1)
  const own = sql`w.company_id = ${companyId} and d.office_id = ${officeId} and w.worn_from <= ${now}::timestamptz`
  const conditions = [own, withinScope(actor, personColumns)]
  if (from !== undefined) conditions.push(sql`(w.worn_to is null or w.worn_to >= ${japanDayRange(from).from}::timestamptz)`)
  if (query.to !== undefined) conditions.push(sql`w.worn_from < ${japanDayRange(query.to).to}::timestamptz`)
  if (query.groupId !== undefined) conditions.push(sql`u.group_id = ${query.groupId}`)
  if (query.userId !== undefined) conditions.push(sql`w.user_id = ${query.userId}`)
  if (query.serialNumber !== undefined && query.serialNumber !== '')
    conditions.push(sql`d.serial = ${query.serialNumber.normalize('NFKC').trim()}`)
  if (query.fullName !== undefined && query.fullName !== '') conditions.push(nameContains(query.fullName))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

const pastWearOf = ({ furigana, groupName, affiliation1, changedAt: at, ...row }: HistoryRow): PastWear => ({
  ...wearOf(row),
  furigana,
  groupName,
  affiliation1,
  changedAt: toJapanIso(at),
})

/** Wears by their numbers, in the order of these. */
const readByIds = async (db: Db, actor: Actor, { companyId }: Site, ids: readonly number[]): Promise<PastWear[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<HistoryRow>`
    select ${columns} from ${wearTables(companyId)} ${groups(companyId)}
     where w.company_id = ${companyId} and w.wear_id = any(${ids}::int[]) and ${withinScope(actor, personColumns)}
     order by array_position(${ids}::int[], w.wear_id)`.execute(db)
  return rows.map(pastWearOf)
}

/**
 * A page of who wore what from when to when, the latest first.
 * @throws Refusal 404 where the site is not the actor's, 400 where the list has no such key to sort by
 */
export const findHistory = async (db: Db, actor: Actor, query: HistoryQuery & PageQuery, now: Date) => {
  const site = await findSite(db, actor, query.officeId)
  const matches = matching(actor, site, query, now)
  const page = { offset: query.offset, limit: query.limit ?? defaultLimit }
  const { data, count } = await readPage(db, orderOf(orders, query), page, {
    rows: (tail) => sql<{ id: number }>`select w.wear_id as id from ${sortedTables(site.companyId)} where ${matches} ${tail}`,
    count: sql`select count(*) as count from ${wornTables(site.companyId)} where ${matches}`,
  })
  const ids = data.map(({ id }) => id)
  return { data: await readByIds(db, actor, site, ids), count }
}

const idsInOrder = async (db: Db, site: Site, matches: RawBuilder<boolean>, { steps }: ListOrder): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select w.wear_id as id from ${sortedTables(site.companyId)} where ${matches} ${orderBy(steps)}`.execute(db)
  return rows.map(({ id }) => id)
}

const rowsAtATime = 500

/** The same whole, some hundreds at a time. @throws as `findHistory` */
export const historyBatches = async (db: Db, actor: Actor, query: HistoryQuery, now: Date) => {
  const site = await findSite(db, actor, query.officeId)
  const ids = await idsInOrder(db, site, matching(actor, site, query, now), orderOf(orders, query))
  return (async function* (): AsyncGenerator<readonly PastWear[]> {
    for (let start = 0; start < ids.length; start += rowsAtATime) yield readByIds(db, actor, site, ids.slice(start, start + rowsAtATime))
  })()
}
