import { message } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { fileKeysOf } from '../../platform/jobs/file-jobs.ts'
import { announce } from '../announcements/announce.ts'
import { type PersonKey, providerId } from '../organisation/keys.ts'
import { removeContacts } from './contacts.ts'
import type { NumberedErasure } from './erased-entries.ts'
import { gatherMarks } from './gather-marks.ts'
import type { PersonMarks } from './person-marks.ts'
import { createScrubber } from './scrub.ts'
import { scrubLog } from './scrub-log.ts'
import { scrubPlaces } from './scrub-places.ts'

/** What an erasure leaves to be done once it is committed, and to be written into the log. */
export type Erased = {
  /** Sealed entries that it changed, by company. */
  readonly entries: ReadonlyMap<number, readonly NumberedErasure[]>
  /** Files that name the person and are no longer on record. */
  readonly fileKeys: readonly string[]
}

type WaitingMail = {
  readonly mail_id: number
  /** By kind of receiver: to, cc, bcc. */
  readonly recipients: Readonly<Record<string, readonly string[]>>
  readonly refused: readonly { readonly address: string }[]
  readonly delivered_to: readonly string[]
}

/** Mails that wait to go to the person leave without them; the address goes with the other texts. */
const giveUpMails = async (db: Db, { companyId }: PersonKey, { emails }: PersonMarks, now: Date): Promise<void> => {
  const own = new Set(emails.map((email) => email.toLowerCase()))
  const { rows } = await sql<WaitingMail>`
    select m.mail_id, m.recipients, m.refused, m.delivered_to from outbox_mail m
     where m.company_id = ${companyId} and m.sent_at is null and m.failed_at is null order by m.mail_id for update`.execute(db)
  for (const { mail_id: mailId, recipients, refused, delivered_to: deliveredTo } of rows) {
    const done = new Set([...deliveredTo, ...refused.map(({ address }) => address)])
    const open = [...new Set(Object.values(recipients).flat())].filter((address) => !done.has(address))
    const erased = open.filter((address) => own.has(address.toLowerCase()))
    if (erased.length === 0) continue
    const endedAt = erased.length === open.length ? now : null
    const ends = deliveredTo.length === 0 ? sql`failed_at = ${endedAt}` : sql`sent_at = ${endedAt}`
    await sql`
      update outbox_mail m
         set refused = m.refused || ${JSON.stringify(erased.map((address) => ({ address, reason: 'erased' })))}::jsonb, ${ends}
       where m.company_id = ${companyId} and m.mail_id = ${mailId}`.execute(db)
  }
}

/** Mails about a person's alerts lose all they said; one that still waits is given up. Notices on their way go, and files of mails. */
const emptyMessages = async (db: Db, person: PersonKey, marks: PersonMarks): Promise<void> => {
  const { companyId, userId } = person
  // A cluster takes no now() in a case of an update.
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  await giveUpMails(db, person, marks, now)
  const isAbout = (column: string) => sql`exists (
    select from alert a where a.company_id = ${companyId} and a.alert_id = ${sql.ref(column)} and a.user_id = ${userId})`
  await sql`
    update outbox_mail m
       set body = '', html = null, digest = null, body_removed_at = coalesce(m.body_removed_at, ${now}::timestamptz),
           failed_at = case when m.sent_at is null and m.failed_at is null then ${now}::timestamptz else m.failed_at end
     where m.company_id = ${companyId} and ${isAbout('m.alert_id')} and (m.body <> '' or m.html is not null or m.digest is not null)`.execute(
    db,
  )
  await sql`delete from outbox_push p where p.company_id = ${companyId} and ${isAbout('p.alert_id')}`.execute(db)
  // A drawn sheet cannot be searched for a name; what was to be read of it was read in the days since it was sent.
  await sql`update outbox_file f set content = null where f.company_id = ${companyId} and f.content is not null`.execute(db)
}

type FileJob = { readonly job_id: string; readonly attempts: number }

/** Files of reports with a person in them are no longer on record, and those being made start again. */
const removeFiles = async (db: Db, { companyId, userId }: PersonKey): Promise<string[]> => {
  const { rows: places } = await sql<{ office_id: number }>`
    select distinct h.office_id from hourly_summary h where h.company_id = ${companyId} and h.user_id = ${userId}
    union select u.office_id from app_user u where u.company_id = ${companyId} and u.user_id = ${userId} and u.office_id is not null`.execute(
    db,
  )
  const offices = places.map(({ office_id: officeId }) => officeId)
  const tellsOf = sql`
    j.company_id = ${companyId} and j.request is not null
    and exists (select from jsonb_array_elements(j.request->'officeIds') o (id) where o.id = any(${offices.map(String)}::jsonb[]))
    and (coalesce(j.request->'content'->'workers', '[]') in ('[]', 'null') or j.request->'content'->'workers' @> to_jsonb(${userId}::int))`
  await sql`update job j set state = 'waiting', done = 0, total = 0 where ${tellsOf} and j.state = 'running'`.execute(db)
  const { rows } = await sql<FileJob>`
    update job j set state = 'failed', error = ${message('fileErased')}, file_key = null, file_type = null, file_bytes = null
     where ${tellsOf} and j.file_key is not null
    returning j.job_id, j.attempts`.execute(db)
  return rows.flatMap(({ job_id: jobId, attempts }) => fileKeysOf(jobId, attempts))
}

const shownDays = 30

/** Lets consoles read again what they show of a person's alerts. */
const announceAlerts = async (db: Db, { companyId, userId }: PersonKey): Promise<void> => {
  const { rows } = await sql<{ office_id: number; alert_ids: number[] }>`
    select a.office_id, array_agg(a.alert_id) as alert_ids from alert a
     where a.company_id = ${companyId} and a.user_id = ${userId} and a.started_at > now() - ${sql.lit(`${shownDays} days`)}::interval
     group by a.office_id`.execute(db)
  await announce(db, ...rows.map(({ office_id: officeId, alert_ids: alertIds }) => ({ companyId, officeId, alertIds })))
}

const eraseFromCompany = async (
  db: Db,
  person: PersonKey,
  marks: PersonMarks,
): Promise<{ entries: NumberedErasure[]; fileKeys: string[] }> => {
  const scrubber = createScrubber(marks)
  await removeContacts(db, person.companyId, marks)
  await emptyMessages(db, person, marks)
  const fileKeys = await removeFiles(db, person)
  await scrubPlaces(db, person, marks, scrubber)
  await announceAlerts(db, person)
  // Last: meanwhile nobody seals entries of the company.
  return { entries: await scrubLog(db, person, marks, scrubber), fileKeys }
}

/** The companies in which somebody may have left their name: administrators of the service work for all of them. */
export const companiesNaming = async (db: Db, { companyId }: PersonKey): Promise<number[]> => {
  if (companyId !== providerId) return [companyId]
  const { rows } = await sql<{ company_id: number }>`select c.company_id from company c order by 1`.execute(db)
  return rows.map((row) => row.company_id)
}

/**
 * Takes what identifies a person out of everything that was written down of them; figures stay under their number. The account is
 * emptied before, and its row held. Done again with the same marks, it finds what was written meanwhile.
 * @param marks gathered before the account was emptied
 */
export const eraseData = async (db: Db, person: PersonKey, marks: PersonMarks): Promise<Erased> => {
  const entries = new Map<number, readonly NumberedErasure[]>()
  const fileKeys: string[] = []
  for (const companyId of await companiesNaming(db, person)) {
    const there: PersonKey = { companyId, userId: person.userId }
    const own = companyId === person.companyId ? marks : await gatherMarks(db, there, marks)
    const done = await eraseFromCompany(db, there, own)
    entries.set(companyId, done.entries)
    fileKeys.push(...done.fileKeys)
  }
  return { entries, fileKeys }
}
