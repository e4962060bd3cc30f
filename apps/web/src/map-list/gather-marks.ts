import type { Grade } from '@mimamori/contract/labels'
import type { MapMark } from '@mimamori/contract/map-mark'
import { clusterWords, restWidth } from '../map-canvas/cluster-words.ts'
import { clusterOf, mergeCovered } from '../map-canvas/cluster.ts'
import type { Box } from '../map-canvas/mark.ts'
import { byUrgency, gradeOf } from '../marks/grade.ts'

/** People of a small picture too near each other for a mark each: the worst of them, and how many. */
export type Gathering = {
  readonly x: number
  readonly y: number
  readonly grade: Grade
  /** Nobody of the worst grade is heard any more. */
  readonly isHollow: boolean
  readonly count: number
  /** How many of them are in an emergency. */
  readonly urgent: number
  /** One of them has an open report (申告). */
  readonly hasReport: boolean
}

type Member = { readonly x: number; readonly y: number; readonly grade: Grade; readonly isSilent: boolean; readonly isReported: boolean }
type Size = { readonly width: number; readonly height: number }

/** The frame's width over its height, in small-picture.module.css; a picture is fitted into it. */
export const frameAspect = 1.6
/** The narrowest frame of a card, in CSS pixels: what has room there has room in every other one. */
const frame: Size = { width: 248, height: 248 / frameAspect }
/** A mark in its box. */
const side = 30
const figureWidth = 9
/** Closer than this, marks would cover each other. */
const reach = 28

/** Emergencies, then reports, then by level: as on the map itself. */
const byNeed = (one: Member, other: Member): number => {
  const urgentFirst = Number(other.grade === 'emergency') - Number(one.grade === 'emergency')
  return urgentFirst || Number(other.isReported) - Number(one.isReported) || byUrgency(one.grade, other.grade)
}

const urgentOf = (members: readonly Member[]) => members.filter(({ grade }) => grade === 'emergency').length

const reportWidth = 20

const widthOf = (count: number, urgent: number, hasReport: boolean): number => {
  const beside = hasReport ? reportWidth : 0
  if (count === 1) return side + beside
  const { figure, rest } = clusterWords(count, urgent)
  return side + beside + 10 + figure.length * figureWidth + restWidth(rest)
}

const within = (place: number, least: number, most: number) => Math.min(Math.max(least, most), Math.max(Math.min(least, most), place))

/** The sheet of a picture, fitted into the frame. */
const sheetOf = (aspect: number): Size =>
  aspect >= frameAspect ? { width: frame.width, height: frame.width / aspect } : { width: frame.height * aspect, height: frame.height }

/**
 * Where a mark of that width is drawn: at the place of the first of them, moved inward so far that the frame cuts nothing of
 * it off.
 */
const boxOf = (members: readonly Member[], sheet: Size): Box => {
  const { x = 0, y = 0 } = members[0] ?? {}
  const width = widthOf(
    members.length,
    urgentOf(members),
    members.some(({ isReported }) => isReported),
  )
  const [beside, above] = [(frame.width - sheet.width) / 2, (frame.height - sheet.height) / 2]
  return {
    x: within(x, width / 2 - beside, sheet.width + beside - width / 2),
    y: within(y, side / 2 - above, sheet.height + above - side / 2),
    width,
    height: side,
  }
}

const percentOf = (part: number, whole: number) => Math.round((1_000 * part) / whole) / 10

/**
 * Gathers the marks of a picture, worst first: each draws those around it to itself, so that the worst is drawn where they
 * are, and so does each whose words would run into another's. Somebody beyond the picture is drawn at its edge, so that nobody in
 * danger is out of sight.
 * @param aspect the picture's width over its height
 */
export const gatherMarks = (marks: readonly MapMark[], aspect: number): Gathering[] => {
  const sheet = sheetOf(aspect)
  const members = marks
    .flatMap((mark): Member[] => {
      const grade = gradeOf(mark) ?? (mark.isReported ? 'none' : undefined)
      if (grade === undefined) return []
      const [x, y] = [within(mark.x, 0, 100) * (sheet.width / 100), within(mark.y, 0, 100) * (sheet.height / 100)]
      return [{ x, y, grade, isSilent: mark.isSilent, isReported: mark.isReported }]
    })
    .toSorted(byNeed)
  const groups = mergeCovered(clusterOf(members, reach), (group) => boxOf(group, sheet))
  const gatherings = groups.flatMap((group): Gathering[] => {
    const [worst] = group
    if (worst === undefined) return []
    const { x, y } = boxOf(group, sheet)
    return [
      {
        x: percentOf(x, sheet.width),
        y: percentOf(y, sheet.height),
        grade: worst.grade,
        isHollow: group.every(({ grade, isSilent }) => grade !== worst.grade || isSilent),
        count: group.length,
        urgent: urgentOf(group),
        hasReport: group.some(({ isReported }) => isReported),
      },
    ]
  })
  // What is drawn last lies on top.
  return gatherings.toReversed()
}
