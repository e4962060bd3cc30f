import type { MapWorker } from '@mimamori/contract/map-worker'
import { byUrgency, gradeOf } from '../marks/grade.ts'

// Below any value there is, yet finite: two missing ones must subtract to zero.
const nothing = -1_000

/** Whose report nobody has closed, before levels and after emergencies. */
const byReport = (a: MapWorker, b: MapWorker): number => {
  const isUrgent = a.emergency === '1' || b.emergency === '1'
  return isUrgent ? 0 : Number(b.reportedAt !== null) - Number(a.reportedAt !== null)
}

/** The worst first: emergency, report, level, excess, then the heart rate. What is equal stays as it came. */
export const worstFirst = (workers: readonly MapWorker[]): readonly MapWorker[] =>
  workers.toSorted(
    (a, b) =>
      byReport(a, b) ||
      byUrgency(gradeOf(a), gradeOf(b)) ||
      (b.alertLevel ?? -1) - (a.alertLevel ?? -1) ||
      (b.excess ?? nothing) - (a.excess ?? nothing) ||
      (b.heartRate ?? nothing) - (a.heartRate ?? nothing),
  )

/** Those whose last reading came through a gateway; all of them where none is chosen. */
export const attachedTo = (workers: readonly MapWorker[], gateway: string | undefined): readonly MapWorker[] =>
  gateway === undefined ? workers : workers.filter(({ gwExtensionId }) => gwExtensionId === gateway)

/** Whose way of the last two hours may be asked for on a map of the world: at a level or in an emergency, with a position of their own. */
export const hasTrail = (worker: MapWorker, mapType: number): boolean =>
  mapType !== 1 && worker.latitude !== null && worker.longitude !== null && (worker.emergency === '1' || (worker.alertLevel ?? 0) >= 1)

const minute = 60_000

/** 8分前 of a position; 今 within the minute, so that a map of a thousand people is redrawn once a minute at most. */
const agoInMinutes = (at: string, now: number): string => {
  const minutes = Math.floor(Math.max(0, now - Date.parse(at)) / minute)
  if (minutes < 1) return '1分以内'
  return minutes < 60 ? `${minutes}分前` : `${Math.floor(minutes / 60)}時間前`
}

/** How old a worker's own position is and how exact: 位置 3分前・±20 m. Empty for somebody located by their gateway. */
export const positionInWords = ({ positionAt, accuracy }: Pick<MapWorker, 'positionAt' | 'accuracy'>, now: number): string => {
  if (positionAt === null) return ''
  const exact = accuracy === null ? '' : `・±${Math.round(accuracy).toLocaleString('ja-JP')} m`
  return `位置 ${agoInMinutes(positionAt, now)}${exact}`
}
