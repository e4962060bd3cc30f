import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acclimatisedSince, fadingDays, observeAcclimatisation } from './acclimatisation.ts'

const today = '2026-07-22'
const dayBefore = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
const daysBefore = (...days: readonly number[]) => days.map(dayBefore)

describe('days of exposure', () => {
  it.each([
    ['seven of them make 順化者', null, [1, 2, 3, 6, 7, 8, 9], true],
    ['seven within three weeks do, the first of them three weeks ago', null, [1, 4, 7, 11, 14, 18, 21], true],
    ['one earlier does not count', null, [1, 4, 7, 11, 14, 18, 22], null],
    ['today does not count yet', null, [0, 1, 2, 3, 4, 5, 6], null],
    ['six are too few', null, [1, 2, 3, 4, 5, 6], null],
    ['the same day twice is one', null, [1, 1, 2, 3, 4, 5, 6], null],
    ['who is 順化者 stays so with one of them', true, [21], true],
    ['none for three weeks takes it back', true, [22, 23, 24, 25, 26, 27, 28], false],
    ['it stays taken back until there are seven', false, [1, 2, 3, 4, 5, 6], false],
    ['and comes again with them', false, [1, 2, 3, 4, 5, 6, 7], true],
    ['nothing known stays so', null, [], null],
  ])('%s', (_, before, days, expected) => {
    expect(observeAcclimatisation(before, daysBefore(...days), today)).toBe(expected)
  })

  it.each([
    ['a first exposure three weeks ago leaves it open', { firstOn: dayBefore(21) }, [], null],
    ['one before that, and none since, says no', { firstOn: dayBefore(22) }, [], false],
    ['so does a last exposure', { lastOn: dayBefore(22) }, [], false],
    ['a day of exposure since leaves it open', { firstOn: dayBefore(40), lastOn: dayBefore(3) }, [3], null],
    ['nothing on record leaves it open', { firstOn: null, lastOn: null }, [], null],
  ])('never observed: %s', (_, known, days, expected) => {
    expect(observeAcclimatisation(null, daysBefore(...days), today, known)).toBe(expected)
  })

  it('more of them never take it back', () => {
    const days = fc.array(fc.integer({ min: 0, max: 40 }))
    fc.assert(
      fc.property(days, days, fc.option(fc.boolean()), (some, more, before) => {
        const rank = (value: boolean | null) => [null, false, true].indexOf(value)
        const few = observeAcclimatisation(before, daysBefore(...some), today)
        const many = observeAcclimatisation(before, daysBefore(...some, ...more), today)
        expect(rank(many)).toBeGreaterThanOrEqual(rank(few))
      }),
    )
  })
})

describe('days without exposure', () => {
  it.each([
    [1, null],
    [4, null],
    [5, 4],
    [30, 29],
  ])('when the last was %i days ago: %s', (ago, expected) => {
    expect(fadingDays(dayBefore(ago), today)).toBe(expected)
  })

  it('are not shown for somebody without measurements', () => {
    expect(fadingDays(null, today)).toBeNull()
  })
})

it.each([
  [6, false],
  [7, true],
])('a first day in the heat %i days ago makes 順化者: %s', (ago, expected) => {
  expect(acclimatisedSince(dayBefore(ago), today)).toBe(expected)
})

it.each(['', '2026-7-1', '2026-13-01', 'yesterday'])('refuses %j for a day', (day) => {
  expect(() => acclimatisedSince('2026-07-01', day)).toThrow(RangeError)
  expect(() => observeAcclimatisation(null, [day], today)).toThrow(RangeError)
  expect(() => fadingDays(day, today)).toThrow(RangeError)
})
