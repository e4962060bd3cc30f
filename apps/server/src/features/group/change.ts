import { type BodyOf, type Group, type group, type GroupPerson, labels, message } from '@mimamori/contract'
import { handOver } from '../alerts/episodes/hand-over.ts'
import { announce } from '../../shared/announcements/announce.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { lockOffice } from '../../shared/organisation/office-lock.ts'
import { refuseWhileHolding } from '../../shared/organisation/refuse-while-holding.ts'
import { actionOnVersion } from '../../platform/database/versioned.ts'
import { deleteGroup, type GroupKey, insertGroup, lockGroup, nextGroupCode, touchGroups, writeEmails, writeHeat } from './change-store.ts'
import { everyone, assignPeople, type Assignment, type Selection } from './people.ts'
import { findGroup } from './store.ts'

export type GroupDraft = BodyOf<typeof group.create>
export type GroupChange = BodyOf<typeof group.update>

const idsOf = (people: readonly GroupPerson[]) => people.map(({ userId }) => userId)

/** A group as the audit log holds it: people by id and name. */
const auditState = ({ groupLeader, listSubleader, listMember, ...rest }: Group) => {
  const short = (people: readonly GroupPerson[]) => people.map(({ userId, fullName }) => ({ userId, fullName }))
  return { ...rest, groupLeader: short(groupLeader), listSubleader: short(listSubleader), listMember: short(listMember) }
}

/** Writes a saved group to the audit log, with the groups that people left for it. */
const record = async (
  db: Db,
  requester: Requester,
  at: Date,
  office: OfficeKey,
  done: { action: string; before?: Group; after: Group; assignment: Assignment },
): Promise<void> => {
  const { before, after, assignment, action } = done
  const about = { at, actor: requester.actor, address: requester.address, resource: 'group', ...office }
  const { roleChanges, moved } = assignment
  await writeAudit(db, {
    ...about,
    action,
    resourceId: after.id,
    before: before === undefined ? undefined : auditState(before),
    after: { ...auditState(after), roleChanges, moved },
  })
  for (const [groupId, people] of Map.groupBy(moved, (move) => move.groupId))
    await writeAudit(db, {
      ...about,
      action: 'movedAway',
      resourceId: groupId,
      before: { people: people.map(({ userId, fullName }) => ({ userId, fullName })) },
      after: { groupId: after.id, groupName: after.groupName },
    })
}

const assign = async (db: Db, requester: Requester, at: Date, place: OfficeKey & GroupKey, selection: Selection): Promise<Assignment> => {
  const assignment = await assignPeople(db, requester.actor, place, selection)
  // Forms of these groups that are open now show people who have left.
  await touchGroups(
    db,
    place.companyId,
    assignment.moved.map(({ groupId }) => groupId),
    at,
  )
  await handOver(db, place, everyone(selection), { userId: requester.actor.userId, userName: requester.actor.fullName, at })
  // Maps that show the group that somebody left must not show them any more.
  const maps = assignment.someoneLeft ? { maps: true as const } : {}
  await announce(db, { companyId: place.companyId, officeId: place.officeId, userIds: assignment.userIds, ...maps })
  return assignment
}

/**
 * Makes a group in a transaction of the caller's.
 * @throws Refusal 404 where the site is not the actor's, 400 where code or name is taken or people cannot be in it
 */
export const createGroupIn = async (db: Db, requester: Requester, at: Date, draft: GroupDraft): Promise<Group> => {
  const office = await lockOffice(db, requester.actor, draft.officeId)
  const groupCode = draft.groupCode ?? (await nextGroupCode(db, office))
  const groupId = await insertGroup(db, { ...draft, ...office, groupCode }, at)
  const place = { ...office, groupId }
  const selection = { leaders: draft.leaderId, subLeaders: draft.listSubleader, members: draft.listMember }
  const assignment = await assign(db, requester, at, place, selection)
  await writeEmails(db, place, draft.listEmailAlert)
  const after = await findGroup(db, requester.actor, groupId)
  if (after === undefined) throw notFound()
  await record(db, requester, at, office, { action: 'create', after, assignment })
  return after
}

/** Refuses a change of a fixed field, named as in the form. */
const refuseFixed = (before: Group, change: GroupChange): void => {
  const faults = (['officeId', 'groupCode', 'groupName'] as const)
    .filter((field) => change[field] !== undefined && change[field] !== before[field])
    .map((field) => message('fieldFixed', { field: labels.group[field] }))
  if (faults.length > 0) throw badRequest(...faults)
}

/**
 * Changes a group in a transaction of the caller's. What the change leaves out stays.
 * @throws Refusal 404 out of scope, 412 where somebody else was first, 400 where site, code or name differ or people
 *   cannot be in it
 */
export const updateGroupIn = async (db: Db, requester: Requester, at: Date, change: GroupChange): Promise<Group> => {
  const seen = await findGroup(db, requester.actor, change.id)
  // The site is locked before its groups, and those before their people, or two saves could wait for each other.
  const office = seen === undefined ? undefined : await lockOffice(db, requester.actor, seen.officeId)
  if (office === undefined) throw notFound()
  const place = { ...office, groupId: change.id }
  if (!(await lockGroup(db, place))) throw notFound()
  const before = await findGroup(db, requester.actor, change.id)
  if (before === undefined) throw notFound()
  const action = actionOnVersion(change.version, before.version)
  refuseFixed(before, change)
  const assignment = await assign(db, requester, at, place, {
    leaders: change.leaderId ?? idsOf(before.groupLeader),
    subLeaders: change.listSubleader ?? idsOf(before.listSubleader),
    members: change.listMember ?? idsOf(before.listMember),
  })
  if (change.listEmailAlert !== undefined) await writeEmails(db, place, change.listEmailAlert)
  await writeHeat(db, place, change)
  await touchGroups(db, office.companyId, [change.id], at)
  const after = await findGroup(db, requester.actor, change.id)
  if (after === undefined) throw notFound()
  await record(db, requester, at, office, { action, before, after, assignment })
  return after
}

/** The same in a transaction of its own. */
export const createGroup = ({ db, clock }: Context, requester: Requester, draft: GroupDraft): Promise<Group> =>
  db.transaction().execute((trx) => createGroupIn(trx, requester, clock(), draft))

/** The same in a transaction of its own. */
export const updateGroup = ({ db, clock }: Context, requester: Requester, change: GroupChange): Promise<Group> =>
  db.transaction().execute((trx) => updateGroupIn(trx, requester, clock(), change))

/**
 * Deletes an empty group in a transaction of the caller's.
 * @throws Refusal 404 out of scope, 400 counting the people still in it
 */
export const removeGroupIn = async (db: Db, requester: Requester, at: Date, groupId: number): Promise<void> => {
  const seen = await findGroup(db, requester.actor, groupId)
  const office = seen === undefined ? undefined : await lockOffice(db, requester.actor, seen.officeId)
  if (office === undefined) throw notFound()
  const place = { ...office, groupId }
  if (!(await lockGroup(db, place))) throw notFound()
  const before = await findGroup(db, requester.actor, groupId)
  if (before === undefined) throw notFound()
  const people = before.groupLeader.length + before.listSubleader.length + before.listMember.length
  refuseWhileHolding('このグループ', [{ name: '作業者', count: people, unit: '人' }])
  await deleteGroup(db, place)
  await writeAudit(db, {
    at,
    actor: requester.actor,
    address: requester.address,
    action: 'delete',
    resource: 'group',
    resourceId: groupId,
    ...office,
    before: auditState(before),
  })
}

/** The same in a transaction of its own. */
export const removeGroup = ({ db, clock }: Context, requester: Requester, groupId: number): Promise<void> =>
  db.transaction().execute((trx) => removeGroupIn(trx, requester, clock(), groupId))
