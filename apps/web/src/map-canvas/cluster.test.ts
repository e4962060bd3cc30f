import { expect, test } from 'vitest'
import { overlap } from './box-grid.ts'
import { onScreen } from './board.ts'
import { clusterOf } from './cluster.ts'
import { groupsAt, markOf, workerPlaces, type CanvasWorker } from './worker-marks.ts'

const worker = (userId: number, x: number, more: Partial<CanvasWorker> = {}): CanvasWorker => ({
  userId,
  name: `作業者${userId}`,
  grade: 0,
  isSilent: false,
  isReported: false,
  hasNoHeartRate: false,
  heartRate: 90,
  spot: { kind: 'percent', x, y: 0 },
  note: '',
  baseName: null,
  groupName: null,
  ...more,
})

const groups = (workers: readonly CanvasWorker[], resolution = 1) =>
  groupsAt(
    workerPlaces(workers, (spot) => (spot.kind === 'percent' ? [spot.x, spot.y] : null)),
    { resolution, rotation: 0 },
  ).map((group) => group.map((one) => one.worker.userId))

test('people close together are one group, the worst first: by level, then by heart rate', () => {
  const workers = [
    worker(1, 0, { grade: 1, heartRate: 150 }),
    worker(2, 5, { grade: 2, heartRate: 100 }),
    worker(3, 8, { grade: 2, heartRate: 130 }),
    worker(4, 9, { grade: 'none', heartRate: null }),
    worker(5, 400),
  ]
  expect(groups(workers)).toEqual([[3, 2, 1, 4], [5]])
})

test('a group is drawn at the place of its worst member', () => {
  const [group] = groupsAt(
    workerPlaces([worker(1, 0), worker(2, 20, { grade: 'emergency' })], (spot) => (spot.kind === 'percent' ? [spot.x, 0] : null)),
    { resolution: 1, rotation: 0 },
  )
  expect(group?.[0]?.at).toEqual([20, 0])
})

test('a person whom the wide mark of a group would cover belongs to it; a person beside it does not', () => {
  const near = [worker(1, 100, { grade: 2 }), worker(2, 101)]
  expect(groups([...near, worker(3, 140)])).toEqual([[1, 2, 3]])
  expect(groups([...near, worker(3, 150)])).toEqual([[1, 2], [3]])
})

test('no mark of the people in a crowd covers another one', () => {
  const crowd = Array.from({ length: 80 }, (_, at) =>
    worker(at, (at * 7_919) % 600, { spot: { kind: 'percent', x: (at * 7_919) % 600, y: (at * 104_729) % 400 } }),
  )
  const people = workerPlaces(crowd, (spot) => (spot.kind === 'percent' ? [spot.x, spot.y] : null))
  const marks = groupsAt(people, { resolution: 1, rotation: 0 }).map((group) =>
    markOf(group, { labels: false, selected: null, isOpened: false }),
  )
  expect(marks.length).toBeGreaterThan(8)
  for (const [
    at,
    {
      at: [x, y],
      width,
      height,
    },
  ] of marks.entries())
    for (const other of marks.slice(at + 1))
      expect(overlap({ x, y, width, height }, { ...other, x: other.at[0], y: other.at[1] })).toBe(false)
})

test('coming nearer parts them; those on the very same place stay together', () => {
  const workers = [worker(1, 0), worker(2, 20), worker(3, 20)]
  expect(groups(workers, 1)).toHaveLength(1)
  expect(groups(workers, 0.1)).toEqual([[1], [2, 3]])
})

test('the order of the input changes nothing', () => {
  const workers = Array.from({ length: 60 }, (_, at) => worker(at, (at * 37) % 500, { grade: ([0, 1, 2, 3] as const)[at % 4]! }))
  expect(groups(workers.toReversed())).toEqual(groups(workers))
})

test('two groups are at least as far from each other as marks are wide', () => {
  const points = Array.from({ length: 500 }, (_, at) => ({ x: (at * 7_919) % 1_000, y: (at * 104_729) % 700 }))
  const firsts = clusterOf(points, 30).map(([first]) => first!)
  for (const [at, one] of firsts.entries())
    for (const other of firsts.slice(at + 1)) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(30)
  expect(clusterOf(points, 30).flat()).toHaveLength(500)
})

test('a map that is turned clockwise has the north to its right', () => {
  const { x, y } = onScreen([0, 10], { resolution: 2, rotation: Math.PI / 2 })
  expect(x).toBeCloseTo(5)
  expect(y).toBeCloseTo(0)
})

test('a mark of people close together says how many of them are in an emergency, and the name how many others are', () => {
  const people = [worker(1, 0, { grade: 'emergency' }), worker(2, 5, { grade: 'emergency' }), worker(3, 8)]
  const group = workerPlaces(people, (spot) => (spot.kind === 'percent' ? [spot.x, spot.y] : null))
  const mark = markOf(group, { labels: true, selected: null, isOpened: false })
  expect(mark.name).toMatch(/^3人（緊急2人）　作業者1　緊急/)
  expect(mark.plate?.text).toBe('作業者1 緊急 ほか1人')
  const alone = markOf(group.slice(1), { labels: true, selected: null, isOpened: false })
  expect(alone.name).toMatch(/^2人（緊急1人）/)
  expect(alone.plate?.text).toBe('作業者2 緊急')
})

test('somebody whose first heart rate waits for its judgement is not said to be without a record', () => {
  const nameOf = (more: Parameters<typeof worker>[2]) => {
    const group = workerPlaces([worker(1, 0, { grade: 'none', ...more })], () => [0, 0])
    return markOf(group, { labels: true, selected: null, isOpened: false }).name
  }
  expect(nameOf({ heartRate: 150 })).toBe('作業者1　判定待ち')
  expect(nameOf({ heartRate: null })).toBe('作業者1　記録なし')
  expect(nameOf({ heartRate: 150, isSilent: true })).toContain('記録なし')
})
