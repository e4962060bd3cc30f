import type { SelfState } from '@mimamori/contract'
import { sql } from 'kysely'
import { announce } from '../../../shared/announcements/announce.ts'
import type { AlertKey, OfficeKey } from '../../../shared/organisation/keys.ts'
import { isDeviceAlarm } from '../../../shared/monitoring/emergency-kinds.ts'
import { beginOf, hourMs, markHours } from '../../../shared/monitoring/summaries/due.ts'
import type { Db } from '../../../platform/context.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'
import { type EpisodeEvent, recordEvents } from './record-events.ts'

/** What somebody wrote at a poster, at most 200 characters each. It is in the table of reports alone, for 30 days. */
export type ReportText = {
  readonly who?: string | null | undefined
  readonly where?: string | null | undefined
  readonly signs?: readonly string[]
  readonly note?: string | null | undefined
}

type Report = OfficeKey & {
  /** When it was made, by the sender's clock: not after `receivedAt`. */
  readonly doneAt: Date
  readonly receivedAt: Date
}

/** Somebody says on their own page that they feel unwell. */
export type SelfReport = Report & { readonly userId: number }

/** Somebody reports another person through a site's poster. */
export type PosterReport = Report & {
  /** Where the poster hangs, as an administrator named it: it goes into subjects of notices, so no text of the sender does. */
  readonly posterPlace: string | null
  /** Known to the sender alone; a report that is sent again has the same. */
  readonly receipt: string
  readonly text: ReportText
  /** True where it joins the latest open report from the same place, if there is one, instead of opening an alert of its own. */
  readonly joins: boolean
}

type Kept = {
  readonly companyId: number
  readonly officeId: number
  readonly alertId: number | null
  readonly userId: number | null
  readonly source: 'self' | 'poster'
  readonly state: SelfState | null
  readonly doneAt: Date
  readonly receivedAt: Date
  readonly receipt?: string
  readonly text?: ReportText
}

/** Keeps a report as it was sent, for 30 days. */
export const keepReport = async (db: Db, report: Kept): Promise<void> => {
  const { text = {} } = report
  await sql`
    insert into condition_report (company_id, office_id, alert_id, user_id, source, state, done_at, received_at, receipt, who, place, signs, note)
    values (${report.companyId}, ${report.officeId}, ${report.alertId}, ${report.userId}, ${report.source}, ${report.state}, ${report.doneAt},
            ${report.receivedAt}, ${report.receipt ?? null}, ${text.who ?? null}, ${text.where ?? null}, ${[...(text.signs ?? [])]}::text[],
            ${text.note ?? null})`.execute(db)
}

type Opening = Report & { readonly userId: number | null; readonly place: string | null; readonly source: 'self' | 'poster' }

const causes = { self: 'unwell', poster: 'poster' } as const

const reasonOf = ({ source, receivedAt }: Opening) => ({ kind: causes[source], receivedAt: receivedAt.getTime(), count: 1 })

/** Where somebody was heard so long ago they may still be. Project choice, decisions/0133. */
export const placeKnownMs = 30 * 60_000

/** @returns undefined where one of the person is open, which the index alert_one_open decides */
const openAlert = async (db: Db, opening: Opening): Promise<AlertKey | undefined> => {
  const { companyId, officeId, userId, doneAt } = opening
  const { rows } = await sql<TableRow<'alert', 'alert_id'>>`
    insert into alert (kind, company_id, office_id, group_id, user_id, full_name, company_name, base_name, group_name, location_name, cause,
      reason, started_at, called_at, source)
    select 'report', o.company_id, o.office_id, u.group_id, u.user_id, u.full_name, c.name, o.name, g.name,
           coalesce(${opening.place}::text, gateway.location_name),
           ${causes[opening.source]}, ${JSON.stringify(reasonOf(opening))}::jsonb, ${doneAt}, ${doneAt}, ${opening.source}
      from office o join company c on c.company_id = o.company_id
      left join app_user u on u.company_id = o.company_id and u.user_id = ${userId ?? 0}
      left join work_group g on g.company_id = o.company_id and g.group_id = u.group_id
      left join worker_state ws on ws.company_id = o.company_id and ws.user_id = u.user_id and ws.last_at > ${new Date(doneAt.getTime() - placeKnownMs)}
      left join device gateway on gateway.company_id = o.company_id and gateway.device_id = ws.gateway_id
     where o.company_id = ${companyId} and o.office_id = ${officeId}
    on conflict (company_id, kind, office_id, user_id, device_id) where ended_at is null and not drill and source <> 'poster' do nothing
    returning alert_id`.execute(db)
  const [opened] = rows
  if (opened === undefined) return undefined
  if (userId !== null) await markHours(db, companyId, [{ userId, hour: beginOf(doneAt.getTime(), hourMs) }])
  const key = { companyId, alertId: opened.alert_id }
  await recordEvents(db, [{ ...key, officeId, at: doneAt, event: 'opened' }])
  // The person's row has the mark of the report from now on.
  if (userId !== null) await announce(db, { companyId, officeId, userIds: [userId] })
  return key
}

/** Adds a report to the latest open alert of the same person, or from the same place. @returns undefined where there is none */
const joinAlert = async (
  db: Db,
  { companyId, officeId, userId, source, place, doneAt, receivedAt }: Opening,
): Promise<AlertKey | undefined> => {
  const { rows } = await sql<Pick<EpisodeEvent, 'alertId'>>`
    with latest as (
      select a.alert_id from alert a
       where a.company_id = ${companyId} and a.office_id = ${officeId} and a.kind = 'report' and a.ended_at is null and a.source = ${source}
         and a.user_id is not distinct from ${userId}::int and (${userId}::int is not null or a.location_name is not distinct from ${place}::text)
       order by a.started_at desc, a.alert_id desc limit 1 for no key update of a)
    update alert a
       set called_at = greatest(a.called_at, ${doneAt}::timestamptz), changed_at = now(),
           reason = a.reason || jsonb_build_object('count', coalesce((a.reason->>'count')::int, 1) + 1, 'receivedAt', ${receivedAt.getTime()}::bigint)
      from latest l
     where a.company_id = ${companyId} and a.alert_id = l.alert_id and a.ended_at is null
    returning a.alert_id as "alertId"`.execute(db)
  const [joined] = rows
  if (joined === undefined) return undefined
  const key = { companyId, alertId: joined.alertId }
  await recordEvents(db, [{ ...key, officeId, at: doneAt, event: 'reported' }])
  return key
}

const openOrJoin = async (db: Db, opening: Opening): Promise<AlertKey> => {
  // One that somebody closes between the two tries makes room for a new one.
  const key =
    (await openAlert(db, opening)) ?? (await joinAlert(db, opening)) ?? (await openAlert(db, opening)) ?? (await joinAlert(db, opening))
  if (key === undefined) throw new Error(`no alert for a report at office ${opening.officeId}`)
  return key
}

/**
 * Opens the alert (申告) of somebody who feels unwell, or adds it to their open one: that calls people again who had
 * acknowledged it. It has no level, and people are notified of it as of danger. Only a person closes it.
 */
export const reportUnwell = async (db: Db, report: SelfReport): Promise<AlertKey> => {
  const key = await openOrJoin(db, { ...report, place: null, source: 'self' })
  await keepReport(db, { ...report, alertId: key.alertId, source: 'self', state: 'unwell' })
  return key
}

/**
 * Opens an alert (申告) about somebody who is not known, at the place of a poster, or adds to an open one. A report whose receipt is
 * known changes nothing. All leaders of the site are notified of it, as of danger.
 */
export const reportAtPoster = async (db: Db, report: PosterReport): Promise<AlertKey> => {
  const { companyId, receipt, posterPlace, joins } = report
  // The same report may come twice at once: the second waits here until the first is written.
  await sql`select pg_advisory_xact_lock(hashtext('poster report'), hashtext(${receipt}))`.execute(db)
  const { rows } = await sql<{ alert_id: number }>`
    select r.alert_id from condition_report r
     where r.company_id = ${companyId} and r.receipt = ${receipt} and r.alert_id is not null`.execute(db)
  const [known] = rows
  if (known !== undefined) return { companyId, alertId: known.alert_id }
  const opening: Opening = { ...report, userId: null, place: posterPlace, source: 'poster' }
  const key = (joins ? await joinAlert(db, opening) : undefined) ?? (await openOrJoin(db, opening))
  await keepReport(db, { ...report, alertId: key.alertId, userId: null, source: 'poster', state: null })
  return key
}

/**
 * Notes on the open alerts of a person how they say they are now: on what they reported themselves and on alarms of their device,
 * whose answer may be that nothing happened. It closes none of them. What they say is in the table of reports alone.
 */
export const answerWell = async (db: Db, report: SelfReport): Promise<void> => {
  const { companyId, officeId, userId, doneAt } = report
  const { rows } = await sql<Pick<EpisodeEvent, 'alertId' | 'officeId'> & { kind: string }>`
    update alert a set changed_at = now()
     where a.company_id = ${companyId} and a.user_id = ${userId} and a.handling <> 'closed' and a.ended_at is null
       and (a.kind = 'report' or (a.kind = 'emergency' and a.source = 'self') or ${isDeviceAlarm})
    returning a.alert_id as "alertId", a.office_id as "officeId", a.kind`.execute(db)
  await recordEvents(
    db,
    rows.map(({ alertId, officeId: at }) => ({
      companyId,
      alertId,
      officeId: at,
      at: doneAt,
      event: 'answered' as const,
    })),
  )
  const own = rows.find(({ kind }) => kind === 'report') ?? rows[0]
  await keepReport(db, {
    companyId,
    officeId,
    userId,
    doneAt,
    receivedAt: report.receivedAt,
    alertId: own?.alertId ?? null,
    source: 'self',
    state: 'well',
  })
}
