import { sql } from 'kysely'
import { announce } from '../../../shared/announcements/announce.ts'
import type { Db } from '../../../platform/context.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'

type CountedAlert = TableRow<'alert', 'alert_id' | 'office_id'>

const count = async (db: Db, companyId: number, alertIds: readonly number[]): Promise<CountedAlert[]> => {
  const { rows } = await sql<CountedAlert>`
    update alert a
       set changed_at = now(),
           mails = (select count(distinct m.mail_id) from alert_notice n
                      join outbox_mail m on m.company_id = n.company_id and m.mail_id = n.mail_id
                     where n.company_id = a.company_id and n.company_id = ${companyId} and n.alert_id = a.alert_id and m.sent_at is not null)
     where a.company_id = ${companyId} and a.alert_id = any(${alertIds}::int[])
    returning a.alert_id, a.office_id`.execute(db)
  return rows
}

/** Of these episodes those that nobody holds, counted together. One statement that locks and counts would ask all nodes of a cluster. */
const countFree = (db: Db, companyId: number, alertIds: readonly number[]): Promise<CountedAlert[]> =>
  db.transaction().execute(async (trx) => {
    const { rows: free } = await sql<Pick<CountedAlert, 'alert_id'>>`
      select a.alert_id from alert a
       where a.company_id = ${companyId} and a.alert_id = any(${alertIds}::int[]) for no key update skip locked`.execute(trx)
    return count(
      trx,
      companyId,
      free.map(({ alert_id }) => alert_id),
    )
  })

/**
 * Counts the mails that went out about the episodes of a mail, itself among them once it is settled, and announces
 * them. It may be called again for the same mail. The episodes that nobody holds are counted together, the others one a
 * statement: a transaction that holds one while waiting for another could wait for the ingestion, and the ingestion for it.
 */
export const countMails = async (db: Db, { companyId, mailId }: { readonly companyId: number; readonly mailId: number }): Promise<void> => {
  const notifiedAlerts = await sql<TableRow<'alert_notice', 'alert_id'>>`
    select distinct n.alert_id from alert_notice n where n.company_id = ${companyId} and n.mail_id = ${mailId} order by n.alert_id`.execute(
    db,
  )
  const alertIds = notifiedAlerts.rows.map(({ alert_id }) => alert_id)
  const counted = alertIds.length > 1 ? await countFree(db, companyId, alertIds) : []
  const free = new Set(counted.map(({ alert_id }) => alert_id))
  for (const alertId of alertIds) if (!free.has(alertId)) counted.push(...(await count(db, companyId, [alertId])))
  const offices = Map.groupBy(counted, ({ office_id }) => office_id)
  await announce(db, ...[...offices].map(([officeId, own]) => ({ companyId, officeId, alertIds: own.map(({ alert_id }) => alert_id) })))
}
