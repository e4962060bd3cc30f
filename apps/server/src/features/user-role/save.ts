import { type BodyOf, isWorkerRole, labels, message, type Role, type UserRole, type userRole } from '@mimamori/contract'
import { changeOffice } from '../alerts/episodes/change-office.ts'
import { endSessions } from '../../shared/accounts/end-sessions.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import { loginTaken, takeAccountsTurn } from '../../shared/accounts/login.ts'
import { lockOfficeShared, type LockedOffice } from '../../shared/organisation/office-lock.ts'
import type { Requester } from '../../platform/audit.ts'
import { violatedConstraint } from '../../platform/database/constraints.ts'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest, forbidden, notFound, Refusal } from '../../platform/errors.ts'
import { hashPassword } from '../../platform/secrets/password.ts'
import type { Actor } from '../../platform/http/route.ts'
import { endRestOfPerson } from '../../shared/monitoring/rests/end-open-rests.ts'
import { actionOnVersion } from '../../platform/database/versioned.ts'
import { type Draft, readDraft } from './draft.ts'
import { suggestLoginId, takeLoginId } from './login-id.ts'
import { forgetPlaces, insertPerson, lockCompanyShared, type Locked, lockPerson, noteDeparture, updatePerson } from './person-store.ts'
import { keepsRole } from './reach.ts'
import { announceDeparture, announcePerson, changesBetween, recordOf, recordPerson } from './record.ts'
import { readUserRow } from './rows.ts'
import { type Change, sendToCompany } from './send-to-company.ts'
import { putOnDraft, takeOffAll } from './wear.ts'

type Input = BodyOf<typeof userRole.create>

/**
 * Sees to it that the draft's company and office are there and the actor's.
 * @throws Refusal 404 where they are not, 400 for an office of another company
 */
const keepPlace = async (db: Db, actor: Actor, { fields }: Draft): Promise<LockedOffice | undefined> => {
  const isCustomers = fields.companyId !== providerId
  if (isCustomers && !(await lockCompanyShared(db, actor, fields.companyId)) && fields.officeId === null) throw notFound()
  if (fields.officeId === null) return undefined
  const office = await lockOfficeShared(db, actor, fields.officeId)
  if (office.companyId !== fields.companyId) throw badRequest(`${labels.user.officeId}：選べる値ではありません。`)
  return office
}

/** Runs the transaction; a login ID that it claims and that is taken becomes a 409 with one that is free. */
const orSuggest = async <Answer>(
  { db, isDivided }: Pick<Context, 'db' | 'isDivided'>,
  work: (db: Db, claim: (loginId: string) => void) => Promise<Answer>,
): Promise<Answer> => {
  let claimed: string | undefined
  try {
    return await db.transaction().execute(async (trx) => {
      await takeAccountsTurn(trx, { isDivided })
      return work(trx, (loginId) => void (claimed = loginId))
    })
  } catch (error) {
    if (violatedConstraint(error) !== loginTaken || claimed === undefined) throw error
    const suggestion = await suggestLoginId(db, claimed)
    throw new Refusal(409, { message: message('loginIdTaken', { loginId: claimed, suggestion }), suggestion })
  }
}

/** Workers begin as such: leaders are made by putting them at the head of a group. */
const roleToCreate = (actor: Actor, wantedRole: Role | undefined): Role => {
  const role = wantedRole === undefined || isWorkerRole(wantedRole) ? 'User' : wantedRole
  if (!keepsRole(actor, role)) throw forbidden()
  return role
}

type NewAccount = { readonly role: Role; readonly draft: Draft; readonly passwordHash: string | null; readonly now: Date }

const insertAccount = async (
  db: Db,
  requester: Requester,
  { role, draft, passwordHash, now }: NewAccount,
  claim: (loginId: string) => void,
): Promise<UserRole> => {
  const office = await keepPlace(db, requester.actor, draft)
  const loginId = draft.fields.userName ?? (office === undefined ? '' : await takeLoginId(db, office))
  claim(loginId)
  const person = await insertPerson(db, draft, { role, loginId, passwordHash, mustChangePassword: passwordHash !== null, at: now })
  await putOnDraft(db, person, draft, now)
  const row = await readUserRow(db, person, now)
  await recordPerson(db, requester, row, { action: 'create', after: recordOf(row) }, now)
  await announcePerson(db, row)
  return row
}

const hashOf = async ({ password }: Draft): Promise<string | null> => (password === undefined ? null : hashPassword(password))

/**
 * Makes the base administrator of an office in the transaction of `db`, on record. The office's code and the next number are the login ID,
 * so that none is taken. The caller has taken the accounts' turn.
 * @throws Refusal 400, 403 for an actor who makes none, 404 for a foreign company or office
 */
export const makeBaseAdmin = async (db: Db, requester: Requester, input: Input, now: Date): Promise<UserRole> => {
  const role = roleToCreate(requester.actor, 'HeadquartersAdmin')
  const draft = readDraft(requester.actor, role, input)
  return insertAccount(db, requester, { role, draft, passwordHash: await hashOf(draft), now }, () => undefined)
}

/**
 * Makes an account.
 * @throws Refusal 400, 403 for a role that is not the actor's to make, 404 for a foreign company or office, 409 for a taken login ID
 */
export const createPerson = async (context: Context, requester: Requester, input: Input): Promise<UserRole> => {
  const role = roleToCreate(requester.actor, input.role)
  const draft = readDraft(requester.actor, role, input)
  const account = { role, draft, passwordHash: await hashOf(draft), now: context.clock() }
  return orSuggest(context, (trx, claim) => insertAccount(trx, requester, account, claim))
}

const isOwn = (actor: Actor, { companyId, userId }: Locked) => actor.companyId === companyId && actor.userId === userId

const refuseFixed = (saved: Locked, role: Role | undefined, draft: Draft): void => {
  const isSameKind = role === undefined || role === saved.role || (isWorkerRole(role) && isWorkerRole(saved.role))
  if (!isSameKind) throw badRequest(message('roleFixed'))
  if (draft.wears !== undefined && draft.fields.workerCode !== saved.workerCode) throw badRequest(message('workerCodeFixed'))
}

/**
 * Saves the draft and what follows from it: an office left behind keeps its places, group and devices, ends the person's rest, and hands over what
 * is open of the person's alerts; a new password ends sessions.
 */
const applyChange = async (db: Db, { actor }: Requester, saved: Locked, { draft, passwordHash }: Change, now: Date): Promise<UserRole> => {
  const movesOffice = draft.fields.officeId !== saved.officeId
  if (movesOffice) await forgetPlaces(db, saved)
  await updatePerson(db, saved, draft, { passwordHash, movesOffice })
  if (movesOffice) {
    await changeOffice(db, saved, { userId: actor.userId, userName: actor.fullName, at: now })
    await takeOffAll(db, saved, now)
    await endRestOfPerson(db, saved, now)
    await noteDeparture(db, saved, now)
  }
  if (passwordHash !== undefined) await endSessions(db, saved, 'all', 'passwordChanged', now)
  await putOnDraft(db, saved, draft, now)
  return readUserRow(db, saved, now)
}

/** A move to another office is recorded at both; neither entry shows what belongs to the other. */
const recordChange = async (db: Db, requester: Requester, action: string, { before, draft }: Change, after: UserRole, now: Date) => {
  const passwordChanged = draft.password === undefined ? {} : { passwordChanged: true }
  if (before.officeId === after.officeId) {
    const changes = changesBetween(recordOf(before), recordOf(after))
    return recordPerson(db, requester, after, { action, before: changes.before, after: { ...changes.after, ...passwordChanged } }, now)
  }
  await recordPerson(db, requester, before, { action: 'movedToOtherSite', before: recordOf(before) }, now)
  await recordPerson(db, requester, after, { action: 'movedFromOtherSite', after: { ...recordOf(after), ...passwordChanged } }, now)
}

/** Whether the office of before must not see the person any more. */
const isGone = (before: UserRole, after: UserRole): boolean =>
  before.officeId !== after.officeId || (before.consentWithdrawnAt === null && after.consentWithdrawnAt !== null)

/**
 * Saves a form over an account. Another company makes it a new account there.
 * @returns the account as it is, under a new number in another company
 * @throws Refusal 404 beyond the actor's reach, 412 where it changed since the form was read, and as `createPerson`; 400
 *   where an open alert keeps the person in their company
 */
export const changePerson = async (context: Context, requester: Requester, userId: number, input: Input): Promise<UserRole> => {
  const now = context.clock()
  return orSuggest(context, async (trx, claim) => {
    const saved = await lockPerson(trx, requester.actor, userId)
    if (saved === undefined) throw notFound()
    const action = actionOnVersion(input.version, saved.version)
    const before = await readUserRow(trx, saved, now)
    const draft = readDraft(requester.actor, saved.role, input, before)
    if (draft.fields.userName !== undefined) claim(draft.fields.userName)
    refuseFixed(saved, input.role, draft)
    // A form does not ask for the old one, which anyone who finds an open console does not know.
    if (draft.password !== undefined && isOwn(requester.actor, saved)) throw badRequest(message('passwordOwn'))
    await keepPlace(trx, requester.actor, draft)
    const passwordHash = draft.password === undefined ? undefined : await hashPassword(draft.password)
    const change = { before, draft, passwordHash }
    if (draft.fields.companyId !== saved.companyId) return sendToCompany(trx, requester, saved, change, now)
    const after = await applyChange(trx, requester, saved, change, now)
    await recordChange(trx, requester, action, change, after, now)
    await announcePerson(trx, after)
    if (isGone(before, after)) await announceDeparture(trx, before)
    return after
  })
}
