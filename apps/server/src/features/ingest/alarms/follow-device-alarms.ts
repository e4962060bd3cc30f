import type { SettingName } from '@mimamori/contract'
import { alarmGapMs, followAlarms } from '@mimamori/heat'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { readSettings } from '../../../shared/settings/settings.ts'
import { noteCancelled, openDueAlarmsOf, recordCancelled } from '../../alerts/episodes/device-alarms.ts'
import { type AttachedReading, isCalling, officeOfWearer } from '../reading.ts'
import type { BatchTransaction } from '../transaction.ts'
import { type DeviceSpan, loadAlarmClosings, loadAlarmReadings, loadAlarms, nameOfOwner, type OwnAlarm } from './load-alarms.ts'
import { type OwnChange, retimeAlarms, storeAlarms } from './store-alarms.ts'

const wanted = { cancelSeconds: ['GENERAL_ALERT_SETTING', 'ALARM_CANCEL_SECONDS'] } as const satisfies Record<string, SettingName>

const hasAlarm = ({ alarm }: Pick<AttachedReading, 'alarm'>): boolean => alarm !== null && alarm !== 'none'

const ownerOf = ({ deviceId, wear }: AttachedReading) => ({ deviceId, userId: wear?.userId ?? null })

/** Alarms that a cancelling reading may still change. */
const isUnfinished = ({ cancelledAt, state }: OwnAlarm): boolean => cancelledAt === null || state === 'pending'

/** The time of whose readings the alarms of a device are computed: from its first one that may still change. */
const spanOf = (deviceId: number, readings: readonly AttachedReading[], alarms: readonly OwnAlarm[], windowMs: number): DeviceSpan => {
  const times = readings.map(({ at }) => at)
  const reach = Math.max(windowMs, ...readings.map(({ intervalMinutes }) => alarmGapMs(intervalMinutes)))
  const since = alarms.flatMap((alarm) => (isUnfinished(alarm) || alarm.last >= Math.min(...times) - reach ? [alarm.since] : []))
  return { deviceId, from: Math.min(...times.map((at) => at - reach), ...since), to: Math.max(...times) + reach }
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
  const moved = saying.flatMap(({ movedFrom, deviceId, at }) => (movedFrom === null ? [] : [{ deviceId, from: movedFrom, to: at }]))
  await retimeAlarms(client, companyId, moved)
  const byDevice = Map.groupBy(saying, ({ deviceId }) => deviceId)
  const alarms = await loadAlarms(client, companyId, [...byDevice.keys()])
  const followed = [...byDevice].filter(
    ([deviceId, readings]) => readings.some(hasAlarm) || alarms.some((alarm) => alarm.deviceId === deviceId && isUnfinished(alarm)),
  )
  if (followed.length === 0) return
  const offices = [...new Set(saying.map(officeOfWearer))].map((officeId) => ({ companyId, officeId }))
  const settings = await readSettings(client, context.log, offices, wanted)
  const windowOf = (reading: AttachedReading) => (settings.get(officeOfWearer(reading))?.cancelSeconds.value ?? 0) * 1_000
  const spans = followed.map(([deviceId, readings]) =>
    spanOf(
      deviceId,
      readings,
      alarms.filter((alarm) => alarm.deviceId === deviceId),
      Math.max(...readings.map(windowOf)),
    ),
  )
  const stored = await loadAlarmReadings(client, companyId, spans)
  const closings = await loadAlarmClosings(client, companyId, alarms)
  const changes: OwnChange[] = []
  for (const [name, readings] of Map.groupBy(
    followed.flatMap(([, own]) => own),
    (reading) => nameOfOwner(ownerOf(reading)),
  )) {
    const newest = readings.reduce((one, other) => (other.at > one.at ? other : one))
    const own = alarms.filter((alarm) => nameOfOwner(alarm) === name)
    const found = followAlarms(own, stored.get(name) ?? [], {
      windowMs: windowOf(newest),
      closings: own.flatMap(({ alertId }) => (alertId === null ? [] : (closings.get(alertId) ?? []))),
    })
    const { gatewayId } = readings.findLast((reading) => isCalling(reading) && reading.gatewayId !== null) ?? newest
    for (const change of found)
      changes.push({ ...ownerOf(newest), officeId: officeOfWearer(newest), gatewayId, receivedAt: newest.receivedAt, change })
  }
  if (changes.length === 0) return
  const db = onClient(client)
  await recordCancelled(db, companyId, await storeAlarms(client, companyId, changes))
  await noteCancelled(db, companyId, changes.flatMap(laterCancellation))
  // The states of these wearers are locked; another's would be locked after the alarms' rows, against the order of the job.
  const userIds = saying.flatMap(({ wear }) => wear?.userId ?? [])
  await openDueAlarmsOf(db, companyId, { deviceIds: [...byDevice.keys()], userIds }, context.clock())
}

/** That a device takes back an alarm of which people are notified. */
const laterCancellation = ({ change }: OwnChange) => {
  const { stored, alarm } = change
  if (stored === undefined || alarm === null || stored.state !== 'opened' || stored.alertId === null) return []
  return stored.cancelledAt === null && alarm.cancelledAt !== null ? [{ alertId: stored.alertId, at: new Date(alarm.cancelledAt) }] : []
}
