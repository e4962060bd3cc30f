import { type AttachedReading, officeOfWearer } from '../reading.ts'
import type { OwnAlarm } from './load-alarms.ts'

/** Stored alarms, index-aligned with those given, with the times and the wearer of their readings; the same object where none moved. */
export const moveAlarms = (alarms: readonly OwnAlarm[], readings: readonly AttachedReading[]): OwnAlarm[] => {
  const keyOf = (deviceId: number, word: string, at: number) => `${deviceId}/${word}/${at}`
  // Each time is looked up as it was stored: with a shift by the interval, where one reading goes to is where the next comes from.
  const moved = new Map(
    readings.flatMap((reading) =>
      reading.movedFrom === null || reading.alarm === null
        ? []
        : [[keyOf(reading.deviceId, reading.alarm, reading.movedFrom), reading] as const],
    ),
  )
  if (moved.size === 0) return [...alarms]
  return alarms.map((alarm) => {
    const first = moved.get(keyOf(alarm.deviceId, alarm.kind, alarm.since))
    const last = moved.get(keyOf(alarm.deviceId, alarm.kind, alarm.last))
    const cancelling = alarm.cancelledAt === null ? undefined : moved.get(keyOf(alarm.deviceId, 'none', alarm.cancelledAt))
    if (first === undefined && last === undefined && cancelling === undefined) return alarm
    return {
      ...alarm,
      since: first?.at ?? alarm.since,
      last: last?.at ?? alarm.last,
      cancelledAt: cancelling?.at ?? alarm.cancelledAt,
      ...(first !== undefined && { userId: first.wear?.userId ?? null, officeId: officeOfWearer(first) }),
    }
  })
}
