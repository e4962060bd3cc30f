import { expect, test } from 'vitest'
import { dateFor, missingOf, readChoice, requestOf, writeChoice } from './choice.ts'

const today = '2026-07-22'

test('an address that asks for nothing is today’s report of everybody at the only site', () => {
  expect(readChoice({}, [7], today)).toEqual({
    officeIds: [7],
    workers: [],
    person: undefined,
    type: 2,
    period: 'daily',
    date: today,
    statistic: 'max',
  })
})

test('sites out of reach, types of the ZIP alone and days that have not come are as if not asked for', () => {
  const choice = readChoice({ officeId: '8,9,x', type: 5, date: '2026-07-23' }, [7, 8], today)
  expect(choice).toMatchObject({ officeIds: [8], type: 2, date: today })
  expect(readChoice({ period: 1, date: '2026-08' }, [7], today).date).toBe('2026-07')
  expect(readChoice({ date: '2026-02-30' }, [7], today).date).toBe(today)
})

test('somebody with one site sees that one, whatever the address says', () => {
  expect(readChoice({ officeId: '8' }, [7], today).officeIds).toEqual([7])
})

test('a day of a link is the month of a monthly report', () => {
  expect(readChoice({ period: 1, date: '2026-06-03' }, [7], today).date).toBe('2026-06')
})

test('a monthly report is of one worker: the first of several, until one steps on', () => {
  expect(readChoice({ period: 1 }, [7], today).person).toBeUndefined()
  expect(readChoice({ period: 1, workers: '12' }, [7], today).person).toBe(12)
  expect(readChoice({ period: 1, workers: '12,13' }, [7], today).person).toBe(12)
  expect(readChoice({ period: 1, workers: '12,13', person: 13 }, [7], today).person).toBe(13)
})

test('a level has no mean', () => {
  expect(readChoice({ type: 3, statistic: 'mean' }, [7], today).statistic).toBe('max')
  expect(readChoice({ type: 4, statistic: 'mean' }, [7], today).statistic).toBe('mean')
})

test.each([
  { type: 4, statistic: 'mean', date: '2026-07-01', workers: '1,2,3' },
  { period: 1, date: '2026-05', person: 3, workers: '1,2,3' },
] as const)('what is written reads the same on another day: %o', (search) => {
  const choice = readChoice({ officeId: '7,8', ...search }, [7, 8, 9], today)
  expect(readChoice(writeChoice(choice), [7, 8, 9], '2027-01-01')).toEqual(choice)
})

test('the date follows the period: the month of a day; of this month today, of another its first day', () => {
  expect(dateFor('monthly', '2026-06-17', today)).toBe('2026-06')
  expect(dateFor('daily', '2026-07', today)).toBe(today)
  expect(dateFor('daily', '2026-06', today)).toBe('2026-06-01')
})

test('nothing is requested while the site, or the one worker of a month, is missing; the screen says which', () => {
  const nowhere = readChoice({}, [7, 8], today)
  expect(requestOf(nowhere)).toBeUndefined()
  expect(missingOf(nowhere)).toBe('office')
  const nobody = readChoice({ period: 1 }, [7], today)
  expect(requestOf(nobody)).toBeUndefined()
  expect(missingOf(nobody)).toBe('person')
})

test('a month asks for its one worker, whichever others one steps through', () => {
  const choice = readChoice({ period: 1, date: '2026-06', workers: '1,2', person: 2, type: 1 }, [7], today)
  expect(requestOf(choice)).toEqual({ officeId: [7], workers: [2], reportType: 1, period: 1, requestDate: '2026-06', statistic: 'max' })
  expect(missingOf(choice)).toBeUndefined()
})
