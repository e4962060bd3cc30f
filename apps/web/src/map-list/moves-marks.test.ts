import type { MapMark } from '@mimamori/contract/map-mark'
import type { PlacedWorker } from '@mimamori/contract/map-worker'
import type { ListedMap } from '@mimamori/contract/site-map'
import { workerOf } from '@mimamori/contract/test-map'
import { expect, test } from 'vitest'
import { movesMarks } from './moves-marks.ts'
import { mapOf, markOf } from './test-maps.ts'

const worker = (userId: number, over: Partial<PlacedWorker> = {}): PlacedWorker => ({
  ...workerOf(userId, { alertLevel: 3, heartRate: 160, excess: 3 }),
  mapIds: [1],
  placeName: null,
  ...over,
})

const known: MapMark = markOf(7, { alertLevel: 3 })
const maps: ListedMap[] = [mapOf(1, { listMarks: [known] }), mapOf(2)]
const asks = (news: PlacedWorker, groupId?: number) => movesMarks(groupId)({ data: maps, count: maps.length, version: 1 }, [news]).refetch

test('a reading that changes nothing of the picture asks for nothing', () => {
  expect(asks(worker(7, { heartRate: 171 }))).toBe(false)
  expect(asks(worker(8, { alertLevel: 0 }))).toBe(false)
  expect(asks(worker(8, { alertLevel: null, mapIds: [] }))).toBe(false)
})

test('a person who rises, falls, moves or leaves changes it', () => {
  for (const over of [
    { emergency: '1' as const },
    { alertLevel: 2 },
    { reportedAt: '2026-07-21T13:40:00+09:00' },
    { alertLevel: 0 },
    { gwExtensionId: 'GW-02' },
    { mapIds: [2] },
    { mapIds: [1, 2] },
    { mapIds: [] },
  ])
    expect(asks(worker(7, over)), JSON.stringify(over)).toBe(true)
  expect(asks(worker(8))).toBe(true)
})

test('somebody on no map of the list, or of another group, does not', () => {
  expect(asks(worker(8, { mapIds: [99] }))).toBe(false)
  expect(asks(worker(8, { groupId: 2 }), 1)).toBe(false)
  expect(asks(worker(8, { groupId: 1 }), 1)).toBe(true)
  // Somebody on record leaves the group.
  expect(asks(worker(7, { groupId: 2 }), 1)).toBe(true)
})
