import { sql } from 'kysely'
import { announce } from '../../organisation/announce.ts'
import type { Db } from '../../platform/context.ts'

/**
 * Counts the mails that went out about the episodes that a mail tells of, itself among them, and announces them. It may be
 * called again for the same mail. One row a statement: whoever holds one episode while waiting for another could wait for
 * the ingestion, and the ingestion for it.
 */
export const countMails = async (db: Db, { companyId, mailId }: { readonly companyId: number; readonly mailId: number }): Promise<void> => {
  const told = await sql<{ alert_id: number }>`
    select distinct n.alert_id from alert_notice n where n.company_id = ${companyId} and n.mail_id = ${mailId} order by n.alert_id`.execute(
    db,
  )
  for (const { alert_id: alertId } of told.rows) {
    const { rows } = await sql<{ office_id: number }>`
      update alert a
         set changed_at = now(),
             mails = (select count(distinct m.mail_id) from alert_notice n
                        join outbox_mail m on m.company_id = n.company_id and m.mail_id = n.mail_id
                       where n.company_id = a.company_id and n.alert_id = a.alert_id and (m.sent_at is not null or m.mail_id = ${mailId}))
       where a.company_id = ${companyId} and a.alert_id = ${alertId}
      returning a.office_id`.execute(db)
    await announce(db, ...rows.map(({ office_id: officeId }) => ({ companyId, officeId, alertIds: [alertId] })))
  }
}
