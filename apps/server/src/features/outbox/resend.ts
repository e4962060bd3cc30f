import { message, type OutboxMail } from '@mimamori/contract'
import { sql } from 'kysely'
import { companyOf } from '../../shared/organisation/company-of.ts'
import { withinScope } from '../../shared/organisation/scope.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context } from '../../platform/context.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { findMail, mailColumns } from './list.ts'
import { claimMs } from './outbox-job.ts'

type Locked = {
  office_id: number | null
  subject: string
  is_settled: boolean
  refused: unknown[]
  is_gone: boolean
  failed_at: Date | null
}

/**
 * Sends a mail again to those of its recipients who do not have it. One that waits is tried at once; one that may be under way
 * is not taken from the process that sends it, which would send it twice.
 * @throws Refusal 404 out of scope, 400 where everybody has it, and after 30 days, when its text is gone
 */
export const resendMail = ({ db, clock }: Pick<Context, 'db' | 'clock'>, requester: Requester, mailId: number): Promise<OutboxMail> =>
  db.transaction().execute(async (trx) => {
    const at = clock()
    const { actor, address } = requester
    const companyId = await companyOf(trx, actor, 'outbox_mail', mailId)
    if (companyId === undefined) throw notFound()
    const { rows } = await sql<Locked>`
      select m.office_id, m.subject, m.sent_at is not null or m.failed_at is not null as is_settled, m.refused, m.failed_at,
             m.body_removed_at is not null as is_gone
        from outbox_mail m
       where m.company_id = ${companyId} and m.mail_id = ${mailId} and ${withinScope(actor, mailColumns)} for update`.execute(trx)
    const [mail] = rows
    if (mail === undefined) throw notFound()
    if (mail.is_settled && mail.refused.length === 0) throw badRequest(message('mailSent'))
    if (mail.is_gone) throw badRequest(message('mailBodyGone'))
    const { office_id: officeId } = mail
    const claimedUntil = new Date(at.getTime() + claimMs)
    await sql`
      update outbox_mail m
         set refused = '[]', sent_at = null, failed_at = null, resent_at = ${at},
             attempts = case when ${mail.is_settled} then 0 else m.attempts end,
             error = case when ${mail.is_settled} then null else m.error end,
             next_try_at = case when ${mail.is_settled} or m.attempts = 0 then ${at}::timestamptz else least(m.next_try_at, ${claimedUntil}) end
       where m.company_id = ${companyId} and m.mail_id = ${mailId}`.execute(trx)
    await writeAudit(trx, {
      at,
      actor,
      address,
      action: 'resend',
      resource: 'outboxMail',
      resourceId: mailId,
      companyId,
      officeId,
      after: { subject: mail.subject },
    })
    const resent = await findMail(trx, actor, mailId)
    if (resent === undefined) throw notFound()
    return resent
  })
