import { isWorkerRole, message } from '@mimamori/contract'
import { announce } from '../organisation/announce.ts'
import { type Requester, writeAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { badRequest, notFound } from '../platform/errors.ts'
import { endSessions, hasOpenAlerts, lockPerson, lockServiceAdmins, markDeleted, noteDeparture } from './person-store.ts'
import { recordOf } from './record.ts'
import { readUserRows } from './rows.ts'
import { takeOffAll } from './wear.ts'

/**
 * Deletes an account: sessions end, devices are free, the group is left. Readings and alerts stay under the name.
 * @throws Refusal 404 beyond the actor's reach; 400 for oneself, the last service administrator, and while an alert is open
 */
export const removePerson = async ({ db, clock }: Context, { actor, address }: Requester, userId: number): Promise<void> => {
  if (userId === actor.userId) throw badRequest(message('deleteSelf'))
  const now = clock()
  await db.transaction().execute(async (trx) => {
    // Locked before the person's own row: two administrators who delete each other would otherwise deadlock.
    const serviceAdmins = actor.role === 'AdminUnitService' ? await lockServiceAdmins(trx) : undefined
    const saved = await lockPerson(trx, actor, userId)
    if (saved === undefined) throw notFound()
    if (saved.role === 'AdminUnitService' && serviceAdmins === 1) throw badRequest(message('lastServiceAdmin'))
    const [row] = await readUserRows(trx, [saved], now)
    if (row === undefined) throw notFound()
    if (await hasOpenAlerts(trx, saved)) throw badRequest(message('alertOpen', { name: row.fullName }))
    await markDeleted(trx, saved, now)
    await endSessions(trx, saved, 'userDeleted', now)
    await takeOffAll(trx, saved, now)
    await noteDeparture(trx, saved, now)
    const { companyId, office_id: officeId } = saved
    await writeAudit(trx, {
      at: now,
      actor,
      address,
      action: 'delete',
      resource: 'user',
      resourceId: userId,
      companyId,
      officeId,
      before: recordOf(row),
    })
    if (officeId !== null && isWorkerRole(row.role)) await announce(trx, { companyId, officeId, userIds: [userId] })
  })
}
