import { type BodyOf, type Group, type group, type GroupPerson, labels, message } from '@mimamori/contract'
import { announce } from '../organisation/announce.ts'
import { type By, writeAudit } from '../platform/audit.ts'
import type { Context, Db } from '../platform/context.ts'
import { badRequest, notFound } from '../platform/errors.ts'
import { refuseWhileHolding } from '../organisation/refuse-while-holding.ts'
import { actionOnVersion } from '../platform/versioned.ts'
import { deleteGroup, insertGroup, lockGroup, lockSite, nextGroupCode, touchGroups, writeEmails, writeHeat } from './change-store.ts'
import { everyone, seatPeople, type Seating, type Selection } from './people.ts'
import { findGroup } from './store.ts'
import { takeAlertsAlong } from './take-alerts-along.ts'

type Doing = Pick<Context, 'db' | 'clock'>
export type GroupDraft = BodyOf<typeof group.create>
export type GroupChange = BodyOf<typeof group.update>

const idsOf = (people: readonly GroupPerson[]) => people.map(({ userId }) => userId)

/** A group as the audit log keeps it: people by id and name. */
const onRecord = ({ groupLeader, listSubleader, listMember, ...rest }: Group) => {
  const short = (people: readonly GroupPerson[]) => people.map(({ userId, fullName }) => ({ userId, fullName }))
  return { ...rest, groupLeader: short(groupLeader), listSubleader: short(listSubleader), listMember: short(listMember) }
}

type Site = { readonly companyId: number; readonly officeId: number }

/** Puts a saved group on record, and beside it the groups that people left for it. */
const record = async (
  db: Db,
  by: By,
  at: Date,
  site: Site,
  done: { action: string; before?: Group; after: Group; seating: Seating },
): Promise<void> => {
  const { before, after, seating, action } = done
  const about = { at, actor: by.actor, address: by.address, resource: 'group', ...site }
  const { roleChanges, moved } = seating
  await writeAudit(db, {
    ...about,
    action,
    resourceId: after.id,
    before: before === undefined ? undefined : onRecord(before),
    after: { ...onRecord(after), roleChanges, moved },
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

const seat = async (db: Db, by: By, at: Date, place: { groupId: number; officeId: number }, selection: Selection): Promise<Seating> => {
  const seating = await seatPeople(db, by.actor, place, selection)
  // Whoever edits one of these now was shown people who are gone.
  await touchGroups(
    db,
    seating.moved.map(({ groupId }) => groupId),
    at,
  )
  const alertIds = await takeAlertsAlong(db, place, everyone(selection))
  await announce(db, { officeId: place.officeId, userIds: seating.userIds, alertIds })
  return seating
}

/**
 * Makes a group in a transaction of the caller's.
 * @throws Refusal 404 where the site is not the actor's, 400 where code or name is taken or people cannot be in it
 */
export const createGroupIn = async (db: Db, by: By, at: Date, draft: GroupDraft): Promise<Group> => {
  const site = await lockSite(db, by.actor, draft.officeId)
  if (site === undefined) throw notFound()
  const groupCode = draft.groupCode ?? (await nextGroupCode(db, site.officeId))
  const groupId = await insertGroup(db, { ...draft, groupCode }, at)
  const selection = { leaders: draft.leaderId, subLeaders: draft.listSubleader, members: draft.listMember }
  const seating = await seat(db, by, at, { groupId, officeId: site.officeId }, selection)
  await writeEmails(db, groupId, draft.listEmailAlert)
  const after = await findGroup(db, by.actor, groupId)
  if (after === undefined) throw notFound()
  await record(db, by, at, site, { action: 'create', after, seating })
  return after
}

/** What a change may not touch, as the form names it. */
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
export const updateGroupIn = async (db: Db, by: By, at: Date, change: GroupChange): Promise<Group> => {
  const seen = await findGroup(db, by.actor, change.id)
  // The site is locked before its groups, and those before their people, or two saves could wait for each other.
  const site = seen === undefined ? undefined : await lockSite(db, by.actor, seen.officeId)
  if (site === undefined || !(await lockGroup(db, change.id))) throw notFound()
  const before = await findGroup(db, by.actor, change.id)
  if (before === undefined) throw notFound()
  const action = actionOnVersion(change.version, before.version)
  refuseFixed(before, change)
  const seating = await seat(
    db,
    by,
    at,
    { groupId: change.id, officeId: site.officeId },
    {
      leaders: change.leaderId ?? idsOf(before.groupLeader),
      subLeaders: change.listSubleader ?? idsOf(before.listSubleader),
      members: change.listMember ?? idsOf(before.listMember),
    },
  )
  if (change.listEmailAlert !== undefined) await writeEmails(db, change.id, change.listEmailAlert)
  await writeHeat(db, change.id, change)
  await touchGroups(db, [change.id], at)
  const after = await findGroup(db, by.actor, change.id)
  if (after === undefined) throw notFound()
  await record(db, by, at, site, { action, before, after, seating })
  return after
}

/** The same in a transaction of its own. */
export const createGroup = ({ db, clock }: Doing, by: By, draft: GroupDraft): Promise<Group> =>
  db.transaction().execute((trx) => createGroupIn(trx, by, clock(), draft))

/** The same in a transaction of its own. */
export const updateGroup = ({ db, clock }: Doing, by: By, change: GroupChange): Promise<Group> =>
  db.transaction().execute((trx) => updateGroupIn(trx, by, clock(), change))

/**
 * Deletes a group that nobody is in any more, in a transaction of the caller's.
 * @throws Refusal 404 out of scope, 400 counting the people still in it
 */
export const removeGroupIn = async (db: Db, by: By, at: Date, groupId: number): Promise<void> => {
  const seen = await findGroup(db, by.actor, groupId)
  const site = seen === undefined ? undefined : await lockSite(db, by.actor, seen.officeId)
  if (site === undefined || !(await lockGroup(db, groupId))) throw notFound()
  const before = await findGroup(db, by.actor, groupId)
  if (before === undefined) throw notFound()
  const people = before.groupLeader.length + before.listSubleader.length + before.listMember.length
  refuseWhileHolding('このグループ', [{ name: '作業者', count: people, unit: '人' }])
  await deleteGroup(db, groupId)
  await writeAudit(db, {
    at,
    actor: by.actor,
    address: by.address,
    action: 'delete',
    resource: 'group',
    resourceId: groupId,
    ...site,
    before: onRecord(before),
  })
}

/** The same in a transaction of its own. */
export const removeGroup = ({ db, clock }: Doing, by: By, groupId: number): Promise<void> =>
  db.transaction().execute((trx) => removeGroupIn(trx, by, clock(), groupId))
