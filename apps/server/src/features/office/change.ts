import { type BodyOf, labels, message, type Office, type office } from '@mimamori/contract'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { reviseProcedures } from '../../shared/duty/revise-procedures.ts'
import { overlay } from '../../platform/overlay.ts'
import { refuseWhileHolding } from '../../shared/organisation/refuse-while-holding.ts'
import { actionOnVersion } from '../../platform/database/versioned.ts'
import { countHeld, deleteOffice, findOffice, insertOffice, lockOffice, writeOffice } from './store.ts'

const about = ({ officeId, companyId }: Office, requester: Requester, at: Date) => ({
  at,
  actor: requester.actor,
  address: requester.address,
  resource: 'office',
  resourceId: officeId,
  companyId,
  officeId,
})

/**
 * Makes an office in the transaction of `db`, on record.
 * @throws Refusal 404 where the company is not the actor's; a violation of its constraint where the code is taken in it
 */
export const makeOffice = async (db: Db, requester: Requester, draft: BodyOf<typeof office.create>, at: Date): Promise<Office> => {
  const officeId = await insertOffice(db, requester.actor, draft)
  const made = officeId === undefined ? undefined : await findOffice(db, requester.actor, officeId, at)
  if (made === undefined) throw notFound()
  await writeAudit(db, { ...about(made, requester, at), action: 'create', after: made })
  return made
}

/**
 * Makes an office.
 * @throws Refusal 404 where the company is not the actor's, 400 where the code is taken in it
 */
export const createOffice = ({ db, clock }: Context, requester: Requester, draft: BodyOf<typeof office.create>): Promise<Office> =>
  db.transaction().execute((trx) => makeOffice(trx, requester, draft, clock()))

/**
 * Changes an office. Its company stays: people and alerts carry it as well.
 * @throws Refusal 404 out of scope, 412 where somebody else was first, 400 where the company differs or the code is taken
 */
export const updateOffice = ({ db, clock }: Context, requester: Requester, change: BodyOf<typeof office.update>): Promise<Office> =>
  db.transaction().execute(async (trx) => {
    const now = clock()
    const before = await lockOffice(trx, requester.actor, change.officeId, now)
    if (before === undefined) throw notFound()
    const action = actionOnVersion(change.version, before.version)
    if (change.companyId !== before.companyId) throw badRequest(message('fieldFixed', { field: labels.office.companyId }))
    await writeOffice(trx, before, overlay(before, change))
    const { procedures } = change
    if (procedures !== undefined && procedures !== before.procedures)
      await reviseProcedures(trx, before, { procedures, before: before.procedures, maker: requester.actor, now })
    const after = await findOffice(trx, requester.actor, change.officeId, now)
    if (after === undefined) throw notFound()
    await writeAudit(trx, { ...about(after, requester, now), action, before, after })
    return after
  })

/**
 * Deletes an empty office, and its settings.
 * @throws Refusal 404 out of scope, 400 counting what is still in it
 */
export const removeOffice = ({ db, clock }: Context, requester: Requester, officeId: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await lockOffice(trx, requester.actor, officeId, clock())
    if (before === undefined) throw notFound()
    const held = await countHeld(trx, before)
    refuseWhileHolding('この拠点', [
      { name: 'グループ', count: held.groups, unit: '件' },
      { name: '利用者', count: held.people, unit: '人' },
      { name: '機器', count: held.devices, unit: '台' },
      { name: 'マップ', count: held.maps, unit: '件' },
      { name: '受信キー', count: held.keys, unit: '件' },
    ])
    await deleteOffice(trx, before)
    await writeAudit(trx, { ...about(before, requester, clock()), action: 'delete', before })
  })
