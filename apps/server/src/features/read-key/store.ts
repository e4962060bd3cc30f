import type { ApiTokenRow, ApiTokenState, AnswerOf, apiToken, ReadScope } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { descending, japanese, type ListOrders, orderOf } from '../../platform/database/list-order.ts'
import { defaultLimit, type PageQuery, readPage } from '../../platform/database/list-page.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { japanDay, lastDayBefore, toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { companyOf } from '../../shared/organisation/company-of.ts'
import { tenantOf } from '../../shared/organisation/tenant-filter.ts'

type Times = 'createdAt' | 'stoppedAt' | 'lastUsedAt' | 'endsOn' | 'daysLeft' | 'offices' | 'siteCount'

/** A read key as it is stored. */
export type StoredKey = Omit<ApiTokenRow, Times> & {
  readonly createdAt: Date
  readonly stoppedAt: Date | null
  readonly lastUsedAt: Date | null
  readonly endsAt: Date
}

/** SQL: whether a key that reads some sites has none left. */
const hasNoSite = (actor: Actor) => sql<boolean>`(
  k.office_ids is not null
  and not exists (select from office o where o.company_id = k.company_id and ${tenantOf(actor)('o')} and o.office_id = any(k.office_ids) and o.archived_at is null))`

const stateOf = (actor: Actor, now: Date) => sql<ApiTokenState>`(
  case when k.stopped_at is not null then 'stopped' when k.ends_at <= ${now} then 'ended' when ${hasNoSite(actor)} then 'noSite' else 'live' end)`

const rowsOf = (actor: Actor, now: Date) => sql`
  select k.key_id as id, k.name, k.company_id as "companyId", c.name as "companyName", k.scopes, k.office_ids as "officeIds",
         ${stateOf(actor, now)} as state, k.ends_at as "endsAt", k.created_at as "createdAt", k.created_by as "createdBy",
         k.stopped_at as "stoppedAt", k.stopped_by as "stoppedBy", k.last_used_at as "lastUsedAt", k.last_address as "lastAddress"
    from read_key k join company c on c.company_id = k.company_id and c.deleted_at is null`

type Place = { readonly company_id: number; readonly office_id: number; readonly name: string; readonly is_archived: boolean }

/** The offices of the companies of some keys. */
const readPlaces = async (db: Db, keys: readonly StoredKey[]): Promise<Map<number, Place[]>> => {
  const companyIds = [...new Set(keys.map(({ companyId }) => companyId))]
  if (companyIds.length === 0) return new Map()
  const { rows } = await sql<Place>`
    select o.company_id, o.office_id, o.name, o.archived_at is not null as is_archived
      from office o where o.company_id = any(${companyIds}::int[]) order by ${japanese('o.name')}, o.office_id`.execute(db)
  return Map.groupBy(rows, (row) => row.company_id)
}

const dayNumber = (day: string) => Date.parse(day) / dayMs

const asRow = ({ createdAt, stoppedAt, lastUsedAt, endsAt, ...key }: StoredKey, places: readonly Place[], now: Date): ApiTokenRow => {
  const endsOn = lastDayBefore(endsAt)
  const isOver = key.state === 'ended' || key.state === 'stopped'
  return {
    ...key,
    offices: places
      .filter(({ office_id: officeId }) => key.officeIds?.includes(officeId) === true)
      .map(({ office_id: officeId, name: officeName, is_archived: isArchived }) => ({ officeId, officeName, isArchived })),
    siteCount: key.officeIds === null ? places.filter((place) => !place.is_archived).length : null,
    endsOn,
    daysLeft: isOver ? 0 : dayNumber(endsOn) - dayNumber(japanDay(now)) + 1,
    createdAt: toJapanIso(createdAt),
    stoppedAt: toJapanIsoOrNull(stoppedAt),
    lastUsedAt: toJapanIsoOrNull(lastUsedAt),
  }
}

const asRows = async (db: Db, keys: readonly StoredKey[], now: Date): Promise<ApiTokenRow[]> => {
  const places = await readPlaces(db, keys)
  return keys.map((key) => asRow(key, places.get(key.companyId) ?? [], now))
}

const orders: ListOrders<[now: Date]> = {
  resource: 'apiToken',
  keys: {
    name: japanese('k.name'),
    endsOn: sql.ref('k.ends_at'),
    createdAt: sql.ref('k.created_at'),
    lastUsedAt: sql.ref('k.last_used_at'),
  },
  standard: (now) => [{ by: sql`(k.stopped_at is not null or k.ends_at <= ${now})`, direction: 'asc' }],
  tieBreaker: descending(sql.ref('k.created_at'), sql.ref('k.number')),
}

type Filter = PageQuery & {
  readonly companyId?: number | undefined
  readonly officeId?: number | undefined
  readonly state?: ApiTokenState | undefined
}

/** The read keys of the companies in scope, those that are good first, the newest first. @throws Refusal 400 for an unknown order */
export const findReadKeys = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  query: Filter,
): Promise<AnswerOf<typeof apiToken.list>> => {
  const now = clock()
  const { companyId, officeId, state } = query
  const conditions = [tenantOf(actor)('k')]
  if (companyId !== undefined) conditions.push(sql`k.company_id = ${companyId}`)
  if (officeId !== undefined) {
    const ofOffice = await companyOf(db, actor, 'office', officeId)
    conditions.push(sql`k.company_id = ${ofOffice ?? 0} and (k.office_ids is null or ${officeId} = any(k.office_ids))`)
  }
  if (state !== undefined) conditions.push(sql`${stateOf(actor, now)} = ${state}`)
  const matches = sql.join(conditions, sql` and `)
  const page = { offset: query.offset, limit: query.limit ?? defaultLimit }
  const { data, count } = await readPage(db, orderOf(orders, query, now), page, {
    rows: (tail) => sql<StoredKey>`${rowsOf(actor, now)} where ${matches} ${tail}`,
    count: sql`select count(*) as count from read_key k join company c on c.company_id = k.company_id and c.deleted_at is null where ${matches}`,
  })
  return { data: await asRows(db, data, now), count }
}

/** One read key in scope. @throws Refusal 404 where the actor sees none of this number */
export const findReadKeyRow = async (db: Db, actor: Actor, keyId: string, now: Date): Promise<ApiTokenRow> => {
  const { rows } = await sql<StoredKey>`${rowsOf(actor, now)} where k.key_id = ${keyId} and ${tenantOf(actor)('k')}`.execute(db)
  const [row] = await asRows(db, rows, now)
  if (row === undefined) throw notFound()
  return row
}

type LockedKey = { readonly name: string; readonly scopes: readonly ReadScope[]; readonly endsOn: string; readonly isStopped: boolean }

/** The same as it is stored, locked until the transaction ends. @throws Refusal 404 where the actor sees none of this number */
export const lockReadKey = async (trx: Db, actor: Actor, keyId: string, now: Date): Promise<LockedKey & { readonly companyId: number }> => {
  const { companyId } = await findReadKeyRow(trx, actor, keyId, now)
  const { rows } = await sql<{ name: string; scopes: ReadScope[]; ends_at: Date; stopped_at: Date | null }>`
    select k.name, k.scopes, k.ends_at, k.stopped_at from read_key k
     where k.company_id = ${companyId} and k.key_id = ${keyId} for update`.execute(trx)
  const [row] = rows
  if (row === undefined) throw notFound()
  return { companyId, name: row.name, scopes: row.scopes, endsOn: lastDayBefore(row.ends_at), isStopped: row.stopped_at !== null }
}
