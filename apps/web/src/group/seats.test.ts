import type { GroupPerson } from '@mimamori/contract/group'
import { expect, test } from 'vitest'
import { groupsLeft, roleChanges, roleQuestion, seatOf, type Seating } from './seats.ts'

const person = (userId: number, groupId: number | null = null): GroupPerson => ({
  userId,
  userName: `u${userId}`,
  workerCode: null,
  fullName: `作業者${userId}`,
  groupId,
  groupName: null,
})
const seating = (leaders: GroupPerson[], subLeaders: GroupPerson[] = [], members: GroupPerson[] = []): Seating => ({
  leaderId: leaders,
  listSubleader: subLeaders,
  listMember: members,
})
const nobody = seating([])

test('a worker who becomes a member keeps the role, one who becomes a leader does not', () => {
  expect(roleChanges(nobody, seating([], [], [person(1)]), [])).toHaveLength(0)
  expect(roleChanges(nobody, seating([person(1)], [person(2)], [person(3)]), [])).toHaveLength(2)
})

test('somebody who loses a place is a worker again', () => {
  expect(roleChanges(seating([person(1, 7)], [], [person(2, 7)]), nobody, [])).toHaveLength(1)
})

test('a leader taken from another group changes role, whatever their place now', () => {
  const other = seating([person(1, 9)])
  expect(roleChanges(nobody, seating([], [], [person(1, 9)]), [other])).toHaveLength(1)
  expect(roleChanges(nobody, seating([person(1, 9)]), [other])).toHaveLength(0)
})

test('two who change places are two', () => {
  expect(roleChanges(seating([person(1, 7)], [person(2, 7)]), seating([person(2, 7)], [person(1, 7)]), [])).toHaveLength(2)
})

test('the question names them, and counts those beyond five', () => {
  expect(roleQuestion(roleChanges(seating([person(1, 7)]), seating([person(2)]), []))).toBe(
    '権限が変わる作業者が2人います。続けますか。\n作業者2：作業者 → 職長\n作業者1：職長 → 作業者',
  )
  const many = seating([1, 2, 3, 4, 5, 6, 7].map((id) => person(id)))
  expect(
    roleQuestion(roleChanges(nobody, many, []))
      .split('\n')
      .slice(-2),
  ).toEqual(['作業者5：作業者 → 職長', 'ほか2人'])
})

test('the groups left are those of others, each once', () => {
  expect(groupsLeft(seating([person(1, 9)], [person(2, 9)], [person(3, 7), person(4)]), 7)).toEqual([9])
})

test('a seat is found by person', () => {
  expect(seatOf(seating([person(1)], [person(2)]), 2)).toBe('listSubleader')
  expect(seatOf(nobody, 2)).toBeUndefined()
})
