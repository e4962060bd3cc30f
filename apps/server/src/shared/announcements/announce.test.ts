import { expect, test } from 'vitest'
import { announcementsOf } from './announce.ts'

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

test('a small change is one notification, without the lists it lacks', () => {
  expect(announcementsOf({ companyId: 4, officeId: 3, userIds: [1, 2], alertIds: [9] })).toEqual(['{"c":4,"o":3,"u":[1,2],"a":[9]}'])
})

test('what lists show changed is a notification of its own', () => {
  expect(announcementsOf({ companyId: 4, officeId: 3, userIds: [1], display: true })).toEqual([
    '{"c":4,"o":3,"u":[1]}',
    '{"c":4,"o":3,"s":1}',
  ])
})

test('nothing changed is nothing said', () => {
  expect(announcementsOf({ companyId: 4, officeId: 3, userIds: [], deviceIds: [] })).toEqual([])
})

test.each([1, 700, 790, 1_500, 5_000])('%i ids of each kind arrive whole, each notification below the limit', (count) => {
  const change = {
    companyId: 2_147_483_646,
    officeId: 2_147_483_647,
    userIds: numbers(2_000_000_000, count),
    deviceIds: numbers(1, count),
    alertIds: numbers(99_000, count),
  }
  const payloads = announcementsOf(change)
  for (const payload of payloads) expect(payload.length).toBeLessThanOrEqual(7_900)
  const read = payloads.map((payload) => JSON.parse(payload) as Record<'c' | 'o', number> & Record<'u' | 'd' | 'a', number[] | undefined>)
  expect(new Set(read.map((part) => part.c))).toEqual(new Set([change.companyId]))
  expect(new Set(read.map((part) => part.o))).toEqual(new Set([change.officeId]))
  expect(read.flatMap((part) => part.u ?? [])).toEqual(change.userIds)
  expect(read.flatMap((part) => part.d ?? [])).toEqual(change.deviceIds)
  expect(read.flatMap((part) => part.a ?? [])).toEqual(change.alertIds)
})
