import { alertKindNames, type DeviceAlarmKind } from '@mimamori/contract/alert'
import { emergencyInWords } from '@mimamori/contract/emergency-words'
import { pendingLevelName, statusNames, type Grade } from '@mimamori/contract/labels'
import { byUrgency } from '../marks/grade.ts'
import { onScreen, type Scale } from './board.ts'
import { clusterOf, mergeCovered } from './cluster.ts'
import type { Coordinate, Spot } from './map-geometry.ts'
import type { Sign } from './draw-sign.ts'
import { clusterSprite, clusterWidth, gradeInWords, sizes, workerSprite } from './mark-drawings.ts'
import type { Mark } from './mark.ts'

export type CanvasWorker = {
  /** What their device judged itself, in an emergency of that. */
  readonly alarm?: DeviceAlarmKind | null
  readonly userId: number
  readonly name: string
  readonly grade: Grade
  /** A report (申告) of their own is open: they need somebody, whatever their level. */
  readonly isReported: boolean
  /** Nothing arrives any more: the mark is hollow. */
  readonly isSilent: boolean
  readonly hasNoHeartRate: boolean
  readonly heartRate: number | null
  readonly spot: Spot
  /** 「位置 3分前・±20 m」 */
  readonly note: string
  readonly baseName: string | null
  readonly groupName: string | null
}

export type WorkerPlace = { readonly worker: CanvasWorker; readonly at: Coordinate }
/** People close together, the worst first. */
export type Group = readonly WorkerPlace[]

const ranks = { emergency: 6, 3: 5, 2: 4, 1: 3, 0: 2, none: 1 } as const

/** A report comes after emergencies. */
const reportRank = 5.5

/** Closer than this, in CSS pixels, marks would cover each other. */
const reach = 30

/** The worst first: emergencies, reports, then by level, then by heart rate; who is first does not change from one update to the next. */
const worstFirst = (one: CanvasWorker, other: CanvasWorker): number =>
  Number(other.grade === 'emergency') - Number(one.grade === 'emergency') ||
  Number(other.isReported) - Number(one.isReported) ||
  byUrgency(one.grade, other.grade) ||
  (other.heartRate ?? -1) - (one.heartRate ?? -1) ||
  one.userId - other.userId

/** Everybody who has a place on the map, the worst first. */
export const workerPlaces = (workers: readonly CanvasWorker[], toCoordinate: (spot: Spot) => Coordinate | null): readonly WorkerPlace[] =>
  workers.toSorted(worstFirst).flatMap((worker) => {
    const at = toCoordinate(worker.spot)
    return at === null ? [] : [{ worker, at }]
  })

/** How large the mark of a group is. */
const sizeOfMark = (grade: Grade, count: number, urgent: number) => {
  const isUrgent = grade === 'emergency'
  if (count > 1) return { width: clusterWidth(count, urgent), height: sizes.cluster + (isUrgent ? 10 : 0) }
  const side = isUrgent ? sizes.ring : sizes.level
  return { width: side, height: side }
}

/** How many of a group are in an emergency. */
const urgentOf = (group: readonly WorkerPlace[]) => group.filter(({ worker }) => worker.grade === 'emergency').length

/** Who forms a group at a scale: people near each other, or so close that one mark would cover the other. */
export const groupsAt = (people: readonly WorkerPlace[], scale: Scale): readonly Group[] => {
  const located = people.map((one) => ({ one, ...onScreen(one.at, scale) }))
  const boxOf = (group: Readonly<typeof located>) => {
    const { one, x, y } = group[0] ?? { x: 0, y: 0 }
    const urgent = urgentOf(group.map((each) => each.one))
    const { width, height } = sizeOfMark(one?.worker.grade ?? 'none', group.length, urgent)
    return { x, y, width, height }
  }
  return mergeCovered(clusterOf(located, reach), boxOf).map((group) =>
    group.map(({ one }) => one).toSorted((a, b) => worstFirst(a.worker, b.worker)),
  )
}

/** Without a level there is nothing to show but that nothing arrives, or no heart rate; a level is shown whatever else is. */
const signOf = ({ grade, isReported, isSilent, hasNoHeartRate }: CanvasWorker): Sign => {
  const isCalm = grade === 0 || grade === 'none'
  if (isCalm && isReported) return { shape: 'report' }
  if (isCalm && isSilent) return { shape: 'silent' }
  if (isCalm && hasNoHeartRate) return { shape: 'noHeartRate' }
  return { shape: grade, isHollow: isSilent }
}

const stateInWords = ({ isReported, isSilent, hasNoHeartRate }: CanvasWorker) =>
  (isReported ? `　${alertKindNames.report}` : '') + (isSilent ? `　${statusNames['0']}` : hasNoHeartRate ? `　${statusNames['1']}` : '')

/**
 * The word of a worker's mark. A first heart rate above a limit has no level until the device's interval is known; that is no
 * lack of a record.
 */
export const wordOf = ({ grade, heartRate, isSilent, hasNoHeartRate }: CanvasWorker): string =>
  grade === 'none' && heartRate !== null && !isSilent && !hasNoHeartRate ? pendingLevelName : gradeInWords(grade, isSilent)

type Show = { readonly labels: boolean; readonly selected: number | null; readonly isOpened: boolean }

type Beside = { readonly others: number; readonly urgent: number; readonly labels: boolean }

const plateOf = (
  { grade, alarm = null, isReported, name, isSilent, hasNoHeartRate }: CanvasWorker,
  { others, urgent, labels }: Beside,
): Mark['plate'] => {
  const missing = isSilent ? 'silent' : hasNoHeartRate ? 'noHeartRate' : null
  const more = urgent > 1 ? ` ほか${urgent - 1}人` : ''
  if (grade === 'emergency') return { text: `${name} ${emergencyInWords(alarm)}${more}`, font: 'urgent', isFilled: true, missing }
  if (isReported) return { text: `${name} ${alertKindNames.report}`, font: 'name', isFilled: false, missing }
  // Where the mark says it already, the plate does not.
  return labels && others === 0
    ? { text: name, font: 'name', isFilled: false, missing: grade === 0 || grade === 'none' ? null : missing }
    : null
}

/** The mark of a group, or of one person alone. */
export const markOf = (group: Group, { labels, selected, isOpened }: Show): Mark => {
  const [first] = group
  if (first === undefined) throw new Error('nobody stands there')
  const { worker, at } = first
  const isSelected = isOpened || group.some(({ worker: { userId } }) => userId === selected)
  const name = `${worker.name}　${wordOf(worker)}${stateInWords(worker)}`
  const urgent = urgentOf(group)
  const plate = plateOf(worker, { others: group.length - 1, urgent, labels })
  const common = {
    at,
    rank: worker.isReported ? Math.max(ranks[worker.grade], reportRank) : ranks[worker.grade],
    givesWay: true,
    plate,
    isSelected,
  }
  const size = sizeOfMark(worker.grade, group.length, urgent)
  if (group.length === 1)
    return {
      ...common,
      ...size,
      key: `worker/${worker.userId}`,
      name,
      draw: (sprites) => workerSprite(sprites, signOf(worker), isSelected),
    }
  return {
    ...common,
    ...size,
    // No matter who comes or goes or is the worst, it stays the same button.
    key: `together/${Math.min(...group.map((one) => one.worker.userId))}`,
    name: `${group.length}人${urgent > 0 ? `（緊急${urgent}人）` : ''}　${name}`,
    draw: (sprites) => clusterSprite(sprites, signOf(worker), { count: group.length, urgent, isSelected, isCovered: false }),
    drawCovered: (sprites) => clusterSprite(sprites, signOf(worker), { count: group.length, urgent, isSelected, isCovered: true }),
  }
}
