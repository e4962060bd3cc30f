import type { Db } from './context.ts'

export type Recipients = { readonly to: readonly string[]; readonly cc?: readonly string[]; readonly bcc?: readonly string[] }

export type OutgoingMail = {
  readonly at: Date
  readonly recipients: Recipients
  readonly subject: string
  /** Plain text. */
  readonly body: string
  /** The tenant that the mail belongs to. */
  readonly companyId: number
  readonly alertId?: number
}

/**
 * Writes a mail into the outbox, from where a job sends it. `db` is the transaction that the mail reports on, so that
 * both are committed or neither.
 */
export const queueMail = async (db: Db, mail: OutgoingMail): Promise<void> => {
  await db
    .insertInto('outbox_mail')
    .values({
      created_at: mail.at,
      next_try_at: mail.at,
      alert_id: mail.alertId ?? null,
      company_id: mail.companyId,
      recipients: JSON.stringify(mail.recipients),
      subject: mail.subject,
      body: mail.body,
    })
    .execute()
}
