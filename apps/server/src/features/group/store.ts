import type { ClothingKey, Group, GroupName, GroupOverview, GroupPerson } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { contains } from '../../shared/organisation/name-search.ts'
import { ascending, japanese, type ListOrders, orderOf, type SortKey } from '../../platform/database/list-order.ts'
import { type PageQuery, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'
import { type ScopeColumns, withinScope } from '../../shared/organisation/scope.ts'
import { type TenantFilter, tenantOf, tenantsOf } from '../../shared/organisation/tenant-filter.ts'

/** The group table under the alias `g`. */
const groupColumns: ScopeColumns = { company: 'g.company_id', office: 'g.office_id', group: 'g.group_id', user: null }

type GroupRow = Omit<Group, 'groupLeader' | 'listSubleader' | 'listMember' | 'listEmailAlert'> & {
  readonly companyId: number
  readonly clothing: ClothingKey | null
  readonly emails: string[]
}

type OverviewRow = Omit<GroupOverview, 'groupLeader'> & { readonly companyId: number }

const ownColumns = sql`
  g.company_id as "companyId", g.group_id as id,
  g.code as "groupCode", g.name as "groupName", g.office_id as "officeId", o.name as "baseName", c.name as "companyName"`

const overviewColumns = (tenant: TenantFilter) => sql`${ownColumns}, (
  select count(*)::int from app_user u
   where u.company_id = g.company_id and ${tenant('u')} and u.group_id = g.group_id and u.deleted_at is null) as people`

const columns = (tenant: TenantFilter) => sql`${ownColumns},
  g.metabolic_class as "metabolicClass", g.acclimatised, g.clothing, g.version,
  array(select e.email from group_email e
         where e.company_id = g.company_id and ${tenant('e')} and e.group_id = g.group_id order by e.email) as emails`

const tables = sql`
  work_group g
  join office o on o.company_id = g.company_id and o.office_id = g.office_id
  join company c on c.company_id = g.company_id`

const keys = {
  groupCode: japanese('g.code'),
  groupName: japanese('g.name'),
  baseName: japanese('o.name'),
  companyName: japanese('c.name'),
  // By the reading of the first leader's name.
  groupLeader: (tenant: TenantFilter) => sql`(
    select min(u.furigana collate "ja-x-icu") from app_user u
     where u.company_id = g.company_id and ${tenant('u')} and u.group_id = g.group_id and u.group_role = 1 and u.deleted_at is null)`,
  id: sql.ref('g.group_id'),
  officeId: sql.ref('g.office_id'),
  version: sql.ref('g.version'),
} satisfies Partial<Record<keyof Group, SortKey<[TenantFilter]>>>

/** What a list of groups can be sorted by: `g` group, `o` its office, `c` its company. */
export const groupOrders: ListOrders<[TenantFilter]> = {
  resource: 'group',
  keys,
  tieBreaker: ascending(keys.officeId, keys.groupCode, keys.id),
}

type PersonRow = GroupPerson & { readonly groupId: number; readonly groupRole: 1 | 2 | 3 }

type GroupKeys = readonly { readonly companyId: number; readonly id: number }[]

/** The people of the groups, in the Japanese order of their names' reading; of one role where it is given. */
const findPeople = async (db: Db, groups: GroupKeys, groupRole?: PersonRow['groupRole']): Promise<PersonRow[]> => {
  if (groups.length === 0) return []
  const tenant = tenantsOf(groups)
  const { rows } = await sql<PersonRow>`
    select u.user_id as "userId", u.login_id as "userName", u.worker_code as "workerCode", u.full_name as "fullName",
           u.group_id as "groupId", g.name as "groupName", u.group_role as "groupRole"
      from unnest(${groups.map(({ companyId }) => companyId)}::int[], ${groups.map(({ id }) => id)}::int[]) as wanted (company_id, group_id)
      join work_group g on g.company_id = wanted.company_id and g.group_id = wanted.group_id
      join app_user u on u.company_id = g.company_id and u.group_id = g.group_id
     where u.deleted_at is null and ${tenant('u')} and ${groupRole === undefined ? sql`true` : sql`u.group_role = ${groupRole}`}
     order by u.furigana collate "ja-x-icu", u.user_id`.execute(db)
  return rows
}

const withPeople = async (db: Db, rows: readonly GroupRow[]): Promise<Group[]> => {
  const people = Map.groupBy(await findPeople(db, rows), ({ groupId }) => groupId)
  return rows.map(({ companyId: _, emails, ...row }) => {
    const inRole = (wanted: number) => (people.get(row.id) ?? []).filter(({ groupRole }) => groupRole === wanted)
    return {
      ...row,
      groupLeader: inRole(1),
      listSubleader: inRole(2),
      listMember: inRole(3),
      listEmailAlert: emails.map((email) => ({ email })),
    }
  })
}

export type GroupFilter = {
  readonly officeId?: number | undefined
  readonly companyId?: number | undefined
  readonly groupName?: string | undefined
}

/** SQL: the groups (alias `g`) in the actor's scope that a filter names. */
export const matching = (actor: Actor, { officeId, companyId, groupName }: GroupFilter): RawBuilder<unknown> => {
  const conditions = [withinScope(actor, groupColumns)]
  if (officeId !== undefined) conditions.push(sql`g.office_id = ${officeId}`)
  if (companyId !== undefined) conditions.push(sql`g.company_id = ${companyId}`)
  if (groupName !== undefined) conditions.push(contains('g.name', groupName))
  return sql.join(conditions, sql` and `)
}

const readRows = <Row>(
  db: Db,
  actor: Actor,
  groupQuery: GroupFilter & PageQuery,
  wanted: (tenant: TenantFilter) => RawBuilder<unknown>,
) => {
  const tenant = tenantOf(actor)
  const matches = matching(actor, groupQuery)
  return readPage(db, orderOf(groupOrders, groupQuery, tenant), groupQuery, {
    rows: (tail) => sql<Row>`select ${wanted(tenant)} from ${tables} where ${matches} ${tail}`,
    count: sql`select count(*) as count from ${tables} where ${matches}`,
  })
}

/** One page of the groups in scope with their people, and how many match in all. */
export const findGroups = async (db: Db, actor: Actor, groupQuery: GroupFilter & PageQuery): Promise<{ data: Group[]; count: number }> => {
  const { data, count } = await readRows<GroupRow>(db, actor, groupQuery, columns)
  return { data: await withPeople(db, data), count }
}

/** The same with nobody but their leaders: a group may have thousands of people, of whom a list shows the number. */
export const findGroupOverviews = async (
  db: Db,
  actor: Actor,
  groupQuery: GroupFilter & PageQuery,
): Promise<{ data: GroupOverview[]; count: number }> => {
  const { data, count } = await readRows<OverviewRow>(db, actor, groupQuery, overviewColumns)
  const leaders = Map.groupBy(await findPeople(db, data, 1), ({ groupId }) => groupId)
  return { data: data.map((row) => ({ ...row, groupLeader: leaders.get(row.id) ?? [] })), count }
}

/** The names of the groups in scope, in the order of their list. */
export const findGroupNames = async (db: Db, actor: Actor, groupQuery: GroupFilter): Promise<GroupName[]> => {
  const { data } = await readRows<GroupName>(db, actor, { ...groupQuery, offset: 0 }, () => sql`g.group_id as id, g.name as "groupName"`)
  return data
}

/** A group in scope with its people; undefined where there is none the actor may see. */
export const findGroup = async (db: Db, actor: Actor, groupId: number): Promise<Group | undefined> => {
  const { rows } = await sql<GroupRow>`
    select ${columns(tenantOf(actor))} from ${tables} where g.group_id = ${groupId} and ${withinScope(actor, groupColumns)}`.execute(db)
  return (await withPeople(db, rows))[0]
}

export type GroupStatus = { readonly id: number; readonly version: number; readonly updatedAt: Date }

/** The version of a group in scope, and when it last changed. */
export const findStatus = async (db: Db, actor: Actor, groupId: number): Promise<GroupStatus | undefined> => {
  const { rows } = await sql<GroupStatus>`
    select g.group_id as id, g.version, g.updated_at as "updatedAt"
      from work_group g
     where g.group_id = ${groupId} and ${withinScope(actor, groupColumns)}`.execute(db)
  return rows[0]
}
