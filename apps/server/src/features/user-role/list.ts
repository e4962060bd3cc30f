import { erasers, issueText, parseRole, type QueryOf, type Role, type userRole, workerRoles, isAmong } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import { isLockedOut } from './account-lockout.ts'
import { nameContains, nameIs } from '../../shared/organisation/name-search.ts'
import { type OrderQuery, type ListOrder, orderBy, orderOf } from '../../platform/database/list-order.ts'
import { type PageQuery, type Page, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'
import { ofGroup, ofOffice, ofOffices, personColumns } from '../../shared/organisation/scope.ts'
import { type TenantFilter, tenantOf } from '../../shared/organisation/tenant-filter.ts'
import { roleIn, withinReach, withinReachEver } from './reach.ts'
import { userOrders } from './sort.ts'

export type UserFilter = Omit<QueryOf<typeof userRole.download>, keyof OrderQuery> & Pick<QueryOf<typeof userRole.list>, 'isDeleted'>

const badChoice = (field: 'role' | 'listUserNameByListOffice') =>
  badRequest(issueText('user', { code: 'invalid_value', path: [field], values: [], message: '' }))

/** The words of a parameter that comes comma-separated, repeated or both. */
const wordsOf = (value: string | readonly string[]): string[] =>
  [value]
    .flat()
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '')

/** The roles that a filter names. @throws Refusal 400 where one is none */
export const rolesFrom = (value: string | readonly string[]): Role[] =>
  wordsOf(value).map((text) => {
    const role = parseRole(text)
    if (role === undefined) throw badChoice('role')
    return role
  })

const officesFrom = (value: string | readonly string[]): number[] =>
  wordsOf(value).map((text) => {
    if (!/^\d{1,9}$/.test(text)) throw badChoice('listUserNameByListOffice')
    return Number(text)
  })

// Codes and login IDs hold no letters whose case depends on a language, and asking ICU for each costs most of a search.
const plain = (text: RawBuilder<unknown>) => sql`lower(${text} collate "C")`
const folded = (column: string, text: string) =>
  sql<boolean>`strpos(${plain(sql.ref(column))}, ${plain(sql`${text.normalize('NFKC').trim()}::text`)}) > 0`

const isGiven = <Value>(value: Value | undefined | ''): value is Value => value !== undefined && value !== ''

const mayErase = ({ role }: Actor) => isAmong(erasers, role)

/** The living, or instead those who are deleted: only those who may erase their data see them. */
const within = (actor: Actor, { isDeleted = false }: UserFilter): RawBuilder<boolean> => {
  if (!isDeleted) return withinReach(actor)
  return mayErase(actor) ? sql<boolean>`u.deleted_at is not null and ${withinReachEver(actor)}` : sql<boolean>`false`
}

/**
 * The persons (alias `u`) within the actor's reach whom a filter names.
 * @throws Refusal 400 where a role or an office is none
 */
export const matching = (actor: Actor, tenant: TenantFilter, filter: UserFilter, now: Date): RawBuilder<boolean> => {
  const conditions = [within(actor, filter)]
  if (isGiven(filter.companyId)) conditions.push(sql`u.company_id = ${filter.companyId}`)
  if (isGiven(filter.officeId)) conditions.push(ofOffice(actor, personColumns, filter.officeId))
  if (isGiven(filter.groupId)) conditions.push(ofGroup(actor, { company: 'u.company_id', group: 'u.group_id' }, filter.groupId))
  if (isGiven(filter.role)) conditions.push(roleIn(rolesFrom(filter.role)))
  if (filter.worker === true) conditions.push(roleIn(workerRoles))
  if (isGiven(filter.workerCode)) conditions.push(folded('u.worker_code', filter.workerCode))
  if (isGiven(filter.userName)) conditions.push(folded('u.login_id', filter.userName))
  if (isGiven(filter.fullName)) conditions.push(nameContains(filter.fullName))
  if (isGiven(filter.exactFullName)) conditions.push(nameIs(filter.exactFullName))
  if (isGiven(filter.listUserNameByListOffice))
    conditions.push(ofOffices(actor, personColumns, officesFrom(filter.listUserNameByListOffice)))
  if (filter.isLockedOut !== undefined) conditions.push(sql`${isLockedOut(now, tenant)} = ${filter.isLockedOut}`)
  if (filter.isDisabled !== undefined) conditions.push(sql`(u.disabled_at is not null) = ${filter.isDisabled}`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

// Sorting so many takes less time than reading along an index for people who may be at its very end.
const sortedAtMost = 20_000

type PeoplePage = { people: PersonKey[]; count: number }

/**
 * A page of those whom words find, and how many they are: looked for once, for both. Undefined where they are too many
 * to sort.
 */
const readFound = async (
  db: Db,
  matches: RawBuilder<boolean>,
  { join, steps }: ListOrder,
  { offset, limit }: Page,
): Promise<PeoplePage | undefined> => {
  const keys = steps.map(({ by }, index) => sql`${by} as ${sql.ref(`key${index}`)}`)
  const byKeys = steps.map((step, index) => ({ ...step, by: sql.ref(`f.key${index}`) }))
  const { rows } = await sql<{ company_id: number | null; user_id: number | null; count: number }>`
    with found as materialized (
      select u.company_id, u.user_id, ${sql.join(keys)} from app_user u ${join} where ${matches} limit ${sortedAtMost + 1}
    )
    select page.company_id, page.user_id, counted.count
      from (select count(*) as count from found) counted
      left join lateral (
        -- Numbered once they are few: to number them before, all would have to be sorted to the end.
        select few.company_id, few.user_id, row_number() over () as place
          from (select f.company_id, f.user_id from found f where counted.count <= ${sortedAtMost}
                 ${orderBy(byKeys)} limit ${limit} offset ${offset}) few
      ) page on true
     order by page.place`.execute(db)
  const count = rows[0]?.count ?? 0
  const people = rows.flatMap(({ company_id: companyId, user_id: userId }) =>
    companyId === null || userId === null ? [] : [{ companyId, userId }],
  )
  return count > sortedAtMost ? undefined : { people, count }
}

const hasWords = ({ fullName, exactFullName, workerCode, userName }: UserFilter) =>
  [fullName, exactFullName, workerCode, userName].some(isGiven)

/**
 * The order in which people are wanted: by name unless asked otherwise.
 * @throws Refusal 400 where the list has no such key to sort by
 */
export const peopleOrder = (tenant: TenantFilter, query: OrderQuery, now: Date): ListOrder =>
  orderOf(userOrders(now, tenant), { ...query, sortKey: query.sortKey || 'fullName' })

/**
 * The people of one page, by their keys, by name unless asked otherwise, and how many match in all.
 * @throws Refusal 400 where the list has no such key to sort by
 */
export const findUserPage = async (db: Db, actor: Actor, query: UserFilter & PageQuery, now: Date): Promise<PeoplePage> => {
  const tenant = tenantOf(actor)
  const matches = matching(actor, tenant, query, now)
  const order = peopleOrder(tenant, query, now)
  const found = hasWords(query) ? await readFound(db, matches, order, query) : undefined
  if (found !== undefined) return found
  const { data, count } = await readPage(db, order, query, {
    rows: (tail) =>
      sql<PersonKey>`select u.company_id as "companyId", u.user_id as "userId" from app_user u ${order.join} where ${matches} ${tail}`,
    count: sql`select count(*) as count from app_user u where ${matches}`,
  })
  return { people: data, count }
}
