import { message } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context } from '../../platform/context.ts'
import { tooManyRequests } from '../../platform/errors.ts'
import { queueMail } from '../../platform/outside/outgoing-mail.ts'

// Enough to check a list of addresses; too few to pester anybody.
const mailsPerWindow = 20
const windowSeconds = 60

/**
 * Puts a test mail into the outbox.
 * @throws Refusal 429 where the person sent many just now
 */
export const sendTestMail = ({ db, clock }: Pick<Context, 'db' | 'clock'>, requester: Requester, address: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const at = clock()
    const since = new Date(at.getTime() - windowSeconds * 1_000)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from audit_log a
       where a.company_id = ${requester.actor.companyId} and a.user_id = ${requester.actor.userId} and a.action = 'testMail' and a.at > ${since}`.execute(
      trx,
    )
    if ((rows[0]?.count ?? 0) >= mailsPerWindow) throw tooManyRequests(windowSeconds)
    const { companyId, officeId } = requester.actor
    await queueMail(trx, {
      at,
      companyId,
      officeId,
      recipients: { to: [address] },
      subject: message('testMailSubject'),
      body: message('testMailBody'),
    })
    await writeAudit(trx, {
      at,
      actor: requester.actor,
      address: requester.address,
      action: 'testMail',
      resource: 'group',
      resourceId: address,
      companyId,
      officeId,
    })
  })
