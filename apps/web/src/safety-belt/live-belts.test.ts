import type { BeltRow } from '@mimamori/contract/safety-belt'
import { expect, test } from 'vitest'
import { patchBelts, type BeltFilter } from './live-belts.ts'

const rowOf = (deviceId: number, over: Partial<BeltRow> = {}): BeltRow => ({
  deviceId,
  serialNumber: `B-${deviceId}`,
  userId: deviceId,
  fullName: `作業者　${deviceId}`,
  officeId: 1,
  baseName: '東雲',
  groupId: 1,
  groupName: '足場班',
  situation: '1',
  state: 'hooked',
  status: '',
  bateryLevel: 5,
  slaveBateryLevel: 4,
  waveLevel: null,
  locationName: null,
  referenceAirPressure: 1008.2,
  altitude: 5,
  accuracy: 25,
  settingAltitude: 200,
  alertTime: '2026-07-21T13:42:00+09:00',
  alertSince: null,
  ...over,
})

/** A list on screen as a whole, or one page of so many rows. */
const patch = (rows: readonly BeltRow[], changes: readonly BeltRow[], shown: BeltFilter = {}, count = rows.length, byUrgency = true) =>
  patchBelts(shown, { offset: 0, byUrgency })({ data: [...rows], count }, changes)

test('a change replaces its row at its place, an older one does not', () => {
  const rows = [rowOf(1), rowOf(2)]
  const { data, refetch } = patch(rows, [rowOf(2, { altitude: 6 }), rowOf(1, { altitude: 9, alertTime: '2026-07-21T13:41:59+09:00' })])
  expect(data.data).toEqual([rowOf(1), rowOf(2, { altitude: 6 })])
  expect(refetch).toBe(false)
})

test('a belt whose state changed, or that no longer belongs, asks for a fetch and keeps its place meanwhile', () => {
  const rows = [rowOf(1), rowOf(2)]
  const off = patch(rows, [rowOf(2, { situation: '0', state: 'high' })], { situation: '1' })
  expect(off.data.data.map(({ deviceId, state }) => [deviceId, state])).toEqual([
    [1, 'hooked'],
    [2, 'high'],
  ])
  expect(off.refetch).toBe(true)
  expect(patch(rows, [rowOf(2, { groupId: 2 })], { groupId: 1 }).refetch).toBe(true)
})

test('of belts that are not shown only one that has its place here asks for a fetch', () => {
  const rows = [rowOf(1), rowOf(2)]
  const asks = (stranger: BeltRow, shown: BeltFilter = {}, count = 2, byUrgency = true) =>
    patch(rows, [stranger], shown, count, byUrgency).refetch
  expect(asks(rowOf(9))).toBe(true)
  expect(asks(rowOf(9), { officeId: 2 })).toBe(false)
  expect(asks(rowOf(9), { situation: '0' })).toBe(false)
  // Nobody wears it and it is not heard.
  expect(asks(rowOf(9, { userId: null, status: '0', state: 'silent' }))).toBe(false)
  expect(asks(rowOf(9, { userId: null }))).toBe(true)
  expect(asks(rowOf(9), {}, 300)).toBe(false)
  expect(asks(rowOf(9, { state: 'alert' }), {}, 300)).toBe(true)
  expect(asks(rowOf(9, { state: 'alert' }), {}, 300, false)).toBe(false)
})
