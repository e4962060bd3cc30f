import { randomBytes } from 'node:crypto'
import { type GuestDraft, type UserRole } from '@mimamori/contract'
import { sql } from 'kysely'
import { takeAccountsTurn } from '../../shared/accounts/login.ts'
import { guestDayEnd } from '../../shared/monitoring/workers/guest-day.ts'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import { findSite } from '../../shared/organisation/request-site.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { japanDay } from '../../platform/japan-time.ts'
import type { Draft } from './draft.ts'
import { insertPerson } from './person-store.ts'
import { announcePerson, recordOf, recordPerson } from './record.ts'
import { readUserRow } from './rows.ts'

/** In groups: 1 the leader, 2 a sub-leader, 3 everybody else. */
const memberRole = 3

/** A login ID that nobody types: guests sign in by their card. 40 random bits. */
const newLoginId = (): string => `guest-${randomBytes(5).toString('hex')}`

/** A leader's guests are in the leader's group, or the leader would not see them. @throws Refusal 403 for a leader without a group */
const groupOf = (actor: Actor, { groupId }: GuestDraft): number | null => {
  if (actor.role !== 'GroupLeader' && actor.role !== 'GroupSubLeader') return groupId ?? null
  if (actor.groupId === null) throw forbidden()
  return actor.groupId
}

/** Puts the person into a group of the site; forms of the group that are open see that it changed. @throws Refusal 404 for any other group */
const joinGroup = async (db: Db, { companyId, userId }: PersonKey, officeId: number, groupId: number, at: Date): Promise<void> => {
  const { numAffectedRows } = await sql`
    update work_group g set version = g.version + 1, updated_at = ${at}
     where g.company_id = ${companyId} and g.group_id = ${groupId} and g.office_id = ${officeId}`.execute(db)
  if (numAffectedRows !== 1n) throw notFound()
  await sql`
    update app_user u set group_id = ${groupId}, group_role = ${memberRole}
     where u.company_id = ${companyId} and u.user_id = ${userId}`.execute(db)
}

// The first day of the year: the oldest they can be, by whom the limits of heart rates are lowest.
const fieldsOf = (draft: GuestDraft, companyId: number, officeId: number, now: Date): Draft['fields'] => ({
  companyId,
  officeId,
  fullName: draft.fullName,
  furigana: draft.fullName,
  phoneNumber: null,
  email: null,
  affiliation1: draft.affiliation1,
  dateOfBirth: `${draft.birthYear}-01-01`,
  metabolicClass: draft.metabolicClass,
  // Nothing is known of their last days, whatever the site says of its own people.
  acclimatised: false,
  consentAt: japanDay(now),
})

/**
 * Makes a worker of one day, who is judged, notified and on record like everybody, and closed with the working day.
 * @throws Refusal 404 for a site or group that is not the actor's, 403 for a leader without a group
 */
export const createGuest = async ({ db, clock, isDivided }: Context, requester: Requester, draft: GuestDraft): Promise<UserRole> => {
  const { actor } = requester
  const now = clock()
  return db.transaction().execute(async (trx) => {
    await takeAccountsTurn(trx, { isDivided })
    const { hours, officeId } = await findSite(trx, actor, draft.officeId)
    const { companyId } = await lockOfficeShared(trx, actor, officeId)
    const groupId = groupOf(actor, draft)
    const fields = fieldsOf(draft, companyId, officeId, now)
    const account = { role: 'User', loginId: newLoginId(), passwordHash: null, mustChangePassword: false, at: now } as const
    const person = await insertPerson(trx, { fields, wears: undefined, password: undefined }, account)
    const until = guestDayEnd(now.getTime(), hours)
    await sql`
      update app_user u set guest_until = ${until} where u.company_id = ${companyId} and u.user_id = ${person.userId}`.execute(trx)
    if (groupId !== null) await joinGroup(trx, person, officeId, groupId, now)
    const row = await readUserRow(trx, person, now)
    await recordPerson(trx, requester, row, { action: 'createGuest', after: recordOf(row) }, now)
    await announcePerson(trx, row)
    return row
  })
}
