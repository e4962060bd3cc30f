import { expect, test } from 'vitest'
import { countsOf, gradeOf, type Hours, isBlank, isEmpty, lineOf, roomyHours, scaleOf, spanOfHours } from './lines.ts'
import { testHours } from './test-report.ts'

const row = (hours: Parameters<typeof testHours>[0]): Hours => testHours(hours)

test('the highest of a row is the first hour that reaches it; zero is a value, nothing is none', () => {
  expect(lineOf(row({ 8: -0.4, 9: 0, 10: 0 })).top).toEqual({ hour: 9, value: 0 })
  expect(lineOf(row({})).top).toBeUndefined()
})

test('an emergency outranks the level it came with, and is shown without a value', () => {
  expect(lineOf(row({ 9: 3.2, 10: { emergencies: 1, state: 'silent' } })).grade).toBe('emergency')
  expect(lineOf(row({ 9: 3.2 })).grade).toBe(3)
  expect(lineOf(row({ 9: -1 })).grade).toBe(0)
  expect(gradeOf([null, null], 0)).toBeUndefined()
})

test('a day of silence alone is no day with data; one whose values are missing is', () => {
  expect(lineOf(row({ 9: { state: 'silent' } })).hasData).toBe(false)
  expect(lineOf(row({ 9: { state: 'missing' } })).hasData).toBe(true)
})

test('hours have room where readings of any row came, or an emergency began; a silence needs none', () => {
  const roomy = roomyHours([
    row({ 8: 1, 12: { state: 'silent' } }),
    row({ 10: { state: 'missing' }, 9: { state: 'silent', emergencies: 1 } }),
  ])
  expect(roomy.flatMap((isRoomy, hour) => (isRoomy ? [hour] : []))).toEqual([8, 9, 10])
  expect(spanOfHours(roomy)).toEqual({ from: 8, to: 11 })
  expect(spanOfHours(roomyHours([row({})]))).toEqual({ from: 0, to: 24 })
})

test('the measure of the curves spans every row and what they are judged by', () => {
  expect(scaleOf([row({ 8: 1.5 }), row({ 9: 2.5 })], 0)).toEqual({ low: 0, high: 2.5 })
  expect(scaleOf([row({ 8: 120 })], undefined)).toEqual({ low: 120, high: 120 })
  expect(scaleOf([row({})], undefined)).toEqual({ low: 0, high: 1 })
})

test('a month comes to days with data, days at level 3 and emergencies', () => {
  const month = [row({ 8: 1 }), row({ 8: 3.1, 9: 3.4 }), row({ 8: { emergencies: 2, state: 'none' } }), row({})].map(lineOf)
  expect(countsOf(month)).toEqual({ days: 2, danger: 1, emergencies: 2 })
})

test.each([
  ['no rows', [], true, true],
  ['rows without anything', [row({}), row({})], true, true],
  ['a value', [row({}), row({ 9: 0 })], false, false],
  ['a silence', [row({ 9: { state: 'silent' } })], true, false],
  ['an emergency', [row({ 9: { state: 'none', emergencies: 1 } })], true, false],
] as const)('a table of %s has something for a file, and for paper, or not', (_name, rows, blank, empty) => {
  expect([isBlank(rows), isEmpty(rows)]).toEqual([blank, empty])
})
