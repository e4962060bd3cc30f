import { wear } from '@mimamori/contract/wear'
import { expect, test } from 'vitest'
import { applyUnsent } from './apply-unsent.ts'
import { dayOf, deviceOf, wearerOf, wearing } from './test-day.ts'

const at = '2026-07-21T07:24:00.000Z'
const action = (path: string, body: object) => ({
  id: 1,
  key: 'k',
  account: 'a',
  path,
  input: { body: { ...body, at } },
  at,
  title: '',
  refusal: null,
})
const give = (serialNumber: string, userId: number, more: object = {}) =>
  action(wear.handOut.path, { officeId: 5, serialNumber, userId, ...more })

const day = dayOf({
  data: [wearerOf({ userId: 1 }), wearing('1039', { userId: 2, fullName: '江口　陸' }), wearing('1040', { userId: 3, groupId: 4 })],
  devices: [
    deviceOf({ serialNumber: '1045' }),
    deviceOf({ serialNumber: '1039', isWorn: true, userId: 2 }),
    deviceOf({ serialNumber: 'B-07', deviceType: '2' }),
  ],
})
const rowOf = (shown: ReturnType<typeof applyUnsent>, userId: number) => shown.data.find((row) => row.userId === userId)

test('a hand-out shows the person with the tag, as not sent, and counts', () => {
  const shown = applyUnsent(day, [give('1045', 1)])
  expect(rowOf(shown, 1)).toMatchObject({ serialNumber: '1045', state: 'worn', from: at, isUnsent: true })
  expect(shown.states).toMatchObject({ worn: 3, notHanded: 0 })
  expect(shown.devices[0]).toMatchObject({ isWorn: true, userId: 1 })
  expect(rowOf(shown, 3)?.isUnsent).toBe(false)
})

test('a swap frees the former tag with the reason; taking one from somebody leaves them without', () => {
  expect(applyUnsent(day, [give('1045', 2, { reason: 'battery' })]).devices[1]).toMatchObject({ isWorn: false, reason: 'battery' })
  const shown = applyUnsent(day, [give('1039', 1, { replace: true })])
  expect(rowOf(shown, 1)).toMatchObject({ serialNumber: '1039' })
  expect(rowOf(shown, 2)).toMatchObject({ serialNumber: null, state: 'notHanded' })
})

test('a belt is shown beside the tag', () => {
  expect(rowOf(applyUnsent(day, [give('B-07', 2, { deviceType: '2' })]), 2)).toMatchObject({
    serialNumber: '1039',
    belt: { serialNumber: 'B-07' },
  })
})

test('a return, of one or of a group, shows them returned', () => {
  const one = applyUnsent(day, [action(wear.takeBack.path, { officeId: 5, deviceType: '1', serialNumber: '1039' })])
  expect(rowOf(one, 2)).toMatchObject({ state: 'returned', to: at })
  expect(one.devices[1]).toMatchObject({ isWorn: false })
  const group = applyUnsent(day, [action(wear.takeBack.path, { groupId: 4 })])
  expect(group.data.map(({ state }) => state)).toEqual(['notHanded', 'worn', 'returned'])
})
