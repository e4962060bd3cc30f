import { expect, test } from 'vitest'
import { markOf, workerPlaces, type CanvasWorker } from './worker-marks.ts'

const worker = (userId: number, over: Partial<CanvasWorker> = {}): CanvasWorker => ({
  userId,
  name: `作業者${userId}`,
  grade: 0,
  isReported: false,
  isSilent: false,
  hasNoHeartRate: false,
  heartRate: 80,
  spot: { kind: 'percent', x: 10, y: 10 },
  note: '',
  baseName: null,
  groupName: null,
  ...over,
})
const rest = { labels: false, selected: null, isOpened: false }
const markFor = (one: CanvasWorker) => markOf([{ worker: one, at: [0, 0] }], rest)

test('somebody with an open report is named on the map, after emergencies and before every level', () => {
  const reported = worker(1, { isReported: true })
  const mark = markFor(reported)
  expect(mark).toMatchObject({ name: '作業者1　安全　申告', plate: { text: '作業者1 申告', isFilled: false } })
  expect(mark.rank).toBeGreaterThan(markFor(worker(2, { grade: 3 })).rank)
  expect(mark.rank).toBeLessThan(markFor(worker(3, { grade: 'emergency' })).rank)
  const places = workerPlaces([worker(2, { grade: 3 }), reported, worker(3, { grade: 'emergency' })], () => [0, 0])
  expect(places.map((place) => place.worker.userId)).toEqual([3, 1, 2])
})

test('without a report nothing of it is on the map', () => {
  expect(markFor(worker(1))).toMatchObject({ name: '作業者1　安全', plate: null })
})
