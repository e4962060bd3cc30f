import { expect, test } from 'vitest'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { chosenOf, peopleOf, groupByPerson, wayOf } from './group-by-person.ts'

const condition = { kind: 'condition', emergency: '0' } as const
const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

test("a person's unseen alerts are together at the place of the first of them, the emergency before the others", () => {
  const rows = [
    episodeOf(1, { ...condition, userId: 7 }),
    episodeOf(2, { ...condition, userId: 8 }),
    episodeOf(3, { ...condition, userId: 7, handling: 'acknowledged' }),
    episodeOf(4, { userId: 7 }),
    episodeOf(5, { ...condition, userId: null, kind: 'siteHeat' }),
    episodeOf(6, { ...condition, userId: 7, kind: 'belt' }),
  ]
  const people = peopleOf(rows, [])
  expect(ids(groupByPerson(rows, people))).toEqual([4, 1, 6, 2, 3, 5])
  expect(rows.map((row) => wayOf(row, people))).toEqual(['withEmergency', 'alone', 'alone', 'emergency', 'alone', 'withEmergency'])
})

test('without an emergency one bar confirms them, those of other pages too, but no emergency that is not in sight', () => {
  const rows = [episodeOf(1, { ...condition, userId: 7 }), episodeOf(2, { ...condition, userId: 8 })]
  const open = [...rows, episodeOf(9, { ...condition, userId: 7, kind: 'silent' }), episodeOf(10, { userId: 7 })]
  const people = peopleOf(rows, open)
  expect(ids(people.get(7)?.elsewhere ?? [])).toEqual([9])
  expect(rows.map((row) => wayOf(row, people))).toEqual(['bar', 'alone'])
})

test('what late readings disproved, and a drill, are nobody’s to confirm with others', () => {
  const rows = [
    episodeOf(1, { ...condition, userId: 7 }),
    episodeOf(2, { ...condition, userId: 7, withdrawn: '1' }),
    episodeOf(3, { userId: 7, drill: '1' }),
  ]
  const people = peopleOf(rows, rows)
  expect(rows.map((row) => wayOf(row, people))).toEqual(['alone', 'alone', 'alone'])
  expect(groupByPerson(rows, people)).toEqual(rows)
})

test('what is on other pages is confirmed with all of the page, and not with some', () => {
  const rows = [episodeOf(1, { ...condition, userId: 7 }), episodeOf(2, { ...condition, userId: 7, kind: 'belt' })]
  const person = peopleOf(rows, [episodeOf(3, { ...condition, userId: 7, kind: 'silent' })]).get(7)
  if (person === undefined) throw new Error('nobody')
  expect(chosenOf(person, () => true).map(({ id }) => id)).toEqual([1, 2, 3])
  expect(chosenOf(person, (id) => id !== 1).map(({ id }) => id)).toEqual([2])
  expect(chosenOf(person, () => false).map(({ id }) => id)).toEqual([])
})

test('where nobody’s are brought together, each row stays where it is', () => {
  const rows = [episodeOf(1, { ...condition, userId: 7 }), episodeOf(2, { userId: 7 })]
  expect(groupByPerson(rows, new Map())).toEqual(rows)
  expect(rows.map((row) => wayOf(row, new Map()))).toEqual(['alone', 'alone'])
})
