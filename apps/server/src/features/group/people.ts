import { labels, message, parseRole, type Role, workerRoles } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { GroupKey } from './change-store.ts'
import type { TableRow } from '../../platform/database/table-row.ts'

/** Who is chosen for which role in a group, by user id. */
export type Selection = { readonly leaders: readonly number[]; readonly subLeaders: readonly number[]; readonly members: readonly number[] }

const groupRoles = [
  { chosen: 'leaders', groupRole: 1, role: 'GroupLeader', name: labels.group.leaderId },
  { chosen: 'subLeaders', groupRole: 2, role: 'GroupSubLeader', name: labels.group.listSubleader },
  { chosen: 'members', groupRole: 3, role: 'User', name: labels.group.listMember },
] as const satisfies readonly { chosen: keyof Selection; groupRole: number; role: Role; name: string }[]

export const everyone = ({ leaders, subLeaders, members }: Selection): number[] => [...new Set([...leaders, ...subLeaders, ...members])]

type Person = {
  readonly user_id: number
  readonly full_name: string
  readonly role: string
  readonly office_id: number | null
  readonly is_guest: boolean
  readonly group_id: number | null
  readonly group_name: string | null
}

/** A person who was in another group before, and that group. */
export type Move = {
  readonly userId: number
  readonly fullName: string
  readonly groupId: number | null
  readonly groupName: string | null
}
export type RoleChange = { readonly userId: number; readonly fullName: string; readonly before: Role; readonly after: Role }
export type Assignment = {
  /** Account roles that changed, exactly. */
  readonly roleChanges: readonly RoleChange[]
  /** Who came from another group, and from which. */
  readonly moved: readonly (Move & { readonly groupId: number })[]
  /** Everybody whose row changed. */
  readonly userIds: readonly number[]
  /** Somebody was in a group before and is in another one now, or in none. */
  readonly someoneLeft: boolean
}

/**
 * Locks those chosen and those in the group now, as far as the actor may see them, always in the order of their ids. No
 * key changes: their alerts and readings are stored meanwhile.
 */
const lockPeople = async (db: Db, actor: Actor, { companyId, groupId }: GroupKey, chosen: readonly number[]): Promise<Person[]> => {
  const { rows } = await sql<Person>`
    select u.user_id, u.full_name, u.role, u.office_id, u.group_id, u.guest_until is not null as is_guest,
           (select g.name from work_group g where g.company_id = ${companyId} and g.group_id = u.group_id) as group_name
      from app_user u
     where u.company_id = ${companyId} and (u.user_id = any(${chosen}::int[]) or u.group_id = ${groupId})
       and u.deleted_at is null and ${withinScope(actor, personColumns)}
     order by u.user_id for no key update of u`.execute(db)
  return rows
}

const isWorkerOf = (person: Person, officeId: number) => person.office_id === officeId && workerRoles.some((role) => role === person.role)

/** The roles that each person is chosen for: looked up in one pass, since a group may have ten thousand people. */
const rolesOf = (selection: Selection): ReadonlyMap<number, readonly (typeof groupRoles)[number][]> => {
  const chosenFor = groupRoles.flatMap((role) => [...new Set(selection[role.chosen])].map((userId) => ({ userId, role })))
  return new Map([...Map.groupBy(chosenFor, ({ userId }) => userId)].map(([userId, all]) => [userId, all.map(({ role }) => role)]))
}

type Roles = ReturnType<typeof rolesOf>

const faultsOf = (roles: Roles, people: ReadonlyMap<number, Person>, officeId: number): string[] =>
  [...roles].flatMap(([userId, taken]) => {
    const person = people.get(userId)
    if (person === undefined) return [message('groupUnknown', { userId })]
    if (!isWorkerOf(person, officeId)) return [message('groupNotWorker', { name: person.full_name })]
    if (person.is_guest && taken.some(({ role }) => role !== 'User')) return [message('groupGuestLeads', { name: person.full_name })]
    return taken.length > 1 ? [message('groupTwoRoles', { name: person.full_name, roles: taken.map(({ name }) => name).join('と') })] : []
  })

/**
 * Sets the group role and account role of everybody chosen, and clears both for those who leave.
 * @returns the ids of those whose row changed
 */
const writeGroupRoles = async (db: Db, { companyId, groupId }: GroupKey, selection: Selection): Promise<number[]> => {
  const assigned = groupRoles.flatMap(({ chosen, groupRole, role }) =>
    [...new Set(selection[chosen])].map((userId) => ({ userId, groupRole, role })),
  )
  const userIds = assigned.map(({ userId }) => userId)
  const changed = await sql<TableRow<'app_user', 'user_id'>>`
    update app_user u
       set group_id = ${groupId}, group_role = chosen.group_role, role = chosen.role, version = u.version + 1
      from unnest(${userIds}::int[], ${assigned.map(({ groupRole }) => groupRole)}::smallint[], ${assigned.map(({ role }) => role)}::text[])
           as chosen (user_id, group_role, role)
     where u.company_id = ${companyId} and u.user_id = chosen.user_id
       and (u.group_id, u.group_role, u.role) is distinct from (${groupId}::int, chosen.group_role, chosen.role)
    returning u.user_id`.execute(db)
  const left = await sql<TableRow<'app_user', 'user_id'>>`
    update app_user u set group_id = null, group_role = null, role = 'User', version = u.version + 1
     where u.company_id = ${companyId} and u.group_id = ${groupId} and u.deleted_at is null and u.user_id <> all(${userIds}::int[])
    returning u.user_id`.execute(db)
  return [...changed.rows, ...left.rows].map(({ user_id: userId }) => userId)
}

const roleAfter = (roles: Roles, userId: number): Role => roles.get(userId)?.[0]?.role ?? 'User'

/**
 * Assigns people to a group of a locked office: those chosen join, from another group if need be; those not chosen
 * leave; account roles follow.
 * @throws Refusal 400 naming those who cannot be in the group, or are chosen for two roles in it
 */
export const assignPeople = async (db: Db, actor: Actor, group: OfficeKey & GroupKey, selection: Selection): Promise<Assignment> => {
  const { groupId, officeId } = group
  const locked = await lockPeople(db, actor, group, everyone(selection))
  const people = new Map(locked.map((person) => [person.user_id, person]))
  const roles = rolesOf(selection)
  const faults = faultsOf(roles, people, officeId)
  if (faults.length > 0) throw badRequest(...faults)
  const userIds = await writeGroupRoles(db, group, selection)
  return {
    roleChanges: locked.flatMap(({ user_id: userId, full_name: fullName, role }) => {
      const [was, is] = [parseRole(role), roleAfter(roles, userId)]
      return was === undefined || was === is ? [] : [{ userId, fullName, before: was, after: is }]
    }),
    moved: locked.flatMap(({ user_id: userId, full_name: fullName, group_id, group_name: groupName }) =>
      group_id === null || group_id === groupId ? [] : [{ userId, fullName, groupId: group_id, groupName }],
    ),
    userIds,
    someoneLeft: locked.some((one) => one.group_id !== null && (one.group_id !== groupId || !roles.has(one.user_id))),
  }
}
