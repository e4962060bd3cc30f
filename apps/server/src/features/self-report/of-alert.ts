import type { AnswerOf, selfReport } from '@mimamori/contract'
import { sql } from 'kysely'
import { isInScope } from '../alerts/episodes/read.ts'
import { recordRead } from '../../shared/audit/record-read.ts'
import { seesOffice } from '../../shared/monitoring/workers/owner.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import type { Actor } from '../../platform/http/route.ts'
import { reportsOfAlert } from './store.ts'

/** An open alert joins what a carrier's many phones report; a screen reads the newest of them. */
const mostShown = 100

type ReportedAlert = TableRow<'alert', 'company_id' | 'office_id' | 'user_id' | 'full_name'>

const findAlert = async (db: Db, actor: Actor, alertId: number): Promise<ReportedAlert | undefined> => {
  const { rows } = await sql<ReportedAlert>`
    select a.company_id, a.office_id, a.user_id, a.full_name from alert a where a.alert_id = ${alertId} and ${isInScope(actor)}`.execute(db)
  return rows[0]
}

/**
 * What was reported, for those who answer the alert. That they read it is on the log before it leaves.
 * @throws Refusal 404 where the alert is not in scope, or happened at an office that the reader does not see
 */
export const readReportsOf = async (
  context: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  alertId: number,
): Promise<AnswerOf<typeof selfReport.ofAlert>> => {
  const alert = await findAlert(context.db, requester.actor, alertId)
  if (alert === undefined) throw notFound()
  const { company_id: companyId, office_id: officeId, user_id: userId, full_name: fullName } = alert
  if (!seesOffice(requester.actor, { companyId, officeId })) throw notFound()
  const data = await reportsOfAlert(context.db, { companyId, alertId }, mostShown)
  if (data.length > 0)
    await recordRead(context, requester, {
      screen: 'conditionReport',
      companyId,
      officeId,
      userId,
      ...(userId === null && { subject: `alert ${alertId}` }),
      about: { ...(fullName !== null && { fullName }), alertId },
    })
  return { data, count: data.length }
}
