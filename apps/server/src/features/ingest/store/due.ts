import { beginOf, hourMs, slotMs, surelyFillingMs, type WatcherSlot, type WorkerHour } from '../../../shared/monitoring/summaries/due.ts'
import type { LeftPlace, Rejudgement, StoredWorker } from '../model.ts'
import { type AttachedReading, concernsWorker } from '../reading.ts'

/**
 * The hours of workers that new readings make due: those that begin with them, and those that are over already. An hour
 * that runs, or is being filled by a backlog, was marked by the reading that began it, with which the worker's newest time
 * came into it, and is not taken by the job meanwhile.
 *
 * A late reading after a pause makes the hour of the newest one count as being filled again, though the job may have taken
 * it: that hour becomes due too.
 * @param now epoch ms, read while the states of the workers are locked
 */
export const dueHours = (readings: readonly AttachedReading[], workers: ReadonlyMap<number, StoredWorker>, now: number): WorkerHour[] => {
  const due = new Map<string, WorkerHour>()
  const mark = (userId: number, hour: number) => due.set(`${userId}/${hour}`, { userId, hour })
  for (const reading of readings) {
    const { kind, wear, at } = reading
    if (wear === null || !concernsWorker(reading)) continue
    const { lastAt, heardAt } = workers.get(wear.userId) ?? { lastAt: null, heardAt: null }
    const lastHour = lastAt === null ? null : beginOf(lastAt, hourMs)
    const isLately = heardAt !== null && now - heardAt < surelyFillingMs
    if (lastHour !== null && lastHour + hourMs <= now && !isLately) mark(wear.userId, lastHour)
    const hour = beginOf(at, hourMs)
    const isUnderWay = hour + hourMs > now || isLately
    if (kind === 'vital' && !(lastHour === hour && isUnderWay)) mark(wear.userId, hour)
  }
  return [...due.values()]
}

/**
 * The ten minutes of watchers that new readings fall into, and those that have lost readings. Watchers are few, so each of
 * their readings marks its own.
 */
export const dueSlots = (readings: readonly AttachedReading[], left: readonly LeftPlace[]): WatcherSlot[] => {
  const due = new Map<string, WatcherSlot>()
  const mark = (deviceId: number, serial: string, at: number) => {
    const slot = beginOf(at, slotMs)
    due.set(`${deviceId}/${slot}`, { deviceId, serial, slot })
  }
  for (const { kind, deviceId, device, at } of readings) if (kind === 'heat') mark(deviceId, device, at)
  for (const { device, at } of left) if (device.kind === 'heat') mark(device.device_id, device.serial, at)
  return [...due.values()]
}

/** The hours of workers that have lost readings, which are stored at another time by now. */
export const leftHours = (left: readonly LeftPlace[]): WorkerHour[] =>
  left.flatMap(({ userId, device, at }) => (userId === null || device.kind !== 'vital' ? [] : [{ userId, hour: beginOf(at, hourMs) }]))

/** The hours of workers in which stored readings have other levels now. */
export const rejudgedHours = (rejudged: ReadonlyMap<number, Rejudgement>): WorkerHour[] =>
  [...rejudged].flatMap(([userId, { changed }]) =>
    [...new Set(changed.map(({ reading }) => beginOf(reading.at, hourMs)))].map((hour) => ({ userId, hour })),
  )
