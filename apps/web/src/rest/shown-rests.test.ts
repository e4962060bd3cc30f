import type { Rest } from '@mimamori/contract/rest'
import { rest as calls } from '@mimamori/contract/rest'
import { rowOf } from '../marks/test-rows.ts'
import { expect, test } from 'vitest'
import type { StoredAction } from '../platform/action-queue/action-store.ts'
import { minutesOf, shownRests } from './shown-rests.ts'
import { restOf } from './test-rests.ts'

const action = (userIds: readonly number[], state: 'begin' | 'end', at = '2026-07-21T04:42:00Z'): StoredAction => ({
  id: 1,
  key: 'k',
  account: '1',
  path: calls.set.path,
  input: { body: { userIds, state, at } },
  at,
  title: '',
  refusal: null,
})

const idsOf = (people: readonly { readonly row: { readonly userId: number } }[]) => people.map(({ row }) => row.userId)

test('who works is in the order of their time in heat, and the hottest work says how much rest is due', () => {
  const rows = [
    rowOf(1, { excess: 0.4, heatMinutesOnEnd: 12 }),
    rowOf(2, { excess: 1.2, heatMinutesOnEnd: 52, wbgtMeasurementPoint: '北側 外部足場' }),
    rowOf(3, { hideData: '1' }),
    rowOf(4, { excess: 5, status: '0' }),
  ]
  const shown = shownRests(rows, [], [])
  expect(idsOf(shown.working)).toEqual([2, 1, 4])
  expect(shown.hottest).toEqual({ excess: 1.2, place: '北側 外部足場', due: 30 })
})

test('who was sent and does not rest is apart, the one who was sent first before the others', () => {
  const rests: Rest[] = [
    restOf({ userId: 1, from: '2026-07-21T13:30:00+09:00', notResting: true }),
    restOf({ userId: 2, from: '2026-07-21T13:20:00+09:00', notResting: true }),
    restOf({ userId: 3 }),
  ]
  const shown = shownRests([rowOf(1), rowOf(2), rowOf(3), rowOf(4)], rests, [])
  expect([idsOf(shown.notResting), idsOf(shown.resting), idsOf(shown.working)]).toEqual([[2, 1], [3], [4]])
})

test('what was done here and is not sent yet counts', () => {
  const rests = [restOf({ userId: 1 }), restOf({ userId: 2, notResting: true })]
  const rows = [rowOf(1), rowOf(2), rowOf(3)]
  const begun = shownRests(rows, rests, [action([2, 3], 'begin')])
  expect([idsOf(begun.notResting), idsOf(begun.resting), idsOf(begun.working)]).toEqual([[], [1, 2, 3], []])
  expect(begun.resting.map(({ isUnsent }) => isUnsent)).toEqual([false, true, true])
  expect(idsOf(shownRests(rows, rests, [action([1], 'end')]).working)).toEqual([1, 3])
  expect(idsOf(shownRests(rows, rests, [action([3], 'begin'), action([3], 'end')]).working)).toEqual([3])
})

test('minutes of a leader’s rest pass, those of a place are the ones in which it heard the person', () => {
  const now = Date.parse('2026-07-21T14:00:00+09:00')
  const [byLeader] = shownRests([rowOf(1)], [restOf({ userId: 1, taken: 3 })], []).resting
  const [byPlace] = shownRests([rowOf(1)], [restOf({ userId: 1, source: 'place', taken: 3 })], []).resting
  expect([byLeader, byPlace].map((person) => person && minutesOf(person, now))).toEqual([18, 3])
})
