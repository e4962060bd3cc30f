import { beginOf, hourMs, slotMs, surelyFillingMs, type WatcherSlot, type WorkerHour } from '../monitoring/summaries/due.ts'
import type { StoredWorker } from './load-state.ts'
import type { AttachedReading } from './reading.ts'
import type { Rejudged } from './rejudged.ts'
import type { LeftPlace } from './take-back.ts'

/**
 * The hours of workers that new readings make due: those that begin with them, and those that are over already. An hour
 * that runs, or is being filled by a backlog, was marked by the reading that began it, with which the worker's newest time
 * came into it, and is not taken by the job meanwhile.
 * @param now epoch ms, read while the states of the workers are locked
 */
export const dueHours = (readings: readonly AttachedReading[], workers: ReadonlyMap<number, StoredWorker>, now: number): WorkerHour[] => {
  const due = new Map<string, WorkerHour>()
  for (const { kind, wear, at } of readings) {
    if (kind !== 'vital' || wear === null) continue
    const hour = beginOf(at, hourMs)
    const { lastAt, heardAt } = workers.get(wear.userId) ?? { lastAt: null, heardAt: null }
    const goesOn = hour + hourMs > now || (heardAt !== null && now - heardAt < surelyFillingMs)
    const isMarked = lastAt !== null && beginOf(lastAt, hourMs) === hour && goesOn
    if (!isMarked) due.set(`${wear.userId}/${hour}`, { userId: wear.userId, hour })
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

/** The hours of workers that have lost readings, which stand elsewhere by now. */
export const leftHours = (left: readonly LeftPlace[]): WorkerHour[] =>
  left.flatMap(({ userId, device, at }) => (userId === null || device.kind !== 'vital' ? [] : [{ userId, hour: beginOf(at, hourMs) }]))

/** The hours of workers in which stored readings have other levels now. */
export const rejudgedHours = (again: ReadonlyMap<number, Rejudged>): WorkerHour[] =>
  [...again].flatMap(([userId, { changed }]) =>
    [...new Set(changed.map(({ reading }) => beginOf(reading.at, hourMs)))].map((hour) => ({ userId, hour })),
  )
