import type { Role } from '@mimamori/contract'
import { sql } from 'kysely'
import { announce, announceWork, type WaitingWork } from '../../../shared/announcements/announce.ts'
import type { Db } from '../../../platform/context.ts'
import {
  addressKeyOf,
  everybody,
  type OutgoingMail,
  queueMails,
  type Recipients,
  rewriteMail,
} from '../../../platform/outside/outgoing-mail.ts'
import { alertMail, type DigestItem, digestItem, digestMail } from './alert-mail.ts'
import { digestGoesAt, floodWindowMs, isUrgent, waitsForDigest } from './rules.ts'
import type { TellingSettings } from './wanted-settings.ts'
import type { NoticeSubject } from './words.ts'

type Reader = { readonly userId: number; readonly userName: string; readonly role: Role }

/** One notice by mail: to the site's addresses, or to a person's account address. */
export type MailTelling = {
  readonly subject: NoticeSubject
  readonly settings: TellingSettings
  readonly recipients: Recipients
  readonly reader?: Reader
  readonly step?: number | undefined
}

/** A line of the record of who was notified. */
export type Notice = {
  readonly subject: NoticeSubject
  readonly channel: 'mail' | 'push' | 'channel' | 'none'
  readonly step?: number | undefined
  readonly reader?: Partial<Reader> | undefined
  readonly addresses?: readonly string[]
  readonly mailId?: number
  /** Of a channel outside: what it is called, and the number of its delivery. */
  readonly channelName?: string | undefined
  readonly deliveryId?: number | undefined
}

type Collecting = {
  mailId: number | undefined
  readonly goesAt: Date
  readonly items: DigestItem[]
  changed: boolean
  readonly tellings: MailTelling[]
}

type Traffic = { sent: number; last: Date | undefined; collecting: Collecting | undefined }

/** How many alerts went to each of the addresses within the last minute, and the digests that they get. */
const readTraffic = async (db: Db, companyId: number, keys: readonly string[], now: Date): Promise<Map<string, Traffic>> => {
  const since = new Date(now.getTime() - floodWindowMs)
  const { rows } = await sql<{ address_key: string; sent: number; last: Date | null }>`
    select k.address_key,
           (select count(*) from outbox_mail m join alert_notice n on n.company_id = m.company_id and n.mail_id = m.mail_id and n.channel = 'mail'
             where m.company_id = ${companyId} and m.address_key = k.address_key and m.created_at > ${since}::timestamptz - interval '2 minutes'
               and n.at > ${since}) as sent,
           (select max((m.digest->>'goesAt')::timestamptz) from outbox_mail m
             where m.company_id = ${companyId} and m.address_key = k.address_key and m.digest is not null
               and m.created_at > ${since}::timestamptz - interval '2 minutes') as last
      from unnest(${keys}::text[]) as k (address_key)`.execute(db)
  // Locked, so that it does not leave before what is added to it is committed.
  const open = await sql<{ mail_id: number; address_key: string; digest: { goesAt: string; items: DigestItem[] } }>`
    select m.mail_id, m.address_key, m.digest from outbox_mail m
     where m.company_id = ${companyId} and m.address_key = any(${keys}::text[]) and m.created_at > ${since}::timestamptz - interval '2 minutes'
       and m.digest is not null and m.attempts = 0 and m.sent_at is null and m.failed_at is null and m.next_try_at > ${now}
     order by m.mail_id for update`.execute(db)
  const collecting = new Map(
    open.rows.map(({ mail_id: mailId, address_key, digest }): [string, Collecting] => [
      address_key,
      { mailId, goesAt: new Date(digest.goesAt), items: digest.items, changed: false, tellings: [] },
    ]),
  )
  return new Map(
    rows.map(({ address_key, sent, last }) => [address_key, { sent, last: last ?? undefined, collecting: collecting.get(address_key) }]),
  )
}

const officeOf = (items: readonly DigestItem[]): number | null => {
  const [first] = items
  return first !== undefined && items.every(({ officeId }) => officeId === first.officeId) ? first.officeId : null
}

/** What a digest says so far: of one alert what a mail about it alone would. */
const digestAs = ({ items, tellings, goesAt }: Collecting, now: Date, publicUrl: string | undefined) => {
  const [only, ...others] = tellings
  const isOne = only !== undefined && others.length === 0 && items.length === 1
  return {
    ...(isOne ? alertMail(only.subject, only.settings, publicUrl) : digestMail(items, now, publicUrl)),
    officeId: officeOf(items),
    digest: { goesAt: goesAt.toISOString(), items },
  }
}

const noticeOf = ({ subject, reader, recipients, step }: MailTelling, mailId: number): Notice => ({
  subject,
  channel: 'mail',
  step,
  reader,
  addresses: everybody(recipients),
  mailId,
})

/**
 * Puts mails about alerts into the outbox, at most five a minute to the same addresses: what comes beyond waits for one
 * digest a minute. Emergencies and calls never wait.
 * @returns the lines for the record
 */
export const postMails = async (
  db: Db,
  companyId: number,
  tellings: readonly MailTelling[],
  now: Date,
  publicUrl: string | undefined,
): Promise<Notice[]> => {
  if (tellings.length === 0) return []
  const keyed = tellings.map((telling) => ({ telling, key: addressKeyOf(telling.recipients) }))
  const traffic = await readTraffic(db, companyId, [...new Set(keyed.map(({ key }) => key))], now)
  const own: { mail: OutgoingMail; tellings: MailTelling[] }[] = []
  for (const { telling, key } of keyed) {
    const { subject, settings, recipients } = telling
    const state = traffic.get(key) ?? { sent: 0, last: undefined, collecting: undefined }
    traffic.set(key, state)
    if (waitsForDigest(subject.alert, state.sent, state.collecting !== undefined)) {
      state.collecting ??= { mailId: undefined, goesAt: digestGoesAt(now, state.last), items: [], changed: false, tellings: [] }
      state.collecting.items.push(digestItem(subject, settings, publicUrl))
      state.collecting.tellings.push(telling)
      state.collecting.changed = true
    } else {
      const { alert_id: alertId, office_id: officeId } = subject.alert
      own.push({
        mail: {
          ...alertMail(subject, settings, publicUrl),
          at: now,
          recipients,
          companyId,
          officeId,
          alertId,
          urgent: isUrgent(subject.alert),
          traceparent: subject.traceparent,
        },
        tellings: [telling],
      })
    }
    state.sent += 1
  }
  const notices: Notice[] = []
  for (const { collecting } of traffic.values()) {
    if (collecting === undefined || !collecting.changed) continue
    const written = digestAs(collecting, now, publicUrl)
    const [first] = collecting.tellings
    if (collecting.mailId === undefined && first !== undefined)
      own.push({
        mail: {
          ...written,
          at: now,
          recipients: first.recipients,
          companyId,
          goesAt: collecting.goesAt,
          traceparent: first.subject.traceparent,
        },
        tellings: collecting.tellings,
      })
    if (collecting.mailId === undefined) continue
    const { mailId } = collecting
    await rewriteMail(db, { companyId, mailId }, written)
    notices.push(...collecting.tellings.map((telling) => noticeOf(telling, mailId)))
  }
  const mailIds = await queueMails(
    db,
    own.map(({ mail }) => mail),
  )
  own.forEach(({ tellings: queued }, index) => notices.push(...queued.map((telling) => noticeOf(telling, mailIds[index] ?? 0))))
  return notices
}

/** What sends the notices of each channel; nobody sends those of a step that reaches nobody. */
const workOf: Record<Notice['channel'], WaitingWork | undefined> = { mail: 'mails', push: 'pushes', channel: 'deliveries', none: undefined }

/** Writes the record of who was notified, announces the alerts, so that consoles show it, and what sends the notices, so that it begins. */
export const recordNotices = async (db: Db, companyId: number, notices: readonly Notice[]): Promise<void> => {
  if (notices.length === 0) return
  const rows = notices.map(({ subject, channel, step, reader, addresses = [], mailId, channelName, deliveryId }) => ({
    alert_id: subject.alert.alert_id,
    at: subject.now.toISOString(),
    channel,
    occasion: subject.occasion,
    step: step ?? null,
    level: subject.alert.kind === 'belt' ? 3 : subject.level,
    user_id: reader?.userId ?? null,
    user_name: reader?.userName ?? null,
    role: reader?.role ?? null,
    rota: subject.rota ?? null,
    addresses,
    mail_id: mailId ?? null,
    channel_name: channelName ?? null,
    delivery_id: deliveryId ?? null,
  }))
  await sql`
    insert into alert_notice (company_id, alert_id, at, channel, occasion, step, level, user_id, user_name, role, addresses, mail_id,
                              channel_name, delivery_id, rota)
    select ${companyId}::int, x.alert_id, x.at, x.channel, x.occasion, x.step, x.level, x.user_id, x.user_name, x.role,
           array(select jsonb_array_elements_text(x.addresses)), x.mail_id, x.channel_name, x.delivery_id, x.rota
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as x (alert_id int, at timestamptz, channel text, occasion text, step smallint, level smallint, user_id int, user_name text, role text,
                 addresses jsonb, mail_id bigint, channel_name text, delivery_id bigint, rota text)`.execute(db)
  const offices = Map.groupBy(notices, ({ subject }) => subject.alert.office_id)
  await announce(
    db,
    ...[...offices].map(([officeId, of]) => ({
      companyId,
      officeId,
      alertIds: [...new Set(of.map(({ subject }) => subject.alert.alert_id))],
    })),
  )
  await announceWork(db, companyId, ...new Set(notices.flatMap(({ channel }) => workOf[channel] ?? [])))
}
