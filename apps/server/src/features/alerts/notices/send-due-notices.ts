import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { readSettings } from '../../../shared/settings/settings.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { type PushOutbox, queuePush } from '../../../platform/outside/outgoing-push.ts'
import { startEscalation } from './escalation-store.ts'
import { concerned, onTheSpot, type Person, readPeople } from './people.ts'
import { firstDueAt } from './plan.ts'
import { type ChannelTelling, postChannels, readNoticeChannels, wantedChannels } from './post-channels.ts'
import { type MailTelling, type Notice, postMails, recordNotices } from './post.ts'
import { type Audience, pushNotice } from './push-notice.ts'
import { alertsReached } from './reached.ts'
import { isNotificationEnabled, isSuppressed, needsEscalation, pauseBefore } from './rules.ts'
import { readNoticeAlerts, type NoticeAlert } from './notice-alert.ts'
import { readEarlierNotices } from './earlier-notices.ts'
import { type EventKey, readNoticeEvents } from './notice-event.ts'
import { traceNotices } from './trace-notices.ts'
import { recipientsOf, switchesOf, type TellingSettings, wantedSettings } from './wanted-settings.ts'
import type { NoticeSubject } from './words.ts'

const mostAtOnce = 1_000
const minuteMs = 60_000

type Due = EventKey & {
  readonly event: 'opened' | 'raised' | 'called' | 'late'
  readonly level: number | null
  readonly traceparent: string | null
}

/** Takes what is due, the oldest first: it is gone with the commit of what it leads to. */
const takeDue = async (db: Db, companyId: number): Promise<Due[]> => {
  const { rows } = await sql<Due & { due_id: number }>`
    delete from alert_due d
     where d.company_id = ${companyId}
       and d.due_id in (select o.due_id from alert_due o where o.company_id = ${companyId} order by o.due_id limit ${mostAtOnce})
    returning d.due_id, d.alert_id, d.event_id, d.event, d.level, d.traceparent`.execute(db)
  return rows.toSorted((one, other) => one.due_id - other.due_id)
}

/** Readings that came since show that it never rose so far. */
const isTakenBack = (level: number | null, { peak_level }: NoticeAlert) => level !== null && peak_level !== null && level > peak_level

type Push = { readonly subject: NoticeSubject; readonly person: Person; readonly audience?: Audience }

/** To the people that alerts are about, whom it matters to whether anybody else was reached. */
const ownPushes = (tellings: readonly NoticeSubject[], people: readonly Person[], reached: ReadonlySet<number>): Push[] =>
  tellings.flatMap((subject): Push[] => {
    const person = concerned(people, subject.alert)
    return person === undefined ? [] : [{ subject, person, audience: reached.has(subject.alert.alert_id) ? 'concerned' : 'concernedAlone' }]
  })

/** Sends the pushes; the record names those that have a browser for them. */
export const sendPushes = async (outbox: PushOutbox, companyId: number, pushes: readonly Push[], step?: number): Promise<Notice[]> => {
  const reached = await queuePush(
    outbox,
    pushes.map(({ subject, person, audience = 'answering' }) => ({
      companyId,
      userId: person.user_id,
      at: subject.now,
      alertId: subject.alert.alert_id,
      escalated: subject.occasion === 'escalated',
      payload: pushNotice(subject, audience, person.language),
      traceparent: subject.traceparent,
    })),
  )
  return pushes
    .filter(({ person }) => reached.has(person.user_id))
    .map(({ subject, person }) => ({
      subject,
      channel: 'push',
      step,
      reader: { userId: person.user_id, userName: person.full_name, role: person.role },
    }))
}

const accountMails = (subject: NoticeSubject, settings: TellingSettings, people: readonly Person[]): MailTelling[] =>
  onTheSpot(people, subject.alert).flatMap(({ user_id, full_name, role, email }) =>
    email === null ? [] : [{ subject, settings, recipients: { to: [email] }, reader: { userId: user_id, userName: full_name, role } }],
  )

/** Notifies people of what is due at a company, in the transaction of the client; true where more may be due. */
export const sendDueNotices = async (context: Context, client: PoolClient, companyId: number): Promise<boolean> => {
  const due = await takeDue(onClient(client), companyId)
  if (due.length === 0) return false
  await traceNotices(companyId, due, (traced) => notify(context, client, companyId, traced))
  return due.length === mostAtOnce
}

const notify = async ({ config, clock, log }: Context, client: PoolClient, companyId: number, due: readonly Due[]): Promise<void> => {
  const db = onClient(client)
  const now = clock()
  const alerts = await readNoticeAlerts(db, companyId, [...new Set(due.map(({ alert_id }) => alert_id))], now)
  const eventOf = await readNoticeEvents(db, companyId, due)
  const offices = [...new Set([...alerts.values()].map((alert) => alert.office_id))].map((officeId) => ({ companyId, officeId }))
  const settings = await readSettings(client, log, offices, wantedSettings)
  const longestPause = Math.max(0, ...[...settings.values()].map(({ pauseMinutes }) => pauseMinutes.value))
  const before = await readEarlierNotices(db, companyId, new Date(now.getTime() - longestPause * minuteMs))
  const people = await readPeople(db, companyId, [...alerts.values()])
  const channels = await readNoticeChannels(db, companyId)

  const mails: MailTelling[] = []
  const tellings: NoticeSubject[] = []
  const outside: ChannelTelling[] = []
  const waiting = new Map<number, { eventId: number | null; own: TellingSettings }>()
  for (const { alert_id, event_id, event: occasion, level, traceparent } of due) {
    const alert = alerts.get(alert_id)
    const event = eventOf({ alert_id, event_id })
    const own = alert === undefined ? undefined : settings.get(alert.office_id)
    // The person who closed it knows of it, and has ended it for everybody.
    if (alert === undefined || event === undefined || own === undefined || alert.withdrawn || alert.handling === 'closed') continue
    if (occasion === 'raised' && isTakenBack(level, alert)) continue
    const isLate = occasion === 'late'
    // What has come since shows that it continues, and has its own notice.
    if (isLate && !alert.late) continue
    const kindAndLevel = { kind: alert.kind, level }
    const subject: NoticeSubject = { alert, event, occasion, level, now, traceparent: traceparent ?? undefined }
    const isEnabled = isNotificationEnabled(kindAndLevel, switchesOf(own))
    const wanted = wantedChannels(channels, subject)
    if (!isEnabled && wanted.length === 0) continue
    const pauseMs = pauseBefore(occasion, alert.source, own.pauseMinutes.value * minuteMs)
    const isRepeated = isSuppressed(kindAndLevel, before.levels(alert, new Date(now.getTime() - pauseMs)))
    if (isEnabled && needsEscalation(kindAndLevel) && !isLate && alert.ended_at === null && alert.handling === 'open')
      waiting.set(alert_id, { eventId: event_id, own })
    if (isRepeated) continue
    outside.push(...wanted.map((channel) => ({ subject, channel })))
    if (!isLate) before.add(alert, now, level)
    if (!isEnabled) continue
    const recipients = recipientsOf(own, alert.group_emails)
    if (recipients !== undefined) mails.push({ subject, settings: own, recipients })
    // If the site has no address, those on the spot get a mail to their accounts.
    else if (isLate) mails.push(...accountMails(subject, own, people))
    if (isLate) continue
    tellings.push(subject)
  }
  const notices = await postMails(db, companyId, mails, now, config.publicUrl)
  const onSpot = tellings.flatMap((subject) => onTheSpot(people, subject.alert).map((person): Push => ({ subject, person })))
  notices.push(...(await sendPushes({ db, config }, companyId, onSpot)))
  const reached = await alertsReached(db, config, companyId, notices)
  notices.push(...(await sendPushes({ db, config }, companyId, ownPushes(tellings, people, reached))))
  notices.push(...(await postChannels({ db, config }, companyId, outside)))
  await recordNotices(db, companyId, notices)
  await startEscalation(
    db,
    companyId,
    [...waiting].map(([alertId, { eventId, own }]) => ({ alertId, eventId, since: now, dueAt: firstDueAt(own, now) })),
  )
}
