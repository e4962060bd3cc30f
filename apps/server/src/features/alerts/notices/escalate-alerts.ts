import { rotaStep } from '@mimamori/contract'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { readSettings } from '../../../shared/settings/settings.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { answering, type Person, readPeople, responsible } from './people.ts'
import { planOf, roleOf, type RotaOnDuty, rotaTargetOf, type Step, stepDueAt, stepNumber, usedStep } from './plan.ts'
import { peopleOnDuty, readOnDuty } from './read-on-duty.ts'
import {
  channelOfTarget,
  type ChannelTelling,
  postChannels,
  readChannelNames,
  readNoticeChannels,
  wantedChannels,
} from './post-channels.ts'
import { type MailTelling, type Notice, postMails, recordNotices } from './post.ts'
import { isAnyReached, type Reach, readReach, type ReachConfig } from './reached.ts'
import { isNotificationEnabled, isUrgent } from './rules.ts'
import { sendPushes } from './send-due-notices.ts'
import { readNoticeAlerts, type NoticeAlert } from './notice-alert.ts'
import { type EventKey, readNoticeEvents, type NoticeEvent } from './notice-event.ts'
import { recipientsOf, switchesOf, type TellingSettings, wantedSettings } from './wanted-settings.ts'
import type { NoticeSubject } from './words.ts'
import type { ListedChannel } from '../../../shared/channels/read-channels.ts'
import { isEmergency } from '../../../shared/monitoring/emergency-kinds.ts'

// Answers to these alerts wait for the transaction that presses on for them.
const mostAtOnce = 100

type Waiting = EventKey & {
  readonly since: Date
  readonly step: number
  /** When people were last notified that nobody has answered; null before the first step. */
  readonly told_at: Date | null
  readonly level: number | null
  /** To a group whose people have not been notified of it. */
  readonly handed_over: boolean
}

/** Readings that came since may show that it never rose to the level at which it began to wait. */
const notTakenBack = (companyId: number) => sql`
  (${isEmergency} or a.peak_level is null or not exists (
    select from alert_event v where v.company_id = ${companyId} and v.alert_id = e.alert_id and v.event_id = e.event_id and v.level > a.peak_level))`

/** The alerts whose next step is due, or that began to wait before the clock was set back, locked; those that are answered or over are dropped. `isMore` where there may be others. */
const takeWaiting = async (db: Db, companyId: number, now: Date): Promise<{ waiting: Waiting[]; isMore: boolean }> => {
  const { rows } = await sql<Waiting & { stands: boolean }>`
    select e.alert_id, e.event_id, least(e.since, ${now}) as since, e.step, e.handed_over, coalesce(a.peak_level, a.level) as level,
           a.handling = 'open' and a.ended_at is null and not a.withdrawn and ${notTakenBack(companyId)} as stands,
           (select max(n.at) from alert_notice n
             where n.company_id = ${companyId} and n.alert_id = e.alert_id and n.occasion = 'escalated' and n.at <= ${now}) as told_at
      from escalation e join alert a on a.company_id = e.company_id and a.alert_id = e.alert_id
     where e.company_id = ${companyId} and (e.due_at <= ${now} or e.since > ${now})
     order by e.alert_id limit ${mostAtOnce} for update of e skip locked`.execute(db)
  const over = rows.flatMap(({ alert_id, stands }) => (stands ? [] : [alert_id]))
  if (over.length > 0)
    await sql`delete from escalation e where e.company_id = ${companyId} and e.alert_id = any(${over}::int[])`.execute(db)
  return { waiting: rows.filter(({ stands }) => stands), isMore: rows.length === mostAtOnce }
}

/** An alert under way through its steps. */
type EscalatedAlert = {
  readonly subject: NoticeSubject
  /** When it began to wait for an answer. */
  readonly since: Date
  readonly settings: TellingSettings
  readonly plan: readonly Step[]
  readonly handedOver: boolean
  step: number
  dueAt: Date
}

/** Steps count from 0 here, and from 1 on record. */
const numbered = ({ plan }: EscalatedAlert, step: number | undefined) => (step === undefined ? undefined : stepNumber(plan, step))

const reader = ({ user_id, full_name, role }: Person) => ({ userId: user_id, userName: full_name, role })

/** What a step's notice to somebody is about: on duty, it says so. */
const subjectFor = ({ subject, plan }: EscalatedAlert, step: number | undefined, { user_id }: Person): NoticeSubject => {
  const rota = step === undefined ? undefined : rotaTargetOf(plan[step], user_id)
  return rota === undefined ? subject : { ...subject, rota }
}

const mailTo = (escalated: EscalatedAlert, people: readonly Person[], index: number | undefined): MailTelling[] => {
  const { settings } = escalated
  const step = numbered(escalated, index)
  return people.flatMap((person) =>
    person.email === null
      ? []
      : [{ subject: subjectFor(escalated, index, person), settings, recipients: { to: [person.email] }, reader: reader(person), step }],
  )
}

/** One company's turn: all of it is in one transaction, at one moment. */
type Turn = {
  readonly db: Db
  readonly companyId: number
  readonly people: readonly Person[]
  readonly now: Date
  readonly config: ReachConfig
  readonly reach: Reach
  readonly channels: readonly ListedChannel[]
}

type Telling = {
  readonly escalated: EscalatedAlert
  readonly people: readonly Person[]
  /** Channels outside that are notified with these people. */
  readonly channels?: readonly ListedChannel[]
  readonly step?: number
}

/** Whom a step notifies of an alert: people, or a channel where it reaches somebody. */
const receiversOf = ({ people, channels }: Turn, { subject }: EscalatedAlert, step: Step): Pick<Telling, 'people' | 'channels'> => {
  if (step.kind !== 'channel') return { people: responsible(people, subject.alert, step) }
  const channel = channelOfTarget(channels, step.channelId, subject)
  return { people: [], channels: channel === undefined ? [] : [channel] }
}

/**
 * Sends what a round of steps comes to, by account mail, push and channels, and records it: how many mails the same addresses had
 * lately, the next round reads from the record.
 */
const send = async (
  { db, companyId, now, config }: Turn,
  tellings: readonly Telling[],
  more: readonly MailTelling[] = [],
): Promise<void> => {
  const mails = [...tellings.flatMap(({ escalated, people, step }) => mailTo(escalated, people, step)), ...more]
  const notices = await postMails(db, companyId, mails, now, config.publicUrl)
  for (const [step, own] of Map.groupBy(tellings, ({ escalated, step: index }) => numbered(escalated, index)))
    notices.push(
      ...(await sendPushes(
        { db, config },
        companyId,
        own.flatMap(({ escalated, people, step: index }) =>
          people.map((person) => ({ subject: subjectFor(escalated, index, person), person })),
        ),
        step,
      )),
    )
  const outside = tellings.flatMap(({ escalated, channels = [], step }) =>
    channels.map((channel): ChannelTelling => ({ subject: escalated.subject, channel, step: numbered(escalated, step) })),
  )
  notices.push(...(await postChannels({ db, config }, companyId, outside)))
  await recordNotices(db, companyId, notices)
}

type PassedStep = { readonly escalated: EscalatedAlert; readonly step: number }

/** Writes the lines of the record that steps reached nobody; of a channel which one. */
const recordPassed = async ({ db, companyId }: Turn, passed: readonly PassedStep[]): Promise<void> => {
  const steps = passed.map(({ escalated, step: index }) => ({ escalated, index, step: escalated.plan[index] }))
  const channelIds = steps.flatMap(({ step }) => (step?.kind === 'channel' ? [step.channelId] : []))
  const nameOf = await readChannelNames(db, companyId, channelIds)
  await recordNotices(
    db,
    companyId,
    steps.map(({ escalated, index, step }): Notice => {
      const role = roleOf(step)
      return {
        subject: { ...escalated.subject, rota: rotaTargetOf(step) },
        channel: 'none',
        step: numbered(escalated, index),
        reader: role === undefined ? undefined : { role },
        channelName: step?.kind === 'channel' ? nameOf(step.channelId) : undefined,
      }
    }),
  )
}

/** Takes the steps that are due, round by round: one that nobody can receive is passed at once, and said. */
const takeSteps = async (turn: Turn, all: readonly EscalatedAlert[]): Promise<void> => {
  const { now, reach } = turn
  for (let round = all.filter(({ dueAt }) => dueAt <= now); round.length > 0;) {
    const tellings = round.flatMap((escalated) => {
      const step = escalated.plan[escalated.step]
      return step === undefined ? [] : [{ escalated, ...receiversOf(turn, escalated, step), step: escalated.step }]
    })
    await send(turn, tellings)
    const passed: PassedStep[] = []
    for (const { escalated, people: answerers, channels = [], step } of tellings) {
      const isReached = channels.length > 0 || isAnyReached(answerers, reach)
      if (!isReached) passed.push({ escalated, step })
      escalated.step = usedStep(escalated.plan, step + 1)
      const isLast = escalated.step >= escalated.plan.length
      escalated.dueAt = isReached || isLast ? stepDueAt(escalated.plan, escalated.step, escalated.since, now) : now
    }
    await recordPassed(turn, passed)
    round = tellings
      .map(({ escalated }) => escalated)
      .filter((escalated) => escalated.step < escalated.plan.length && escalated.dueAt <= now)
  }
}

/** Notifies the people of the group that an alert came to, each by all that reaches them, unless a step does so now. */
const notifyNewGroup = async (turn: Turn, all: readonly EscalatedAlert[]): Promise<void> => {
  const { people, now } = turn
  const tellings = all.map((escalated): Telling => {
    const roleDue = escalated.dueAt <= now ? roleOf(escalated.plan[escalated.step]) : undefined
    const roles = (['GroupSubLeader', 'GroupLeader'] as const).filter((role) => role !== roleDue)
    return { escalated, people: roles.flatMap((role) => answering(people, escalated.subject.alert, role)) }
  })
  const more = all.flatMap(({ subject, settings }): MailTelling[] =>
    subject.alert.group_emails.length === 0 ? [] : [{ subject, settings, recipients: { to: subject.alert.group_emails } }],
  )
  await send(turn, tellings, more)
}

/** Notifies everybody again who was notified so far: the people and channels of every step, the site's own addresses and channels. */
const repeat = async (turn: Turn, all: readonly EscalatedAlert[]): Promise<void> => {
  const { now } = turn
  const tellings = all.flatMap((escalated) => {
    const steps = escalated.plan.map((step, index): Telling => ({ escalated, ...receiversOf(turn, escalated, step), step: index }))
    const ofSteps = new Set(steps.flatMap(({ channels = [] }) => channels))
    const channels = wantedChannels(turn.channels, escalated.subject).filter((channel) => !ofSteps.has(channel))
    return [...steps, { escalated, people: [], channels }]
  })
  const more = all.flatMap(({ subject, settings }): MailTelling[] => {
    const recipients = recipientsOf(settings, subject.alert.group_emails)
    return recipients === undefined ? [] : [{ subject, settings, recipients }]
  })
  for (const escalated of all) escalated.dueAt = stepDueAt(escalated.plan, escalated.step, escalated.since, now)
  await send(turn, tellings, more)
}

const writeSteps = async (db: Db, companyId: number, all: readonly EscalatedAlert[]): Promise<void> => {
  const rows = all.map(({ subject, since, step, dueAt }) => ({
    alert_id: subject.alert.alert_id,
    since: since.toISOString(),
    step,
    due_at: dueAt.toISOString(),
  }))
  await sql`
    update escalation e set step = x.step, since = x.since, due_at = x.due_at, handed_over = false
      from json_to_recordset(${JSON.stringify(rows)}::json) as x (alert_id int, since timestamptz, step smallint, due_at timestamptz)
     where e.company_id = ${companyId} and e.alert_id = x.alert_id`.execute(db)
}

type DueAlert = { readonly alert: NoticeAlert; readonly event: NoticeEvent; readonly settings: TellingSettings }

const pressedOf = (row: Waiting, { alert, event, settings }: DueAlert, onDuty: RotaOnDuty, now: Date): EscalatedAlert => {
  const plan = planOf(settings, onDuty, isUrgent(alert))
  const step = usedStep(plan, row.step)
  const subject: NoticeSubject = { alert, event, occasion: 'escalated', level: row.level, now, waitingSince: row.since }
  // The row may have been woken before its time, by a changed setting or by a step that nobody could receive.
  const isRepeatedAtOnce = step >= plan.length && (row.handed_over || row.told_at === null)
  const dueAt = isRepeatedAtOnce ? now : stepDueAt(plan, step, row.since, row.told_at ?? now)
  return { subject, since: row.since, settings, plan, handedOver: row.handed_over, step, dueAt }
}

/** Notifies the next people in line of the alerts of a company that nobody has answered in time; true where more may be due. */
export const escalateAlerts = async ({ config, clock, log }: Context, client: PoolClient, companyId: number): Promise<boolean> => {
  const db = onClient(client)
  const now = clock()
  const { waiting, isMore } = await takeWaiting(db, companyId, now)
  if (waiting.length === 0) return isMore
  const alerts = await readNoticeAlerts(
    db,
    companyId,
    waiting.map(({ alert_id }) => alert_id),
    now,
  )
  const eventOf = await readNoticeEvents(db, companyId, waiting)
  const offices = [...new Set([...alerts.values()].map((alert) => alert.office_id))].map((officeId) => ({ companyId, officeId }))
  const settings = await readSettings(client, log, offices, wantedSettings)
  const withRota = [...settings].flatMap(([officeId, { steps }]) => (steps.value.includes(rotaStep) ? [officeId] : []))
  const onDuty = await readOnDuty(db, companyId, withRota, now)
  const people = await readPeople(db, companyId, [...alerts.values()], peopleOnDuty(onDuty))
  const channels = await readNoticeChannels(db, companyId)
  const all = waiting.flatMap((row) => {
    const alert = alerts.get(row.alert_id)
    const event = eventOf(row)
    const own = alert === undefined ? undefined : settings.get(alert.office_id)
    if (alert === undefined || event === undefined || own === undefined) return []
    return [pressedOf(row, { alert, event, settings: own }, onDuty.get(alert.office_id) ?? null, now)]
  })
  const isOut = ({ subject, settings: own }: EscalatedAlert) =>
    isNotificationEnabled({ kind: subject.alert.kind, level: subject.level }, switchesOf(own))
  const inLine = all.filter((escalated) => escalated.step < escalated.plan.length && isOut(escalated))
  const again = all.filter((escalated) => escalated.step >= escalated.plan.length && escalated.dueAt <= now && isOut(escalated))
  const cameOver = inLine.filter(({ handedOver }) => handedOver)
  const reach = await readReach({ db, config }, companyId, people, now)
  const turn = { db, companyId, people, now, config, reach, channels }
  await notifyNewGroup(turn, cameOver)
  await takeSteps(turn, inLine)
  await repeat(turn, again)
  // What the settings have silenced meanwhile waits on, and is looked at again.
  for (const escalated of all) if (!isOut(escalated)) escalated.dueAt = stepDueAt([], 0, escalated.since, now)
  await writeSteps(db, companyId, all)
  return isMore
}
