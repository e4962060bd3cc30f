import { type Drill, type EmergencyKind, message } from '@mimamori/contract'
import { openDrill } from '../episodes/drills.ts'
import type { Requester } from '../../../platform/audit.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'
import type { Context } from '../../../platform/context.ts'
import { badRequest, notFound } from '../../../platform/errors.ts'
import { findSubject, isInDanger, readDrill } from './store.ts'

/**
 * Starts the drill of an office or of a group.
 * @throws Refusal 404 out of scope, 400 where one runs at the office or somebody is in danger there
 */
export const startDrill = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor, address }: Requester,
  draft: { readonly officeId: number; readonly groupId?: number | null | undefined; readonly kind?: EmergencyKind | undefined },
): Promise<Drill> => {
  const at = clock()
  const key = await db.transaction().execute(async (transaction) => {
    const subject = await findSubject(transaction, actor, draft)
    if (subject === undefined) throw notFound()
    if (await isInDanger(transaction, subject)) throw badRequest(message('drillInDanger'))
    const { companyId, officeId, groupId } = subject
    const opened = await openDrill(transaction, {
      companyId,
      officeId,
      groupId,
      at,
      kind: draft.kind,
      by: { userId: actor.userId, userName: actor.fullName },
    })
    if (opened === undefined) throw badRequest(message('drillRunning'))
    const entry = { at, actor, address, action: 'drill', resource: 'alert', resourceId: opened.alertId, companyId, officeId }
    await writeAudit(transaction, { ...entry, after: { officeId, groupId } })
    return opened
  })
  const started = await readDrill(db, key)
  if (started === undefined) throw notFound()
  return started
}
