import type { AlertRecord } from '@mimamori/contract'
import { recordRead } from '../../../shared/audit/record-read.ts'
import type { Requester } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { readRecord } from './record.ts'
import { findSubject } from './store.ts'

/**
 * The record of an alert for its screen. That somebody looked at it is on the log, where it is about a person.
 * @throws Refusal 404 where the alert is not in scope
 */
export const lookAtRecord = async (
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  requester: Requester,
  alertId: number,
): Promise<AlertRecord> => {
  const subject = await findSubject(context.db, requester.actor, alertId)
  if (subject === undefined) throw notFound()
  const record = await readRecord(context, requester.actor, alertId)
  const { company_id: companyId, office_id: officeId, user_id: userId } = subject
  const about = { fullName: record.episode.fullName, alertId }
  if (userId !== null) await recordRead(context, requester, { screen: 'alertRecord', companyId, officeId, userId, about })
  return record
}
