import { expect, test } from 'vitest'
import { rowOf } from '../marks/test-rows.ts'
import { plannedAndTaken, restedMinutes } from './planned-and-taken.ts'
import { plannedOf, restOf } from './test-rests.ts'

const now = Date.parse('2026-07-21T13:30:00+09:00')

test('the plan is beside what the people took on average, by hour and until now', () => {
  const planned = [plannedOf({ groupId: 3, groupName: '足場班', hours: [15, 30, 45, null] })]
  const rows = [rowOf(1, { groupId: 3 }), rowOf(2, { groupId: 3 }), rowOf(5, { groupId: 3, hideData: '1' }), rowOf(9, { groupId: 4 })]
  const rests = [
    restOf({ userId: 1, groupId: 3, from: '2026-07-21T11:50:00+09:00', to: '2026-07-21T12:20:00+09:00', taken: 30 }),
    restOf({ userId: 2, groupId: 3, from: '2026-07-21T12:00:00+09:00', to: '2026-07-21T12:10:00+09:00', taken: 10 }),
    restOf({ userId: 2, groupId: 3, from: '2026-07-21T13:20:00+09:00', taken: 10 }),
    // Nobody knows how long it was, and this one is of another group.
    restOf({ userId: 1, groupId: 3, from: '2026-07-21T13:00:00+09:00', to: '2026-07-21T17:00:00+09:00', taken: null }),
    restOf({ userId: 9, groupId: 4, from: '2026-07-21T12:00:00+09:00', to: '2026-07-21T13:00:00+09:00', taken: 60 }),
  ]
  const [group] = plannedAndTaken(planned, rows, rests, now)
  expect(group?.hours).toEqual([
    { hour: 11, planned: 15, taken: 5, isNow: false },
    { hour: 12, planned: 30, taken: 15, isNow: false },
    { hour: 13, planned: 45, taken: 5, isNow: true },
    { hour: 14, planned: null, taken: null, isNow: false },
  ])
  expect(group).toMatchObject({ groupName: '足場班', planned: 68, taken: 25 })
  expect(restedMinutes(2, rests)).toBe(20)
})

test('of a group of which nobody is there, and before the work, nothing was taken', () => {
  const planned = [plannedOf({ groupId: null, groupName: null, hours: [15] })]
  expect(plannedAndTaken(planned, [], [], now)[0]).toMatchObject({ groupName: 'グループなし', taken: null, planned: 15 })
  const early = Date.parse('2026-07-21T05:40:00+09:00')
  expect(plannedAndTaken(planned, [rowOf(1, { groupId: null })], [], early)[0]).toMatchObject({
    planned: 0,
    taken: 0,
    hours: [{ taken: null }],
  })
})
