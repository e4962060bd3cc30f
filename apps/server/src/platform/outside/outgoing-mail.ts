import { createHash } from 'node:crypto'
import { addressKey, mergeAddresses } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../context.ts'
import type { TableRow } from '../../platform/database/table-row.ts'

export type Recipients = { readonly to: readonly string[]; readonly cc?: readonly string[]; readonly bcc?: readonly string[] }

/** A file that goes with mails. Those that carry the same object share one stored file. */
export type MailFile = { readonly name: string; readonly mediaType: string; readonly content: Uint8Array }

export type OutgoingMail = {
  readonly at: Date
  readonly recipients: Recipients
  readonly subject: string
  /** Plain text. */
  readonly body: string
  /** The same for those whose programs show HTML. */
  readonly html?: string
  /** The tenant that the mail belongs to. */
  readonly companyId: number
  /** Where in the tenant; left out where it is about several places, or none. */
  readonly officeId?: number | null
  readonly alertId?: number
  /** Leaves before everything that is not. */
  readonly urgent?: boolean
  /** When it is to leave; at once where it is left out. */
  readonly goesAt?: Date
  /** What a mail is made of that may take in more until it goes. */
  readonly digest?: unknown
  readonly file?: MailFile | undefined
  /** The trace that it belongs to. */
  readonly traceparent?: string | undefined
}

/** Everybody a mail is for, each once. */
export const everybody = ({ to, cc = [], bcc = [] }: Recipients): string[] => mergeAddresses([...to, ...cc, ...bcc])

/** The same recipients, each address once, where it weighs most: in To before Cc before Bcc. */
export const mergeRecipients = ({ to, cc, bcc }: Recipients): Recipients => {
  const seen = new Set<string>()
  const takeNew = (addresses: readonly string[]) => {
    const unseen = mergeAddresses(addresses).filter((address) => !seen.has(addressKey(address)))
    for (const address of unseen) seen.add(addressKey(address))
    return unseen
  }
  return { to: takeNew(to), ...(cc !== undefined && { cc: takeNew(cc) }), ...(bcc !== undefined && { bcc: takeNew(bcc) }) }
}

/** The same for mails to the same addresses, whichever of To, Cc and Bcc each is in and however it is spelled. */
export const addressKeyOf = (recipients: Recipients): string => {
  const keys = everybody(recipients).map(addressKey)
  return createHash('sha256').update(keys.toSorted().join(',')).digest('hex')
}

// A line break would begin another header, and a header may be long but not endless.
const longestSubject = 200
const inOneLine = (text: string) =>
  Array.from(text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' '))
    .slice(0, longestSubject)
    .join('')

const asRow = (mail: OutgoingMail, position: number, fileId: number | null) => ({
  position,
  file_id: fileId,
  company_id: mail.companyId,
  office_id: mail.officeId ?? null,
  alert_id: mail.alertId ?? null,
  urgent: mail.urgent ?? false,
  created_at: mail.at.toISOString(),
  next_try_at: (mail.goesAt ?? mail.at).toISOString(),
  recipients: mergeRecipients(mail.recipients),
  address_key: addressKeyOf(mail.recipients),
  subject: inOneLine(mail.subject),
  body: mail.body,
  html: mail.html ?? null,
  digest: mail.digest ?? null,
  traceparent: mail.traceparent ?? null,
})

/** Stores the files of mails, each once. @returns the number of each */
const storeFiles = async (db: Db, mails: readonly OutgoingMail[]): Promise<ReadonlyMap<MailFile, number>> => {
  const numbers = new Map<MailFile, number>()
  for (const { at, companyId, file } of mails) {
    if (file === undefined || numbers.has(file)) continue
    const { rows } = await sql<TableRow<'outbox_file', 'file_id'>>`
      insert into outbox_file (company_id, created_at, name, media_type, content)
      values (${companyId}, ${at}, ${inOneLine(file.name)}, ${file.mediaType}, ${Buffer.from(file.content)})
      returning file_id`.execute(db)
    for (const { file_id: fileId } of rows) numbers.set(file, fileId)
  }
  return numbers
}

/**
 * Writes mails into the outbox, from where a job sends them. `db` is the transaction that they report on, so that all are
 * committed or none.
 * @returns their numbers, in the order given
 */
export const queueMails = async (db: Db, mails: readonly OutgoingMail[]): Promise<number[]> => {
  if (mails.length === 0) return []
  const files = await storeFiles(db, mails)
  const written = mails.map((mail, position) => asRow(mail, position, mail.file === undefined ? null : (files.get(mail.file) ?? null)))
  const { rows } = await sql<TableRow<'outbox_mail', 'mail_id'>>`
    insert into outbox_mail (company_id, office_id, alert_id, urgent, created_at, next_try_at, recipients, address_key, subject, body, html, digest, file_id,
                             traceparent)
    select x.company_id, x.office_id, x.alert_id, x.urgent, x.created_at, x.next_try_at, x.recipients, x.address_key, x.subject, x.body, x.html, x.digest,
           x.file_id, x.traceparent
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
           as x (position int, company_id int, office_id int, alert_id int, urgent boolean, created_at timestamptz, next_try_at timestamptz,
                 recipients jsonb, address_key text, subject text, body text, html text, digest jsonb, file_id bigint, traceparent text)
     order by x.position
    returning mail_id`.execute(db)
  return rows.map(({ mail_id }) => mail_id).toSorted((one, other) => one - other)
}

/** The same of one mail. */
export const queueMail = async (db: Db, mail: OutgoingMail): Promise<void> => {
  await queueMails(db, [mail])
}

type MailPlace = { readonly companyId: number; readonly mailId: number }

/** Rewrites a mail that has not gone yet. */
export const rewriteMail = async (
  db: Db,
  { companyId, mailId }: MailPlace,
  {
    subject,
    body,
    html = null,
    officeId = null,
    digest,
  }: Pick<OutgoingMail, 'subject' | 'body' | 'digest'> & { html?: string | null; officeId?: number | null },
): Promise<void> => {
  await sql`
    update outbox_mail m
       set subject = ${inOneLine(subject)}, body = ${body}, html = ${html}, office_id = ${officeId}, digest = ${JSON.stringify(digest)}::jsonb
     where m.company_id = ${companyId} and m.mail_id = ${mailId}`.execute(db)
}

/** Takes a mail out of the outbox again, where nobody has tried to send it from there. */
export const withdrawUntriedMail = async (db: Db, { companyId, mailId }: MailPlace): Promise<void> => {
  await sql`delete from outbox_mail m where m.company_id = ${companyId} and m.mail_id = ${mailId} and m.attempts = 0`.execute(db)
}

/** Makes a mail that nobody has tried yet leave from `at` on, to those named only. */
export const releaseUntriedMail = async (
  db: Db,
  { companyId, mailId }: MailPlace,
  { at, recipients }: Pick<OutgoingMail, 'at' | 'recipients'>,
): Promise<void> => {
  await sql`
    update outbox_mail m
       set next_try_at = ${at}, recipients = ${JSON.stringify(recipients)}::jsonb, address_key = ${addressKeyOf(recipients)}
     where m.company_id = ${companyId} and m.mail_id = ${mailId} and m.attempts = 0`.execute(db)
}
