import type { AbsentWorker } from '@mimamori/contract/map-worker'
import { expect, test } from 'vitest'
import { absentPeople, countByPlace, isInDanger, placeOf } from './absent.ts'

const other = (id: number, locationName: string, floor: string | null, type = 1) => ({
  id,
  locationName,
  floor,
  type,
  angleCoordinate1: null,
  angleCoordinate2: null,
  angleCoordinate3: null,
  angleCoordinate4: null,
})
const maps = [other(8, '現場全体', null, 2), other(1, 'A工区', '3F')]

const absent = (userId: number, over: Partial<AbsentWorker> = {}): AbsentWorker => ({
  userId,
  workerName: `作業者　${userId}`,
  alertLevel: 0,
  emergency: '0',
  alarm: null,
  reportedAt: null,
  status: '',
  groupId: 1,
  time: null,
  mapIds: [],
  placeName: null,
  ...over,
})

test('somebody is on the drawing that shows them; else at their gateway; else on the map of the site, or nobody knows', () => {
  expect(placeOf(absent(1, { mapIds: [8, 1], placeName: '柱配筋' }), maps)).toEqual({ name: 'A工区 3F', mapId: 1 })
  expect(placeOf(absent(1, { mapIds: [8], placeName: '休憩所' }), maps)).toEqual({ name: '休憩所', mapId: 8 })
  expect(placeOf(absent(1, { placeName: '休憩所' }), maps)).toEqual({ name: '休憩所', mapId: null })
  expect(placeOf(absent(1, { mapIds: [8] }), maps)).toEqual({ name: '現場全体', mapId: 8 })
  expect(placeOf(absent(1), maps)).toEqual({ name: '場所不明', mapId: null })
})

test('dangers come first, and the others are counted by place, the most first', () => {
  const people = absentPeople({
    listAbsent: [
      absent(1, { placeName: '休憩所' }),
      absent(2, { mapIds: [1] }),
      absent(3, { placeName: '休憩所', alertLevel: 3 }),
      absent(4, { placeName: '休憩所', emergency: '1' }),
    ],
    listOtherMaps: maps,
  })
  expect(people.map(({ worker: { userId } }) => userId)).toEqual([4, 3, 1, 2])
  expect(people.filter(isInDanger)).toHaveLength(2)
  expect(countByPlace(people)).toEqual([
    { name: '休憩所', mapId: null, count: 3 },
    { name: 'A工区 3F', mapId: 1, count: 1 },
  ])
})

test('somebody with an open report comes after emergencies, and needs help at once whatever their level', () => {
  const listAbsent = [
    absent(1, { alertLevel: 3 }),
    absent(2, { reportedAt: '2026-07-21T13:40:00+09:00' }),
    absent(3, { emergency: '1' }),
    absent(4),
  ]
  const people = absentPeople({ listAbsent, listOtherMaps: maps })
  expect(people.map(({ worker: { userId } }) => userId)).toEqual([3, 2, 1, 4])
  expect(people.filter(isInDanger)).toHaveLength(3)
})
