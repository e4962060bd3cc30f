import { expect, test } from 'vitest'
import { gatherMarks } from './gather-marks.ts'
import { markOf } from './test-maps.ts'

test('people at one place are one mark of the worst of them; far ones have their own, the worst on top', () => {
  const marks = [markOf(1, { alertLevel: 1 }), markOf(2, { alertLevel: 3 }), markOf(3, { alertLevel: 3, emergency: '1', x: 10, y: 20 })]
  expect(gatherMarks(marks, 1.6)).toEqual([
    { x: 50, y: 50, grade: 3, isHollow: false, count: 2, urgent: 0, hasReport: false },
    { x: 10, y: 20, grade: 'emergency', isHollow: false, count: 1, urgent: 1, hasReport: false },
  ])
})

test('a mark counts its emergencies apart from its people', () => {
  const marks = [markOf(1, { emergency: '1' }), markOf(2), markOf(3, { emergency: '1' }), markOf(4, { alertLevel: 1 })]
  expect(gatherMarks(marks, 1.6)).toMatchObject([{ grade: 'emergency', count: 4, urgent: 2 }])
})

test('nearness is of the picture as it is seen: a share of its height is little where it is wide', () => {
  const below = [markOf(1), markOf(2, { y: 70 })]
  expect(gatherMarks(below, 2)).toHaveLength(1)
  expect(gatherMarks(below, 1.6)).toHaveLength(2)
  // A high one is narrow in its frame.
  const beside = [markOf(1), markOf(2, { x: 68 })]
  expect(gatherMarks(beside, 1.6)).toHaveLength(2)
  expect(gatherMarks(beside, 1)).toHaveLength(1)
})

test('marks whose words would run into each other are one, so that no two numbers read as a third', () => {
  const crowd = (from: number, x: number) => Array.from({ length: 9 }, (_, index) => markOf(from + index, { x }))
  const marks = [...crowd(1, 40), ...crowd(20, 56)]
  expect(gatherMarks([markOf(1, { x: 40 }), markOf(20, { x: 56 })], 1.6)).toHaveLength(2)
  expect(gatherMarks(marks, 1.6)).toMatchObject([{ count: 18 }])
  expect(gatherMarks([...crowd(1, 30), ...crowd(20, 70)], 1.6)).toHaveLength(2)
})

test('a mark is hollow while nobody of the worst grade is heard', () => {
  const silent = markOf(1, { isSilent: true })
  expect(gatherMarks([silent, markOf(2, { alertLevel: 1 })], 1)).toMatchObject([{ grade: 2, isHollow: true, count: 2 }])
  expect(gatherMarks([silent, markOf(2)], 1)).toMatchObject([{ grade: 2, isHollow: false }])
})

test('people beyond the picture are drawn at its edge, with all of their words in the frame', () => {
  const [alone] = gatherMarks([markOf(1, { x: 240, y: -30 })], 1.6)
  expect(alone?.x).toBeGreaterThan(90)
  expect(alone?.y).toBeLessThan(10)
  const [crowd] = gatherMarks(
    Array.from({ length: 120 }, (_, index) => markOf(index, { x: 240, emergency: '1' })),
    1.6,
  )
  expect(crowd?.x).toBeLessThan(alone?.x ?? 0)
})

test('somebody who reported is marked whatever their level, before levels and after emergencies', () => {
  const reported = markOf(1, { alertLevel: 0, isReported: true })
  expect(gatherMarks([reported], 1.6)).toMatchObject([{ grade: 0, count: 1, hasReport: true }])
  expect(gatherMarks([markOf(2, { alertLevel: 3, x: 51 }), reported], 1.6)).toMatchObject([{ grade: 0, count: 2, hasReport: true }])
  expect(gatherMarks([markOf(3, { emergency: '1' }), reported], 1.6)).toMatchObject([{ grade: 'emergency', hasReport: true }])
  expect(gatherMarks([markOf(1, { alertLevel: null, isReported: true })], 1.6)).toMatchObject([{ grade: 'none', hasReport: true }])
})
