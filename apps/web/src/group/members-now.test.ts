import type { HealthRow } from '@mimamori/contract/health-condition'
import type { UserRole } from '@mimamori/contract/person'
import { expect, test } from 'vitest'
import { membersNow } from './members-now.ts'

const person = (userId: number) => ({ userId }) as UserRole
const row = (userId: number, alertLevel: number | null, emergency: '0' | '1' = '0') =>
  ({ userId, alertLevel, emergency, fullName: `作業者${userId}`, furigana: 'サギョウシャ' }) as HealthRow

test('the most urgent come first, and people without a record are not lost', () => {
  const members = membersNow([person(1), person(2), person(3), person(4)], [row(2, 1), row(3, 0, '1'), row(4, 3), row(9, 3)], true)
  expect(members.map(({ person: { userId } }) => userId)).toEqual([3, 4, 2, 1])
  expect(members[3]?.now).toBeUndefined()
})

test('equals keep the order given, which is that of their names', () => {
  expect(membersNow([person(2), person(1)], [row(1, 0), row(2, 0)], true).map(({ person: { userId } }) => userId)).toEqual([2, 1])
})

test('of a group with more people than were read, everybody in danger is shown, whatever their name', () => {
  const members = membersNow([person(1), person(2)], [row(8, 0, '1'), row(9, 1), row(2, 2), row(7, 0), row(6, null)], false)
  expect(members.map(({ person: { userId } }) => userId)).toEqual([8, 2, 9, 1])
  expect(members[0]?.person).toEqual({ userId: 8, fullName: '作業者8', furigana: 'サギョウシャ' })
})
