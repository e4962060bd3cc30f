import { message } from '@mimamori/contract'
import { endSessions } from '../../shared/accounts/end-sessions.ts'
import { forgetSubject } from '../../shared/accounts/subject.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { type Locked, lockPerson, lockServiceAdmins, markDisabled } from './person-store.ts'

const isDisabled = (person: Locked): boolean => person.disabledAt !== null

const record = async (db: Db, { actor, address }: Requester, person: Locked, action: 'disable' | 'enable', at: Date): Promise<void> => {
  const { companyId, userId, officeId, fullName } = person
  const [before, after] = action === 'disable' ? ['0', '1'] : ['1', '0']
  await writeAudit(db, {
    at,
    actor,
    address,
    action,
    resource: 'user',
    resourceId: userId,
    companyId,
    officeId,
    before: { fullName, isDisabled: before },
    after: { fullName, isDisabled: after },
  })
}

/**
 * Disables an account: its sessions end, nobody signs in with it, and no mail or notice goes to it. What is measured of
 * the person, and what is on record, stays. One that is disabled stays as it is.
 * @throws Refusal 404 for somebody whose account is not the actor's to keep; 400 for oneself and for the last service
 *   administrator who can sign in
 */
export const disable = async ({ db, clock }: Context, requester: Requester, userId: number): Promise<void> => {
  const { actor } = requester
  if (userId === actor.userId) throw badRequest(message('disableSelf'))
  await db.transaction().execute(async (trx) => {
    // Locked before the person's own row: two administrators who disable each other would otherwise deadlock.
    const serviceAdmins = actor.role === 'AdminUnitService' ? await lockServiceAdmins(trx) : []
    const person = await lockPerson(trx, actor, userId)
    if (person === undefined) throw notFound()
    if (isDisabled(person)) return
    if (serviceAdmins.length === 1 && serviceAdmins[0] === userId) throw badRequest(message('lastServiceAdminDisabled'))
    const at = clock()
    await markDisabled(trx, person, at)
    await endSessions(trx, person, 'all', 'accountDisabled', at)
    await record(trx, requester, person, 'disable', at)
  })
}

/**
 * Lets a disabled account sign in again, at their company's provider under another name there too. One that is not disabled
 * stays as it is.
 * @throws Refusal 404 for somebody whose account is not the actor's to keep
 */
export const enable = async ({ db, clock }: Context, requester: Requester, userId: number): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, requester.actor, userId)
    if (person === undefined) throw notFound()
    if (!isDisabled(person)) return
    await markDisabled(trx, person, null)
    await forgetSubject(trx, person)
    await record(trx, requester, person, 'enable', clock())
  })
}
