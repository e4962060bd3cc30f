import { addNote } from '../episodes/add-note.ts'
import { seesOffice } from '../../../shared/monitoring/workers/owner.ts'
import type { Requester } from '../../../platform/audit.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { findSubject } from './store.ts'

/**
 * Adds to the record of an alert what somebody did or saw, while it is open or afterwards. It is no answer to the alert.
 * @throws Refusal 404 where the alert is not in scope, or happened at an office that is not theirs
 */
export const writeNote = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor, address }: Requester,
  alertId: number,
  note: string,
): Promise<void> => {
  const at = clock()
  await db.transaction().execute(async (transaction) => {
    const subject = await findSubject(transaction, actor, alertId)
    if (subject === undefined || !seesOffice(actor, { companyId: subject.company_id, officeId: subject.office_id })) throw notFound()
    const { company_id: companyId, office_id: officeId } = subject
    await addNote(transaction, { companyId, alertId, officeId }, note, { userId: actor.userId, userName: actor.fullName, at })
    await writeAudit(transaction, {
      at,
      actor,
      address,
      action: 'noted',
      resource: 'alert',
      resourceId: alertId,
      companyId,
      officeId,
      after: { note },
    })
  })
}
