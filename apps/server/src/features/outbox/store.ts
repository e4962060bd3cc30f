import { type RawBuilder, sql } from 'kysely'
import { reachedNow } from '../../shared/cluster-health/each-company.ts'
import type { Context, Db } from '../../platform/context.ts'
import type { Refused } from '../../platform/outside/mailer.ts'
import type { MailFile, Recipients } from '../../platform/outside/outgoing-mail.ts'
import { isEmergency } from '../../shared/monitoring/emergency-kinds.ts'

export type DueMail = {
  readonly company_id: number
  readonly mail_id: number
  readonly urgent: boolean
  readonly recipients: Recipients
  readonly subject: string
  readonly body: string
  readonly html: string | null
  readonly attempts: number
  readonly delivered_to: string[]
  readonly refused: readonly Pick<Refused, 'address' | 'reason'>[]
  readonly created_at: Date
  /**
   * It says that nobody has answered, and somebody has, or a later one says it to the same addresses; or that something happened
   * which readings that came since have taken back.
   */
  readonly superseded: boolean
  /** When somebody sent it again. */
  readonly resent_at: Date | null
  readonly file_id: number | null
  readonly traceparent: string | null
}

type MailKey = Pick<DueMail, 'company_id' | 'mail_id'>

// No mail waits longer: what says so was written before the clock was set back.
const longestWaitMs = 10 * 60_000

const stillAsks = (companyId: number) => sql`
  a.handling = 'open' and a.ended_at is null and not a.withdrawn and not exists (
    select from alert_notice l join outbox_mail o on o.company_id = l.company_id and o.mail_id = l.mail_id
     where l.company_id = n.company_id and l.company_id = ${companyId} and l.alert_id = n.alert_id and l.occasion = 'escalated' and l.mail_id > m.mail_id
       and o.address_key = m.address_key and o.failed_at is null)`

const stillHolds = sql`
  not a.withdrawn and not (n.occasion = 'raised' and not ${isEmergency} and n.level > coalesce(a.peak_level, n.level))`

// What somebody sends again by hand goes in any case. The company is named in each part, so that a cluster asks its node alone.
const superseded = (companyId: number): RawBuilder<boolean> => sql`
  m.resent_at is null
  and exists (select from alert_notice n where n.company_id = m.company_id and n.company_id = ${companyId} and n.mail_id = m.mail_id)
  and not exists (
    select from alert_notice n join alert a on a.company_id = n.company_id and a.alert_id = n.alert_id
     where n.company_id = m.company_id and n.company_id = ${companyId} and n.mail_id = m.mail_id
       and ${stillHolds} and (n.occasion <> 'escalated' or (${stillAsks(companyId)})))`

/**
 * Claims the mails that are due until `until`, the urgent first, then the longest waiting: if this process dies, another one
 * takes them over.
 */
export const claimDue = async ({ db, pool }: Pick<Context, 'db' | 'pool'>, now: Date, until: Date, limit: number): Promise<DueMail[]> => {
  const isReached = await reachedNow({ pool })
  const { rows: due } = await sql<{ company_id: number; mail_id: number }>`
    select m.company_id, m.mail_id from outbox_mail m
     where ${isDue(now)} and ${isReached('m')}
     order by m.urgent desc, m.next_try_at, m.mail_id limit ${limit}`.execute(db)
  const claimed: DueMail[] = []
  for (const [companyId, own] of Map.groupBy(due, (mail) => mail.company_id))
    claimed.push(
      ...(await claimOf(
        db,
        companyId,
        own.map(({ mail_id: mailId }) => mailId),
        now,
        until,
      )),
    )
  return claimed.toSorted((one, other) => Number(other.urgent) - Number(one.urgent) || one.mail_id - other.mail_id)
}

const isDue = (now: Date) => sql`
  m.body_removed_at is null and m.sent_at is null and m.failed_at is null
  and (m.next_try_at <= ${now} or m.next_try_at > ${new Date(now.getTime() + longestWaitMs)})`

// Those that another process has claimed meanwhile are not due any more.
const claimOf = async (db: Db, companyId: number, mailIds: readonly number[], now: Date, until: Date): Promise<DueMail[]> => {
  const { rows } = await sql<DueMail>`
    update outbox_mail m
       set attempts = least(m.attempts + 1, 30000), next_try_at = ${until}
     where m.company_id = ${companyId} and m.mail_id = any(${mailIds}::bigint[]) and ${isDue(now)}
    returning m.company_id, m.mail_id, m.urgent, m.recipients, m.subject, m.body, m.html, m.attempts, m.delivered_to, m.refused, m.created_at, m.resent_at, m.file_id, m.traceparent,
              ${superseded(companyId)} as superseded`.execute(db)
  return rows
}

/** The file of a mail; null where it has none, and after its content was removed. */
export const findFile = async (db: Db, { company_id, file_id }: Pick<DueMail, 'company_id' | 'file_id'>): Promise<MailFile | null> => {
  if (file_id === null) return null
  const { rows } = await sql<MailFile>`
    select f.name, f.media_type as "mediaType", f.content from outbox_file f
     where f.company_id = ${company_id} and f.file_id = ${file_id} and f.content is not null`.execute(db)
  return rows[0] ?? null
}

/** Keeps a mail that is being sent from other processes until `until`. */
export const renewClaim = async (db: Db, { company_id, mail_id }: MailKey, until: Date): Promise<void> => {
  await sql`
    update outbox_mail m set next_try_at = ${until}
     where m.company_id = ${company_id} and m.mail_id = ${mail_id} and m.sent_at is null`.execute(db)
}

/** The state of a mail after an attempt. */
export type DeliveryState = {
  readonly deliveredTo: readonly string[]
  readonly refused: readonly Pick<Refused, 'address' | 'reason'>[]
  readonly error: string | null
  readonly sentAt: Date | null
  readonly failedAt: Date | null
  readonly nextTryAt: Date
}

/** Writes the state of a mail. */
export const writeDeliveryState = async (db: Db, { company_id, mail_id }: MailKey, state: DeliveryState): Promise<void> => {
  await sql`
    update outbox_mail m
       set delivered_to = ${state.deliveredTo}::text[], refused = ${JSON.stringify(state.refused)}::jsonb, error = ${state.error},
           sent_at = ${state.sentAt}, failed_at = ${state.failedAt}, next_try_at = ${state.nextTryAt}
     where m.company_id = ${company_id} and m.mail_id = ${mail_id}`.execute(db)
}
