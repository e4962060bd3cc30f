import { message } from '@mimamori/contract'
import { takeAccountsTurn } from '../../shared/accounts/login.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { closeAccount } from './close.ts'
import { refuseHeld } from './erasure/holds.ts'
import { forgetPerson } from './forget-person.ts'
import { lockPerson, lockServiceAdmins } from './person-store.ts'
import { announceDeparture, recordOf, recordPerson } from './record.ts'
import { readUserRow } from './rows.ts'

/**
 * Deletes an account: sessions end, devices are free, the group is left, and what it was reached and judged by is gone.
 * Readings and alerts stay under the name.
 * @throws Refusal 404 beyond the actor's reach; 400 for oneself, the last service administrator, while an alert is open, and while their
 *   data is held
 */
export const removePerson = async ({ db, clock, isDivided }: Context, requester: Requester, userId: number): Promise<void> => {
  const { actor } = requester
  if (userId === actor.userId) throw badRequest(message('deleteSelf'))
  const now = clock()
  await db.transaction().execute(async (trx) => {
    await takeAccountsTurn(trx, { isDivided })
    // Locked before the person's own row: two administrators who delete each other would otherwise deadlock.
    const serviceAdmins = actor.role === 'AdminUnitService' ? await lockServiceAdmins(trx) : []
    const saved = await lockPerson(trx, actor, userId)
    if (saved === undefined) throw notFound()
    if (serviceAdmins.length === 1 && serviceAdmins[0] === userId) throw badRequest(message('lastServiceAdmin'))
    await refuseHeld(trx, saved, now)
    const row = await readUserRow(trx, saved, now)
    await closeAccount(trx, saved, row, now)
    await forgetPerson(trx, saved)
    await recordPerson(trx, requester, row, { action: 'delete', before: recordOf(row) }, now)
    await announceDeparture(trx, row)
  })
}
