import type { AlarmKind } from '@mimamori/heat'
import { type RawBuilder, sql } from 'kysely'
import { announce } from '../../../shared/announcements/announce.ts'
import type { Db } from '../../../platform/context.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'
import type { AlertKey } from '../../../shared/organisation/keys.ts'
import type { TenantFilter } from '../../../shared/organisation/tenant-filter.ts'
import { lockMarks, markOpenAlarms } from './alarm-marks.ts'
import type { EpisodeMoment, EpisodeSegment, EpisodeSubject } from './episode-log.ts'
import { followJudge } from './follow-judge.ts'
import { type EpisodeEvent, recordEvents } from './record-events.ts'

type StoredRow = TableRow<
  'device_alarm',
  'alarm_id' | 'device_id' | 'office_id' | 'user_id' | 'gateway_id' | 'since' | 'received_at' | 'cancelled_at'
> & { readonly kind: AlarmKind }

/** An alarm with whom and what it concerns by now. */
type Alarm = StoredRow & {
  readonly serial: string | null
  /** The wearer's office now, undefined of a device that nobody wears and of somebody who is deleted. */
  readonly wearer_office_id: number | null
  readonly heart_rate: number | null
  readonly excess: number | null
  readonly wbgt: number | null
  readonly wbgt_device_id: number | null
}

// What was measured so long before an alarm says how its wearer was.
const valuesKnownMs = 5 * 60_000

/** Alarms (alias `d`) of a company by their numbers, with the values of their wearers as they were shortly before. */
const readAlarms = async (db: Db, companyId: number, alarmIds: readonly number[]): Promise<Alarm[]> => {
  const { rows } = await sql<Alarm>`
    select d.alarm_id, d.device_id, d.kind, d.office_id, d.user_id, d.gateway_id, d.since, d.received_at, d.cancelled_at, v.serial,
           u.office_id as wearer_office_id, ws.heart_rate, ws.excess, ws.wbgt, ws.wbgt_device_id
      from device_alarm d
      left join device v on v.company_id = d.company_id and v.device_id = d.device_id
      left join app_user u on u.company_id = d.company_id and u.user_id = d.user_id and u.deleted_at is null
      left join worker_state ws on ws.company_id = d.company_id and ws.user_id = u.user_id and ws.last_at <= d.since + interval '1 minute'
       and ws.last_at > d.since - ${valuesKnownMs}::int * interval '1 millisecond'
     where d.company_id = ${companyId} and d.alarm_id = any(${alarmIds}::bigint[])
     order by d.since, d.alarm_id`.execute(db)
  return rows
}

const subjectOf = (companyId: number, { kind, office_id, wearer_office_id, user_id, device_id }: Alarm): EpisodeSubject =>
  wearer_office_id === null
    ? { kind, companyId, officeId: office_id, userId: null, deviceId: device_id }
    : { kind, companyId, officeId: wearer_office_id, userId: user_id, deviceId: null }

const momentOf = (alarm: Alarm): EpisodeMoment => ({
  at: alarm.since.getTime(),
  // As a call, whatever the wearer's own level is.
  level: 3,
  heartRate: alarm.heart_rate,
  excess: alarm.excess,
  wbgt: alarm.wbgt,
  heatDeviceId: alarm.wbgt_device_id,
  gatewayId: alarm.gateway_id,
  reason: {
    kind: 'alarm',
    limit: 0,
    minutes: 0,
    receivedAt: alarm.received_at.getTime(),
    ...(alarm.wearer_office_id === null && alarm.serial !== null && { device: alarm.serial }),
  },
})

const segmentOf = (companyId: number, alarm: Alarm, cancelledAt: number | null): EpisodeSegment => ({
  subject: subjectOf(companyId, alarm),
  opened: true,
  levelBefore: null,
  moments: [momentOf(alarm)],
  endedAt: cancelledAt,
  ending: cancelledAt === null ? null : 'cancelled',
  late: false,
})

const findOpen = async (db: Db, { kind, companyId, officeId, userId, deviceId }: EpisodeSubject): Promise<number | null> => {
  const { rows } = await sql<{ alert_id: number }>`
    select a.alert_id from alert a
     where a.company_id = ${companyId} and a.kind = ${kind} and a.office_id = ${officeId} and a.user_id is not distinct from ${userId}::int
       and a.device_id is not distinct from ${deviceId}::int and a.ended_at is null and not a.drill`.execute(db)
  return rows[0]?.alert_id ?? null
}

/** Opens the alert of a pending alarm, or records it in the one that is open. Its wearer's state and its row are locked. */
const openAlarm = async (db: Db, companyId: number, alarm: Alarm): Promise<void> => {
  const segment = segmentOf(companyId, alarm, null)
  const { officeId, userId } = segment.subject
  await followJudge(db, [segment])
  await sql`
    update device_alarm d set state = 'opened', alert_id = ${await findOpen(db, segment.subject)}
     where d.company_id = ${companyId} and d.alarm_id = ${alarm.alarm_id}`.execute(db)
  if (userId === null) return
  await markOpenAlarms(db, [{ companyId, userId }])
  await announce(db, { companyId, officeId, userIds: [userId] })
}

const isPending = sql<boolean>`d.state = 'pending'`

/** An alarm by its number, and since when its window is over. */
export type DueAlarm = { readonly companyId: number; readonly alarmId: number; readonly dueAt: Date }

/** The alarms of all companies that can be reached whose window is over, the oldest first; none of them is locked. */
export const findDueAlarms = async (db: Db, isReached: TenantFilter, now: Date): Promise<DueAlarm[]> => {
  const { rows } = await sql<DueAlarm>`
    select d.company_id as "companyId", d.alarm_id as "alarmId", d.due_at as "dueAt" from device_alarm d
     where ${isPending} and d.due_at <= ${now} and ${isReached('d')} order by d.due_at, d.since, d.alarm_id`.execute(db)
  return rows
}

/**
 * Opens an alarm whose window is over, once however many processes do so: the state of its wearer is locked, then its row, in the order of
 * the ingestion. What was cancelled, opened or given to another wearer meanwhile is left as it is.
 */
export const openDueAlarm = async (db: Db, { companyId, alarmId }: Pick<DueAlarm, 'companyId' | 'alarmId'>, now: Date): Promise<void> => {
  const [seen] = await readAlarms(db, companyId, [alarmId])
  if (seen === undefined) return
  const wearer = subjectOf(companyId, seen).userId
  if (wearer !== null) await lockMarks(db, { companyId, userId: wearer })
  const { rows } = await sql`
    select from device_alarm d
     where d.company_id = ${companyId} and d.alarm_id = ${alarmId} and ${isPending} and d.due_at <= ${now} for update`.execute(db)
  if (rows.length === 0) return
  // As it is under the locks: the wearer may have gone to another site before.
  const [alarm] = await readAlarms(db, companyId, [alarmId])
  if (alarm !== undefined && subjectOf(companyId, alarm).userId === wearer) await openAlarm(db, companyId, alarm)
}

/** How many alarms of a company are locked and read at once. */
const mostAtOnce = 200

const openAll = async (db: Db, companyId: number, which: RawBuilder<boolean>): Promise<void> => {
  const { rows } = await sql<TableRow<'device_alarm', 'alarm_id'>>`
    select d.alarm_id from device_alarm d
     where d.company_id = ${companyId} and ${isPending} and ${which}
     order by d.alarm_id limit ${mostAtOnce} for update`.execute(db)
  if (rows.length === 0) return
  const alarmIds = rows.map(({ alarm_id }) => alarm_id)
  for (const alarm of await readAlarms(db, companyId, alarmIds)) await openAlarm(db, companyId, alarm)
  await openAll(db, companyId, which)
}

/** Opens the due alarms of devices and of the wearers whose states the transaction holds, and those of devices that nobody wore. */
export const openDueAlarmsOf = (
  db: Db,
  companyId: number,
  { deviceIds, userIds }: { readonly deviceIds: readonly number[]; readonly userIds: readonly number[] },
  now: Date,
): Promise<void> =>
  openAll(
    db,
    companyId,
    sql`d.due_at <= ${now} and d.device_id = any(${deviceIds}::int[]) and (d.user_id is null or d.user_id = any(${userIds}::int[]))`,
  )

/** Who wore devices when those raised the alarms that are pending, by number. */
export const findPendingWearers = async (db: Db, companyId: number, deviceIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select distinct d.user_id from device_alarm d
     where d.company_id = ${companyId} and ${isPending} and d.device_id = any(${deviceIds}::int[]) and d.user_id is not null
     order by 1`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Opens all pending alarms of devices, also within their window: what leaves must not take one with it. The states of the devices and of
 * the alarms' wearers are locked; an alarm that another transaction holds is waited for.
 */
export const openPendingAlarms = (db: Db, companyId: number, deviceIds: readonly number[]): Promise<void> =>
  openAll(db, companyId, sql`d.device_id = any(${deviceIds}::int[])`)

/** Keeps that alarms happened which their devices cancelled in time: in the past alone, and nobody is notified. */
export const recordCancelled = async (db: Db, companyId: number, alarmIds: readonly number[]): Promise<void> => {
  if (alarmIds.length === 0) return
  const alarms = await readAlarms(db, companyId, alarmIds)
  await followJudge(
    db,
    alarms.map((alarm) => segmentOf(companyId, alarm, alarm.cancelled_at?.getTime() ?? alarm.since.getTime())),
  )
}

/** Notes in the records of open alerts that the device takes its alarm back; it closes none of them. */
export const noteCancelled = async (
  db: Db,
  companyId: number,
  cancelled: readonly (Pick<AlertKey, 'alertId'> & { readonly at: Date })[],
): Promise<void> => {
  if (cancelled.length === 0) return
  const { rows } = await sql<Pick<EpisodeEvent, 'companyId' | 'alertId' | 'officeId'>>`
    update alert a set changed_at = now()
     where a.company_id = ${companyId} and a.alert_id = any(${cancelled.map(({ alertId }) => alertId)}::int[]) and a.ended_at is null
    returning a.company_id as "companyId", a.alert_id as "alertId", a.office_id as "officeId"`.execute(db)
  await recordEvents(
    db,
    rows.flatMap((row) =>
      cancelled.flatMap(({ alertId, at }): EpisodeEvent[] => (alertId === row.alertId ? [{ ...row, at, event: 'cancelled' }] : [])),
    ),
  )
}
