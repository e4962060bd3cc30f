import { expect, test } from 'vitest'
import { attachedTo, hasTrail, positionInWords, worstFirst } from './people.ts'
import { workerOf } from '@mimamori/contract/test-map'

const idsOf = (workers: readonly { readonly userId: number }[]) => workers.map(({ userId }) => userId)

test('the worst come first: by emergency, level, excess, heart rate; equal ones keep their order', () => {
  const workers = [
    workerOf(1, { alertLevel: null, excess: null }),
    workerOf(2, { alertLevel: 2, excess: 1, heartRate: 120 }),
    workerOf(3, { alertLevel: 2, excess: 2.4 }),
    workerOf(4, { alertLevel: 1, emergency: '1' }),
    workerOf(5, { alertLevel: 3, emergency: '1' }),
    workerOf(6, { alertLevel: 3, status: '0' }),
    workerOf(7, { alertLevel: 2, excess: 1, heartRate: 130 }),
    workerOf(8, { alertLevel: 2, excess: 1, heartRate: null }),
    workerOf(9, { alertLevel: 2, excess: 1, heartRate: null }),
    workerOf(10, { alertLevel: 0 }),
  ]
  expect(idsOf(worstFirst(workers))).toEqual([5, 4, 6, 3, 7, 2, 8, 9, 10, 1])
})

test('who reported comes after emergencies and before every level', () => {
  const reportedAt = '2026-07-21T13:40:00+09:00'
  const workers = [
    workerOf(1, { alertLevel: 3 }),
    workerOf(2, { alertLevel: 0, reportedAt }),
    workerOf(3, { alertLevel: 1, emergency: '1' }),
    workerOf(4, { alertLevel: 2, reportedAt }),
  ]
  expect(idsOf(worstFirst(workers))).toEqual([3, 4, 2, 1])
})

test('a gateway narrows to those whose last reading came through it', () => {
  const workers = [workerOf(1), workerOf(2, { gwExtensionId: 'GW-02' }), workerOf(3, { gwExtensionId: null })]
  expect(idsOf(attachedTo(workers, 'GW-01'))).toEqual([1])
  expect(idsOf(attachedTo(workers, undefined))).toEqual([1, 2, 3])
})

test('the trail of somebody is requested only in danger, and only where they have positions and the map can show them', () => {
  const place = { latitude: 35.6, longitude: 139.7 }
  expect(hasTrail(workerOf(1, { ...place, alertLevel: 1 }), 2)).toBe(true)
  expect(hasTrail(workerOf(1, { ...place, alertLevel: null, emergency: '1' }), 3)).toBe(true)
  expect(hasTrail(workerOf(1, { ...place, alertLevel: 0 }), 2)).toBe(false)
  expect(hasTrail(workerOf(1, { ...place, alertLevel: -1 }), 2)).toBe(false)
  expect(hasTrail(workerOf(1, { alertLevel: 3 }), 2)).toBe(false)
  // A drawing has no degrees to draw it by.
  expect(hasTrail(workerOf(1, { ...place, alertLevel: 3 }), 1)).toBe(false)
})

test('a position says its age and how exact it is', () => {
  const now = Date.parse('2026-07-21T13:42:00+09:00')
  const at = (positionAt: string | null, accuracy: number | null) => positionInWords({ positionAt, accuracy }, now)
  expect(at('2026-07-21T13:39:00+09:00', 20.4)).toBe('位置 3分前・±20 m')
  expect(at('2026-07-21T13:41:30+09:00', null)).toBe('位置 1分以内')
  expect(at('2026-07-21T11:00:00+09:00', 1_500)).toBe('位置 2時間前・±1,500 m')
  // A device's clock may be a little ahead.
  expect(at('2026-07-21T13:42:20+09:00', null)).toBe('位置 1分以内')
  expect(at(null, 20)).toBe('')
})
