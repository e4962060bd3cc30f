import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acclimatisedSince, EXPOSURE_WINDOW_DAYS, fadingDays, isAcclimatisedBy, needsEarlierDays } from './acclimatisation.ts'

const dayOf = (number: number) => new Date(Date.UTC(2026, 5, 1) + number * 86_400_000).toISOString().slice(0, 10)
const daysOf = (numbers: readonly number[]) => numbers.map(dayOf)
const inRow = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

/** By exposure days, as numbers from 1 June (0), at the start of a day. */
const at = (today: number, exposed: readonly number[]) => isAcclimatisedBy(daysOf(exposed), dayOf(today))

const week = inRow(0, 7)

describe('順化者 by exposure days', () => {
  it('is nobody of whom nothing is known', () => {
    expect(at(30, [])).toBe(false)
  })

  it('is a new worker at the start of the day after the seventh exposure day, not before', () => {
    expect(inRow(1, 8).map((today) => at(today, inRow(0, today)))).toEqual([false, false, false, false, false, false, true, true])
  })

  it('is nobody on their seventh exposure day itself', () => {
    expect(at(6, week)).toBe(false)
  })

  it('counts a day once', () => {
    expect(at(6, [0, 0, 1, 2, 3, 4, 5])).toBe(false)
  })

  it('is who has seven exposure days over weekends, in the first heat wave of the year as well', () => {
    expect(at(9, [0, 1, 2, 3, 4, 7, 8])).toBe(true)
  })

  it('is who has seven exposure days with four days between neighbours, not with five', () => {
    const apart = (step: number) => inRow(0, 7).map((index) => index * step)
    expect(at(31, apart(5))).toBe(true)
    expect(at(37, apart(6))).toBe(false)
  })

  it('is nobody in weeks of rain with single exposure days between', () => {
    const rainy = [0, 1, 7, 8, 14, 15, 21, 22, 28]
    expect(inRow(0, 30).filter((today) => at(today, rainy))).toEqual([])
  })

  it('lasts four days without exposure and not five', () => {
    expect(inRow(7, 6).map((today) => at(today, week))).toEqual([true, true, true, true, true, false])
  })

  it.each([
    [4, 1],
    [5, 4],
    [20, 4],
    [21, 7],
  ])('after a break of %i days takes %i exposure days', (breakDays, needed) => {
    const back = 7 + breakDays
    const first = inRow(1, 8).find((count) => at(back + count, [...week, ...inRow(back, count)]))
    expect(first).toBe(needed)
  })

  it('is nobody on the first days after nine days of Obon, and again after four', () => {
    const work = inRow(0, 30)
    const back = 39
    expect(inRow(34, 10).map((today) => at(today, [...work, ...inRow(back, 10)]))).toEqual([
      true, // Four days without: said beside the worker.
      ...inRow(35, 8).map(() => false),
      true,
    ])
  })

  it('needs the four exposure days of a return in one series', () => {
    expect(at(26, [...week, 14, 15, 16, 22, 23])).toBe(false)
  })

  it('counts a break from the last day as 順化者: single days in the heat do not shorten it', () => {
    const singles = [...week, 15]
    expect(at(31, [...singles, 27, 28, 29, 30])).toBe(true)
    expect(at(32, [...singles, 28, 29, 30, 31])).toBe(false)
  })

  it('is nobody after a series too short, a break and four days: there is nothing to return to', () => {
    expect(at(16, [...inRow(0, 6), 12, 13, 14, 15])).toBe(false)
  })

  it('is who returned once, broke off and returned again', () => {
    expect(at(30, [...week, ...inRow(15, 4), ...inRow(26, 4)])).toBe(true)
  })

  // Weeks of work in the heat and the days between them: as people work, so that many of them are 順化者.
  const stretch = fc.record({
    without: fc.integer({ min: 1, max: 24 }),
    step: fc.integer({ min: 1, max: 6 }),
    days: fc.integer({ min: 1, max: 9 }),
  })
  const calendar = fc.array(stretch, { minLength: 1, maxLength: 6 }).map((stretches) => {
    const exposed: number[] = []
    let next = 0
    for (const { without, step, days } of stretches) {
      exposed.push(...inRow(0, days).map((index) => next + index * step))
      next = (exposed.at(-1) ?? 0) + 1 + without
    }
    return exposed
  })
  const dayInCalendar = fc.integer({ min: 5, max: 125 })

  it('does not depend on the order, on repeats, or on days from this one on', () => {
    fc.assert(
      fc.property(calendar, dayInCalendar, (exposed, today) => {
        const later = inRow(today, 5)
        expect(at(today, [...exposed.toReversed(), ...exposed, ...later])).toBe(at(today, exposed))
      }),
    )
  })

  it('is only who had four exposure days, the last of them within five days', () => {
    fc.assert(
      fc.property(calendar, dayInCalendar, (exposed, today) => {
        fc.pre(at(today, exposed))
        const before = exposed.filter((day) => day < today)
        expect(before.length).toBeGreaterThanOrEqual(7)
        expect(before.filter((day) => day >= today - 5).length).toBeGreaterThanOrEqual(1)
        expect(before.filter((day) => day >= today - 20).length).toBeGreaterThanOrEqual(4)
      }),
    )
  })

  it('is not lost by one more exposure day', () => {
    fc.assert(
      fc.property(calendar, dayInCalendar, fc.integer({ min: 0, max: 120 }), (exposed, today, more) => {
        fc.pre(at(today, exposed))
        expect(at(today, [...exposed, more])).toBe(true)
      }),
    )
  })

  it('is decided by five weeks, except where earlier days are asked for', () => {
    fc.assert(
      fc.property(calendar, dayInCalendar, (exposed, today) => {
        const window = exposed.filter((day) => day >= today - EXPOSURE_WINDOW_DAYS)
        fc.pre(!needsEarlierDays(daysOf(window), dayOf(today)))
        expect(at(today, window)).toBe(at(today, exposed))
      }),
      { numRuns: 1_000 },
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
    expect(fadingDays(dayOf(0), dayOf(ago))).toBe(expected)
  })

  it('are not shown for somebody without measurements', () => {
    expect(fadingDays(null, dayOf(0))).toBeNull()
  })
})

it.each([
  [-1, false],
  [6, false],
  [7, true],
  [21, true],
  [22, null],
])('a first day in the heat %i days ago says 順化者: %s', (ago, expected) => {
  expect(acclimatisedSince(dayOf(0), dayOf(ago))).toBe(expected)
})

it.each(['', '2026-7-1', '2026-13-01', 'yesterday'])('refuses %j for a day', (day) => {
  const today = dayOf(0)
  expect(() => acclimatisedSince('2026-07-01', day)).toThrow(RangeError)
  expect(() => isAcclimatisedBy([day], today)).toThrow(RangeError)
  expect(() => isAcclimatisedBy([], day)).toThrow(RangeError)
  expect(() => needsEarlierDays([day], today)).toThrow(RangeError)
  expect(() => fadingDays(day, today)).toThrow(RangeError)
})
