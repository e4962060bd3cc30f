import { beginOf, hourMs, slotMs, surelyFillingMs, type WatcherSlot, type WorkerHour } from '../../../shared/monitoring/summaries/due.ts'
import { gapSecondsOf, reachMinutes } from '../../../shared/monitoring/summaries/covered-minutes.ts'
import { gapOf } from '../gap-of.ts'
import type { LeftPlace, Rejudgement, StoredWorker } from '../model.ts'
import { type AssessedReading, type AttachedReading, concernsWorker } from '../reading.ts'

const hourAt = (at: number): number => beginOf(at, hourMs)

const hoursBetween = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, (hourAt(to) - hourAt(from)) / hourMs + 1) }, (_, index) => hourAt(from) + index * hourMs)

/** How far from a reading, in ms, minutes may change with it. */
const reachMs = (isSlow: boolean): number => (isSlow ? reachMinutes * 60_000 : gapSecondsOf(null) * 1_000)
const isSlow = (gapSeconds: number | null): boolean => gapSeconds === null || gapSeconds > gapSecondsOf(null)

/**
 * The hours beside their own whose minutes a worker's new readings may change: those before it up to a reading that no gap
 * parts from it, and after it too where the reading is late.
 * @param items readings of one worker's tags
 */
const hoursBeside = (items: readonly AssessedReading[], worker: StoredWorker | undefined, now: number): number[] => {
  const isSlowWorker = isSlow(gapSecondsOf(worker?.judge?.interval ?? null))
  let newest = worker?.lastAt ?? null
  return items
    .toSorted((one, other) => one.reading.at - other.reading.at)
    .flatMap((item) => {
      const { at } = item.reading
      const gapMs = (gapOf(item) ?? 0) * 1_000
      const before = newest
      newest = Math.max(before ?? at, at)
      if (before === null) return []
      const own = hourAt(at)
      if (at >= before) {
        if (at - before > gapMs) return []
        // An hour with readings was marked as they came, and is not taken from the job's list so soon.
        const isMarked = (hour: number) => hour <= hourAt(before) && hour + hourMs > now - surelyFillingMs
        return hoursBetween(at - gapMs, own - 1).filter((hour) => !isMarked(hour))
      }
      // One that is a day late has the interval that it says, whatever those beside it were judged by.
      const reach = reachMs(isSlowWorker || isSlow(gapOf(item)) || item.worker?.fresh !== true)
      return hoursBetween(at - reach, Math.min(at + reach, before)).filter((hour) => hour !== own && hour + hourMs <= now)
    })
}

/**
 * The hours of workers that new readings make due: those that begin with them, those that are over already, and those beside
 * them whose minutes they change. An hour that runs, or is being filled by a backlog, was marked by the reading that began
 * it, with which the worker's newest time came into it, and is not taken by the job meanwhile.
 *
 * A late reading after a pause makes the hour of the newest one count as being filled again, though the job may have taken
 * it: that hour becomes due too.
 * @param now epoch ms, read while the states of the workers are locked
 */
export const dueHours = (assessed: readonly AssessedReading[], workers: ReadonlyMap<number, StoredWorker>, now: number): WorkerHour[] => {
  const due = new Map<string, WorkerHour>()
  const mark = (userId: number, hour: number) => due.set(`${userId}/${hour}`, { userId, hour })
  for (const { reading } of assessed) {
    const { kind, wear, at } = reading
    if (wear === null || !concernsWorker(reading)) continue
    const { lastAt, heardAt } = workers.get(wear.userId) ?? { lastAt: null, heardAt: null }
    const lastHour = lastAt === null ? null : hourAt(lastAt)
    const isLately = heardAt !== null && now - heardAt < surelyFillingMs
    if (lastHour !== null && lastHour + hourMs <= now && !isLately) mark(wear.userId, lastHour)
    const hour = hourAt(at)
    const isUnderWay = hour + hourMs > now || isLately
    if (kind === 'vital' && !(lastHour === hour && isUnderWay)) mark(wear.userId, hour)
  }
  const ofWorkers = Map.groupBy(
    assessed.filter(({ reading }) => reading.kind === 'vital' && reading.wear !== null),
    ({ reading }) => reading.wear?.userId ?? 0,
  )
  for (const [userId, items] of ofWorkers) for (const hour of hoursBeside(items, workers.get(userId), now)) mark(userId, hour)
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

const hoursAround = (userId: number, times: readonly number[], reach: number, now: number): WorkerHour[] =>
  [...new Set(times.flatMap((at) => hoursBetween(at - reach, Math.min(at + reach, now))))].map((hour) => ({ userId, hour }))

/** The hours around readings that workers have lost, which are stored at another time by now. */
export const leftHours = (left: readonly LeftPlace[], now: number): WorkerHour[] =>
  left.flatMap(({ userId, device, at }) =>
    userId === null || device.kind !== 'vital' ? [] : hoursAround(userId, [at], reachMs(true), now),
  )

/** The hours of workers in which stored readings have other levels or intervals now, and those whose minutes that changes. */
export const rejudgedHours = (rejudged: ReadonlyMap<number, Rejudgement>, now: number): WorkerHour[] =>
  [...rejudged].flatMap(([userId, { changed, stored }]) =>
    hoursAround(
      userId,
      changed.map(({ reading }) => reading.at),
      reachMs(stored.some((item) => isSlow(gapOf(item)))),
      now,
    ),
  )
