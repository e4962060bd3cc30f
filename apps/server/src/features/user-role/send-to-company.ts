import { isWorkerRole, message, type UserRole } from '@mimamori/contract'
import { carrySecondFactor } from '../../shared/accounts/second-factor.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Db } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import { closeAccount } from './close.ts'
import type { Draft } from './draft.ts'
import { refuseHeld } from './erasure/holds.ts'
import { forgetPerson } from './forget-person.ts'
import { insertPerson, type Locked } from './person-store.ts'
import { announceDeparture, announcePerson, recordOf, recordPerson } from './record.ts'
import { readUserRow } from './rows.ts'
import { putOnDraft } from './wear.ts'

/** A form read over an account: the account as it was, as it is wanted, and the hash of a new password. */
export type Change = { readonly before: UserRole; readonly draft: Draft; readonly passwordHash: string | undefined }

/**
 * Sends a locked person to the company of the draft: the account is closed here, its readings and alerts stay under the
 * name, and one with the same login ID and password begins there. The log of either company records its own account.
 * @returns the new account
 * @throws Refusal 400 for a guest of a day, while an alert of the person is open or their data is held; violations of constraints as making an account
 */
export const sendToCompany = async (
  db: Db,
  requester: Requester,
  saved: Locked,
  { before, draft, passwordHash }: Change,
  now: Date,
): Promise<UserRole> => {
  // Their end is that of a working day of this site: in the other company they would be a permanent worker.
  if (before.guestUntil !== null) throw badRequest(message('guestStays', { name: before.fullName }))
  await refuseHeld(db, saved, now)
  await closeAccount(db, saved, before, now)
  const person = await insertPerson(db, draft, {
    // Who headed a group is a worker again.
    role: isWorkerRole(saved.role) ? 'User' : saved.role,
    loginId: draft.fields.userName ?? saved.loginId,
    passwordHash: passwordHash ?? saved.passwordHash,
    mustChangePassword: passwordHash !== undefined || saved.mustChangePassword,
    at: now,
    follows: saved,
  })
  await carrySecondFactor(db, saved, person)
  await forgetPerson(db, saved)
  await putOnDraft(db, person, draft, now)
  const after = await readUserRow(db, person, now)
  await recordPerson(db, requester, before, { action: 'movedToOtherCompany', before: recordOf(before) }, now)
  await recordPerson(db, requester, after, { action: 'create', after: recordOf(after) }, now)
  await announceDeparture(db, before)
  await announcePerson(db, after)
  return after
}
