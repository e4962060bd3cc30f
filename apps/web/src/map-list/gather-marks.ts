import type { MapMark } from '@mimamori/contract/map-mark'
import type { Grade } from '@mimamori/contract/labels'
import { byUrgency, gradeOf } from '../marks/grade.ts'

/** People of a small picture who stand too near each other for a mark each: the worst of them, and how many. */
export type Gathering = {
  readonly x: number
  readonly y: number
  readonly grade: Grade
  /** Nobody of the worst grade is heard any more. */
  readonly isHollow: boolean
  readonly count: number
}

// A mark and the number beside it, in percent of the frame's width.
const reach = { across: 16, down: 11 }
/** The frame's width over its height, in small-picture.module.css; a picture is fitted into it. */
export const frameAspect = 1.6
// Who is beyond the picture stands at its edge, so that nobody in danger is out of sight.
const edge = { least: 5, most: 95 }
const within = (percent: number) => Math.min(edge.most, Math.max(edge.least, percent))

/**
 * Gathers the marks of a picture, worst first: each draws those around it to itself, so that the worst stands where they are.
 * @param aspect the picture's width over its height
 */
export const gatherMarks = (marks: readonly MapMark[], aspect: number): Gathering[] => {
  const graded = marks
    .flatMap((mark) => {
      const grade = gradeOf(mark)
      return grade === undefined ? [] : [{ x: within(mark.x), y: within(mark.y), grade, isSilent: mark.isSilent }]
    })
    .toSorted((a, b) => byUrgency(a.grade, b.grade))
  // A drawing higher than the frame is narrower in it.
  const narrower = Math.max(1, frameAspect / aspect)
  const isNear = (one: { x: number; y: number }, x: number, y: number) =>
    Math.hypot((one.x - x) / (reach.across * narrower), (one.y - y) / (reach.down * narrower * aspect)) < 1
  const gatherings: { x: number; y: number; grade: Grade; isHollow: boolean; count: number }[] = []
  for (const { x, y, grade, isSilent } of graded) {
    const near = gatherings.find((one) => isNear(one, x, y))
    if (near === undefined) gatherings.push({ x, y, grade, isHollow: isSilent, count: 1 })
    else {
      near.count += 1
      if (near.grade === grade && !isSilent) near.isHollow = false
    }
  }
  // What is drawn last lies on top.
  return gatherings.toReversed()
}
