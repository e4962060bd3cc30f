import type { MapWorker, PlacedWorker } from '@mimamori/contract/map-worker'
import { expect, test } from 'vitest'
import { patchPlaces } from './live-places.ts'
import { workerOf } from '@mimamori/contract/test-map'
import { mapOf, placedOf } from './test-map.ts'

const patch = (workers: readonly MapWorker[], changes: readonly PlacedWorker[], groupId?: number) => {
  const map = mapOf({ listWorkers: [...workers] })
  const { data, refetch } = patchPlaces({ mapId: 7, groupId })(map, changes)
  expect(refetch).toBe(false)
  return { absent: data.listAbsent, workers: data.listWorkers, isSame: data === map, ids: data.listWorkers.map(({ userId }) => userId) }
}

test('somebody who moved keeps their line with the new place, and nobody else changes', () => {
  const others = [workerOf(1), workerOf(3)] as const
  const { workers, ids } = patch([others[0], workerOf(2), others[1]], [placedOf(2, [7], { gwExtensionId: 'GW-02' })])
  expect(ids).toEqual([1, 2, 3])
  expect(workers[1]?.gwExtensionId).toBe('GW-02')
  expect([workers[0], workers[2]]).toEqual([others[0], others[1]])
  expect(workers[0]).toBe(others[0])
})

test('somebody who comes from another map is added, and somebody who goes to one is removed', () => {
  expect(patch([workerOf(1)], [placedOf(9, [7])]).ids).toEqual([1, 9])
  expect(patch([workerOf(1), workerOf(2)], [placedOf(1, [8])]).ids).toEqual([2])
  expect(patch([workerOf(1)], [placedOf(1, [])]).ids).toEqual([])
})

test('people of other sites and groups are none of this map’s, and leave the very same map', () => {
  const strangers = [placedOf(8, [7], { officeId: 2 }), placedOf(6, [7], { groupId: 5 })]
  expect(patch([workerOf(1)], strangers, 1)).toMatchObject({ ids: [1], isSame: true })
})

test('a worker who changed to a group that is not shown leaves', () => {
  expect(patch([workerOf(1), workerOf(2)], [placedOf(1, [7], { groupId: 2 })], 1).ids).toEqual([2])
})

test('what is older than what is shown does nothing, by the reading or by the position', () => {
  const shown = workerOf(1, { positionAt: '2026-07-21T13:41:00+09:00' })
  const late = placedOf(1, [8], { time: '2026-07-21T13:40:00+09:00' })
  expect(patch([shown], [late]).ids).toEqual([1])
  const old = placedOf(1, [7], { heartRate: 60, positionAt: '2026-07-21T13:30:00+09:00' })
  expect(patch([shown], [old]).workers[0]?.heartRate).toBe(90)
  // A belt's position comes without a reading of the heart.
  const walked = placedOf(1, [7], { latitude: 35.6, longitude: 139.7, positionAt: '2026-07-21T13:42:30+09:00' })
  expect(patch([shown], [walked]).workers[0]?.latitude).toBe(35.6)
})

test('somebody who leaves the map, or works elsewhere, is listed as not on it; somebody who comes onto it no longer is', () => {
  const left = patch([workerOf(1), workerOf(2)], [placedOf(1, [8], { alertLevel: 3 }), placedOf(9, [], { status: '' })])
  expect(left.ids).toEqual([2])
  expect(left.absent).toMatchObject([
    { userId: 1, mapIds: [8], alertLevel: 3 },
    { userId: 9, mapIds: [] },
  ])
  const map = mapOf({ listWorkers: [], listAbsent: left.absent })
  const { data } = patchPlaces({ mapId: 7, groupId: undefined })(map, [placedOf(1, [7])])
  expect(data.listAbsent.map(({ userId }) => userId)).toEqual([9])
  expect(data.listWorkers.map(({ userId }) => userId)).toEqual([1])
  // Who is silent, calm and on no map may have gone home.
  expect(patch([], [placedOf(5, [], { status: '0', alertLevel: null })]).absent).toEqual([])
})
