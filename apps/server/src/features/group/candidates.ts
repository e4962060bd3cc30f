import { type GroupPerson, workerRoles } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { contains, nameContains } from '../../shared/organisation/name-search.ts'
import { ascending, japanese, type ListOrders, orderOf, type SortKey } from '../../platform/database/list-order.ts'
import { type PageQuery, defaultLimit, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'
import { ofOffice, personColumns, withinScope } from '../../shared/organisation/scope.ts'

const keys = {
  // Sorted by its reading, not by its characters.
  fullName: japanese('u.furigana'),
  userName: sql.ref('u.login_key'),
  workerCode: japanese('u.worker_code'),
  groupName: japanese('g.name'),
  userId: sql.ref('u.user_id'),
  groupId: sql.ref('u.group_id'),
} satisfies Record<keyof GroupPerson, SortKey>

const orders: ListOrders = { resource: 'group', keys, tieBreaker: ascending(keys.fullName, keys.userId) }

export type CandidateFilter = {
  readonly officeId: number
  readonly workerCode?: string | undefined
  readonly fullName?: string | undefined
  /** Leaves out those who are in a group. */
  readonly ungrouped?: boolean | undefined
  /** Leaves out guests of a day, who lead no group. */
  readonly withoutGuests?: boolean | undefined
  /** Persons to leave out. */
  readonly without: readonly number[]
}

/** One page of the workers of an office who could be in a group, with their present group, and how many match in all. */
export const findCandidates = async (
  db: Db,
  actor: Actor,
  query: CandidateFilter & PageQuery,
): Promise<{ data: GroupPerson[]; count: number }> => {
  const conditions = [
    withinScope(actor, personColumns),
    ofOffice(actor, personColumns, query.officeId),
    sql`u.deleted_at is null and u.role = any(${workerRoles}::text[])`,
  ]
  if (query.workerCode !== undefined && query.workerCode.trim() !== '') conditions.push(contains('u.worker_code', query.workerCode))
  if (query.fullName !== undefined && query.fullName.trim() !== '') conditions.push(nameContains(query.fullName))
  if (query.ungrouped === true) conditions.push(sql`u.group_id is null`)
  if (query.withoutGuests === true) conditions.push(sql`u.guest_until is null`)
  if (query.without.length > 0) conditions.push(sql`u.user_id <> all(${query.without}::int[])`)
  const matches = sql.join(conditions, sql` and `)
  const page = { offset: query.offset, limit: query.limit ?? defaultLimit }
  return readPage(db, orderOf(orders, query), page, {
    rows: (tail) => sql<GroupPerson>`
      select u.user_id as "userId", u.login_id as "userName", u.worker_code as "workerCode", u.full_name as "fullName",
             u.group_id as "groupId", g.name as "groupName"
        from app_user u left join work_group g on g.company_id = u.company_id and g.group_id = u.group_id
       where ${matches} ${tail}`,
    count: sql`select count(*) as count from app_user u where ${matches}`,
  })
}
