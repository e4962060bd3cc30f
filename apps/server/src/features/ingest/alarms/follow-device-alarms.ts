import { dayMs } from '@mimamori/contract/day'
import type { SettingName } from '@mimamori/contract'
import { alarmGapMs, alarmSpan, followAlarms } from '@mimamori/heat'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { readSettings } from '../../../shared/settings/settings.ts'
import { noteCancelled, openDueAlarmsOf, recordCancelled } from '../../alerts/episodes/device-alarms.ts'
import { noteOtherWearers } from '../../alerts/episodes/note-other-wearers.ts'
import { retimeCalls } from '../../alerts/episodes/retime-calls.ts'
import { type AttachedReading, isCalling, officeOfWearer } from '../reading.ts'
import type { BatchTransaction } from '../transaction.ts'
import { type DeviceSpan, loadAlarmClosings, loadAlarmReadings, loadAlarms, nameOfOwner, type OwnAlarm } from './load-alarms.ts'
import { moveAlarms } from './move-alarms.ts'
import { moveStoredAlarms, type OwnChange, storeAlarms } from './store-alarms.ts'

const wanted = { cancelSeconds: ['GENERAL_ALERT_SETTING', 'ALARM_CANCEL_SECONDS'] } as const satisfies Record<string, SettingName>

/** How long an alarm that was stored after its window waits for what cancels it and came behind it, ms. Project choice, decisions/0148. */
const heldMs = 10_000

/** How long stored alarms are known, ms: an older one could be taken for a new one. */
const knownMs = 2 * dayMs

const hasAlarm = ({ alarm }: Pick<AttachedReading, 'alarm'>): boolean => alarm !== null && alarm !== 'none'

const ownerOf = ({ deviceId, wear }: AttachedReading) => ({ deviceId, userId: wear?.userId ?? null })

/** Alarms that a cancelling reading may still change. */
const isUnfinished = ({ cancelledAt, state }: OwnAlarm): boolean => cancelledAt === null || state === 'pending'

/** New readings of a device and wearer, with their alarms that are stored. */
type Followed = { readonly name: string; readonly readings: readonly AttachedReading[]; readonly alarms: readonly OwnAlarm[] }

const followedOf = (saying: readonly AttachedReading[], alarms: readonly OwnAlarm[]): Followed[] =>
  [...Map.groupBy(saying, (reading) => nameOfOwner(ownerOf(reading)))].flatMap(([name, readings]) => {
    const own = alarms.filter((alarm) => nameOfOwner(alarm) === name)
    return readings.some(hasAlarm) || own.some(isUnfinished) ? [{ name, readings, alarms: own }] : []
  })

/** The time of a device for each of its wearers, as one. */
const spansOf = (followed: readonly (Followed & { readonly windowMs: number })[], knownFrom: number): Map<number, DeviceSpan> => {
  const spans = new Map<number, DeviceSpan>()
  for (const { readings, alarms, windowMs } of followed)
    for (const [deviceId, own] of Map.groupBy(readings, (reading) => reading.deviceId)) {
      const fresh = own.map(({ at, receivedAt, alarm, intervalMinutes }) => ({ at, receivedAt, alarm, gapMs: alarmGapMs(intervalMinutes) }))
      const { from, to } = alarmSpan(fresh, alarms, windowMs)
      const known = spans.get(deviceId)
      spans.set(deviceId, {
        deviceId,
        from: Math.max(knownFrom, Math.min(from, known?.from ?? Infinity)),
        to: Math.max(to, known?.to ?? -Infinity),
      })
    }
  return spans
}

/**
 * Follows the alarms that devices judged themselves, once their readings are stored: they are computed again from the stored readings,
 * so that the order in which those come does not matter. What the device cancels in time is kept in the past, what it may still cancel
 * waits for the end of its window, and the rest becomes an alert at once. Batches that say nothing of an alarm ask the database nothing.
 */
export const followDeviceAlarms = async (
  { client, companyId, context }: BatchTransaction,
  fresh: readonly AttachedReading[],
): Promise<void> => {
  const saying = fresh.filter(({ alarm }) => alarm !== null)
  if (saying.length === 0) return
  const db = onClient(client)
  const now = context.clock()
  const deviceIds = [...new Set(saying.map(({ deviceId }) => deviceId))]
  const before = await loadAlarms(client, companyId, deviceIds)
  const alarms = moveAlarms(before, saying)
  await moveStoredAlarms(
    client,
    companyId,
    alarms.filter((alarm, index) => alarm !== before[index]),
  )
  await noteOtherWearers(db, companyId, before, alarms)
  const offices = [...new Set(saying.map(officeOfWearer))].map((officeId) => ({ companyId, officeId }))
  const followedNow = followedOf(saying, alarms)
  if (followedNow.length === 0) return
  const settings = await readSettings(client, context.log, offices, wanted)
  const windowOf = (reading: AttachedReading) => (settings.get(officeOfWearer(reading))?.cancelSeconds.value ?? 0) * 1_000
  const newestOf = (readings: readonly AttachedReading[]) => readings.reduce((one, other) => (other.at > one.at ? other : one))
  const followed = followedNow.map((own) => ({ ...own, newest: newestOf(own.readings), windowMs: windowOf(newestOf(own.readings)) }))
  const spans = spansOf(followed, now.getTime() - knownMs)
  const stored = await loadAlarmReadings(client, companyId, [...spans.values()])
  const closings = await loadAlarmClosings(client, companyId, alarms)
  const changes: OwnChange[] = []
  for (const { name, readings, alarms: own, newest, windowMs } of followed) {
    const found = followAlarms(own, stored.get(name) ?? [], {
      windowMs,
      closings: own.flatMap(({ alertId }) => (alertId === null ? [] : (closings.get(alertId) ?? []))),
      from: spans.get(newest.deviceId)?.from ?? -Infinity,
      heldUntil: now.getTime() + heldMs,
    })
    const { gatewayId } = readings.findLast((reading) => isCalling(reading) && reading.gatewayId !== null) ?? newest
    for (const change of found) changes.push({ ...ownerOf(newest), officeId: officeOfWearer(newest), gatewayId, change })
  }
  if (changes.length === 0) return
  await recordCancelled(db, companyId, await storeAlarms(client, companyId, changes))
  await noteCancelled(db, companyId, changes.flatMap(laterCancellation))
  await retimeCalls(db, companyId, changes.flatMap(earlierBeginning))
  // The states of these wearers are locked; another's would be locked after the alarms' rows, against the order of the job.
  const userIds = saying.flatMap(({ wear }) => wear?.userId ?? [])
  await openDueAlarmsOf(db, companyId, { deviceIds, userIds }, now)
}

/** That a device takes back an alarm of which people are notified. */
const laterCancellation = ({ change }: OwnChange) => {
  const { stored, alarm } = change
  if (stored === undefined || alarm === null || stored.state !== 'opened' || stored.alertId === null) return []
  return stored.cancelledAt === null && alarm.cancelledAt !== null ? [{ alertId: stored.alertId, at: new Date(alarm.cancelledAt) }] : []
}

/** That an alarm of which people are notified began earlier, as a late reading shows. */
const earlierBeginning = ({ userId, deviceId, change: { stored, alarm } }: OwnChange) =>
  stored?.state === 'opened' && alarm !== null && alarm.since < stored.since
    ? [{ userId, deviceId, from: stored.since, to: alarm.since }]
    : []
