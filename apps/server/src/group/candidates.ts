import { type GroupPerson, workerRoles } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { contains, nameContains } from '../organisation/name-search.ts'
import { japanese, pageOf } from '../platform/list-order.ts'
import type { Actor } from '../platform/route.ts'
import { personColumns, withinScope } from '../organisation/scope.ts'

/** What candidates can be sorted by; people by how they are read. */
export const candidateSortings = {
  fullName: japanese('u.furigana'),
  userName: sql`lower(u.login_id)`,
  workerCode: japanese('u.worker_code'),
  groupName: japanese('g.name'),
  userId: sql.ref('u.user_id'),
  groupId: sql.ref('u.group_id'),
}

export type CandidateFilter = {
  readonly officeId: number
  readonly workerCode?: string | undefined
  readonly fullName?: string | undefined
  /** Leaves out those who are in a group. */
  readonly ungrouped?: boolean | undefined
}

type Page = { readonly offset: number; readonly limit: number; readonly order: ReturnType<typeof pageOf> }

/** One page of the workers of a site who could be in a group, with the group they are in, and how many match in all. */
export const findCandidates = async (
  db: Db,
  actor: Actor,
  filter: CandidateFilter,
  page: Page,
): Promise<{ data: GroupPerson[]; count: number }> => {
  const conditions = [
    withinScope(actor, personColumns),
    sql`u.office_id = ${filter.officeId} and u.deleted_at is null and u.role = any(${workerRoles}::text[])`,
  ]
  if (filter.workerCode !== undefined && filter.workerCode.trim() !== '') conditions.push(contains('u.worker_code', filter.workerCode))
  if (filter.fullName !== undefined && filter.fullName.trim() !== '') conditions.push(nameContains(filter.fullName))
  if (filter.ungrouped === true) conditions.push(sql`u.group_id is null`)
  const matches = sql.join(conditions, sql` and `)
  const [found, counted] = await Promise.all([
    sql<GroupPerson>`
      select u.user_id as "userId", u.login_id as "userName", u.worker_code as "workerCode", u.full_name as "fullName",
             u.group_id as "groupId", g.name as "groupName"
        from app_user u left join work_group g on g.group_id = u.group_id
       where ${matches} order by ${page.order} ${pageOf(page)}`.execute(db),
    sql<{ count: number }>`select count(*) as count from app_user u where ${matches}`.execute(db),
  ])
  return { data: found.rows, count: counted.rows[0]?.count ?? 0 }
}
