import type { Grade } from '@mimamori/contract/labels'
import { byUrgency } from '../marks/grade.ts'
import { onScreen, type Scale } from './board.ts'
import { clusterOf } from './cluster.ts'
import type { Coordinate, Spot } from './map-geometry.ts'
import { clusterSprite, clusterWidth, gradeInWords, sizes, workerSprite } from './mark-drawings.ts'
import type { Mark } from './mark.ts'

export type CanvasWorker = {
  readonly userId: number
  readonly name: string
  readonly grade: Grade
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

export type Standing = { readonly worker: CanvasWorker; readonly at: Coordinate }
/** Who stands together, the worst first. */
export type Group = readonly Standing[]

const ranks = { emergency: 6, 3: 5, 2: 4, 1: 3, 0: 2, none: 1 } as const

/** Closer than this, in CSS pixels, marks would cover each other. */
const reach = 30

/** The worst first: by level, then by heart rate; who is first does not change from one update to the next. */
const worstFirst = (one: CanvasWorker, other: CanvasWorker): number =>
  byUrgency(one.grade, other.grade) || (other.heartRate ?? -1) - (one.heartRate ?? -1) || one.userId - other.userId

/** Everybody who has a place on the map, the worst first. */
export const standing = (workers: readonly CanvasWorker[], toCoordinate: (spot: Spot) => Coordinate | null): readonly Standing[] =>
  workers.toSorted(worstFirst).flatMap((worker) => {
    const at = toCoordinate(worker.spot)
    return at === null ? [] : [{ worker, at }]
  })

/** Who stands together at a scale. */
export const groupsAt = (people: readonly Standing[], scale: Scale): readonly Group[] =>
  clusterOf(
    people.map((one) => ({ one, ...onScreen(one.at, scale) })),
    reach,
  ).map((group) => group.map(({ one }) => one))

type Show = { readonly labels: boolean; readonly selected: number | null; readonly opened: ReadonlySet<number> | null }

const plateOf = ({ grade, name }: CanvasWorker, others: number, labels: boolean): Mark['plate'] => {
  if (grade === 'emergency') return { text: `${name} 緊急${others > 0 ? ` ほか${others}人` : ''}`, font: 'urgent', isFilled: true }
  return labels && others === 0 ? { text: name, font: 'name', isFilled: false } : null
}

/** The mark of people who stand together, or of one alone. */
export const markOf = (group: Group, { labels, selected, opened }: Show): Mark => {
  const [first] = group
  if (first === undefined) throw new Error('nobody stands there')
  const { worker, at } = first
  const isSelected = group.some(({ worker: { userId } }) => userId === selected || opened?.has(userId) === true)
  const isUrgent = worker.grade === 'emergency'
  const name = `${worker.name}　${gradeInWords(worker.grade, worker.isSilent)}`
  const common = { at, rank: ranks[worker.grade], givesWay: true, plate: plateOf(worker, group.length - 1, labels), isSelected }
  if (group.length === 1) {
    const side = isUrgent ? sizes.ring : sizes.level
    return {
      ...common,
      key: `worker/${worker.userId}`,
      width: side,
      height: side,
      name,
      draw: (sprites) => workerSprite(sprites, worker.grade, worker.isSilent, isSelected),
    }
  }
  return {
    ...common,
    key: `together/${worker.userId}`,
    width: clusterWidth(group.length),
    height: sizes.cluster + (isUrgent ? 10 : 0),
    name: `${group.length}人　${name}`,
    draw: (sprites) => clusterSprite(sprites, worker.grade, worker.isSilent, group.length, isSelected),
  }
}
