import { expect, test } from 'vitest'
import { planOf } from './test-plan.ts'
import { isTried, readBreaks, trialQuery, unsavedTrial, writeBreaks } from './trial-search.ts'

test('a group alone tries nothing', () => {
  expect(isTried({ groupId: 1 })).toBe(false)
  expect(isTried({ metabolicClass: 3 })).toBe(false)
  expect(isTried({ groupId: 1, metabolicClass: 0 })).toBe(true)
})

test('breaks are read as they are written, without what is none', () => {
  const breaks = [
    { from: '12:00', to: '13:00' },
    { from: '15:00', to: '15:30' },
  ]
  expect(writeBreaks(breaks)).toBe('12:00-13:00,15:00-15:30')
  expect(readBreaks('12:00-13:00,15:00-15:30')).toEqual(breaks)
  expect(readBreaks('12:00,25:00-26:00,,12-13')).toEqual([])
  expect(writeBreaks([])).toBeUndefined()
})

test('the call gets what the address tries', () => {
  expect(trialQuery({ groupId: 1, acclimatised: '0', breaks: '12:00-13:00' })).toMatchObject({
    groupId: 1,
    acclimatised: false,
    breaks: ['12:00-13:00'],
  })
})

test('what is saved for the group is not tried any more, and a group out of reach tries nothing', () => {
  const plan = planOf()
  const { opensAt } = plan.workingHours
  expect(unsavedTrial({ groupId: 1, metabolicClass: 2, from: opensAt, clothing: 'doubleWoven' }, plan)).toEqual({
    groupId: 1,
    clothing: 'doubleWoven',
  })
  expect(isTried(unsavedTrial({ groupId: 1, metabolicClass: 2 }, plan))).toBe(false)
  expect(isTried(unsavedTrial({ groupId: 99, metabolicClass: 3 }, plan))).toBe(false)
})
