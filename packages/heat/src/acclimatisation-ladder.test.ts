import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAcclimatisedBy } from './acclimatisation.ts'
import {
  type DayInHeat,
  ladderDayMinutes,
  ladderFacts,
  LADDER_SHARES,
  ladderStep,
  minutesOfShare,
  withDayInHeat,
} from './acclimatisation-ladder.ts'
import { workingHoursOf } from './working-hours.ts'

const dayOf = (number: number) => new Date(Date.UTC(2026, 5, 1) + number * 86_400_000).toISOString().slice(0, 10)
const inRow = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)
const eightHours = workingHoursOf('08:00', '16:00')

/** Minutes of exposure by day, as numbers from 1 June (0). */
const daysOf = (numbers: readonly number[], minutes = 120): DayInHeat[] => numbers.map((number) => ({ day: dayOf(number), minutes }))
const stepAt = (today: number, days: readonly DayInHeat[], first: number | null = null) =>
  ladderStep(ladderFacts(days, dayOf(today), ladderDayMinutes(eightHours)), first === null ? null : dayOf(first), dayOf(today))
/** The kind and the share: new 20. */
const at = (today: number, exposed: readonly number[], first: number | null = null) => {
  const step = stepAt(today, daysOf(exposed), first)
  return step === null ? null : `${step.kind} ${step.share}`
}

const week = inRow(0, 7)

describe('the ladder of a new worker', () => {
  it('begins at 20 % and has 20 more after each day in the heat, until its last step is done', () => {
    expect(inRow(0, 7).map((today) => at(today, inRow(0, today)))).toEqual(['new 20', 'new 40', 'new 60', 'new 80', 'new 100', null, null])
  })

  it('does not climb by days off, by Sundays and in a rainy week', () => {
    expect(at(3, [0, 1])).toBe('new 60')
    expect(at(4, [0, 1])).toBe('new 60')
    expect(at(6, [0, 1])).toBe('new 60')
    expect(at(6, [0, 1, 3])).toBe('new 80')
  })

  it('begins again after five days without', () => {
    expect(at(6, [0, 1])).toBe('new 60')
    expect(at(7, [0, 1])).toBe('new 20')
    expect(at(8, [0, 1, 7])).toBe('new 40')
  })

  it('climbs by the first step itself, which is less than two hours, and not by a walk through the yard', () => {
    expect(stepAt(1, daysOf([0], 95))).toMatchObject({ share: 40 })
    expect(stepAt(1, daysOf([0], 60))).toMatchObject({ share: 40 })
    expect(stepAt(1, daysOf([0], 59))).toMatchObject({ share: 20 })
  })

  it('climbs at a site of four hours by the 45 minutes that it allows', () => {
    expect(ladderDayMinutes(workingHoursOf('08:00', '12:00'))).toBe(45)
    expect(ladderDayMinutes(eightHours)).toBe(60)
  })

  it('begins on the first day in the heat that the form says, whatever was measured before', () => {
    expect(at(2, [0, 1], 2)).toBe('new 20')
    expect(at(3, [0, 1, 2], 2)).toBe('new 40')
    expect(at(3, [], 2)).toBe('new 20')
    expect(at(16, week, 16)).toBe('new 20')
    // One that is to come says nothing yet.
    expect(at(2, [0, 1], 3)).toBe('new 60')
  })
})

describe('the ladder of somebody who comes back', () => {
  it('is 50, 60, 80 and 100 % after a break of five days', () => {
    expect(at(11, week)).toBeNull()
    expect(inRow(12, 5).map((today) => at(today, [...week, ...inRow(12, today - 12)]))).toEqual([
      'returning 50',
      'returning 60',
      'returning 80',
      'returning 100',
      null,
    ])
  })

  it('is that of Obon: nine days off', () => {
    expect(at(16, week)).toBe('returning 50')
    expect(at(17, [...week, 16])).toBe('returning 60')
  })

  it('is that of a new worker after a break of 21 days, and not after one of 20', () => {
    expect(at(27, week)).toBe('returning 50')
    expect(at(28, week)).toBe('new 20')
    expect(at(29, [...week, 27])).toBe('returning 60')
    expect(at(29, [...week, 28])).toBe('new 40')
  })

  it('is not shortened by single hours in the heat during the break', () => {
    const rainy = [...daysOf(week), ...daysOf(inRow(7, 5), 100)]
    expect(stepAt(11, rainy)).toBeNull()
    expect(stepAt(12, rainy)).toEqual({ kind: 'returning', day: 1, share: 50 })
  })

  it('is that of a new worker for somebody who never was acclimatised', () => {
    expect(at(12, inRow(0, 6))).toBe('new 20')
  })
})

describe('minutes', () => {
  it.each([
    [20, '08:00', '16:00', 95],
    [40, '08:00', '16:00', 190],
    [80, '08:00', '16:00', 380],
    [60, '08:00', '16:00', 285],
    [100, '08:00', '16:00', 480],
    [0, '08:00', '16:00', 0],
    [50, '22:00', '05:30', 225],
    [20, '00:00', '00:00', 285],
  ])('%i %% of %s to %s are %i', (share, opens, closes, minutes) => {
    expect(minutesOfShare(share, workingHoursOf(opens, closes))).toBe(minutes)
  })
})

describe('a plan of days to come', () => {
  const fewest = ladderDayMinutes(eightHours)
  const calendar = fc.uniqueArray(fc.record({ day: fc.integer({ min: 0, max: 59 }), minutes: fc.integer({ min: 0, max: 300 }) }), {
    selector: ({ day }) => day,
  })
  const daysBefore = (days: readonly { day: number; minutes: number }[], today: number): DayInHeat[] =>
    days.filter(({ day }) => day < today).map(({ day, minutes }) => ({ day: dayOf(day), minutes }))

  it('takes what was measured today as the next count will', () => {
    fc.assert(
      fc.property(calendar, fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 300 }), (days, today, minutes) => {
        const before = daysBefore(days, today)
        const measured = { day: dayOf(today), minutes }
        const tomorrow = dayOf(today + 1)
        const planned = ladderStep(withDayInHeat(ladderFacts(before, dayOf(today), fewest), measured, fewest), null, tomorrow)
        const counted = ladderStep(ladderFacts([...before, measured], tomorrow, fewest), null, tomorrow)
        // The last step of a return, or the seventh day, makes them acclimatised: the plan then has one day more at 100 %, or none.
        if (counted === null) expect(planned === null || planned.share >= 80).toBe(true)
        else expect(planned).toEqual(counted)
      }),
      { numRuns: 500 },
    )
  })

  it('never has a step for somebody acclimatised, never climbs by more than a step a day, and never starts above the first', () => {
    fc.assert(
      fc.property(calendar, (days) => {
        let last = 0
        for (const today of inRow(0, 61)) {
          const before = daysBefore(days, today)
          const step = ladderStep(ladderFacts(before, dayOf(today), fewest), null, dayOf(today))
          const exposed = before.filter(({ minutes }) => minutes >= 120).map(({ day }) => day)
          if (isAcclimatisedBy(exposed, dayOf(today))) expect(step).toBeNull()
          if (step !== null) {
            expect(step.share).toBe(LADDER_SHARES[step.kind][step.day - 1])
            expect(step.day).toBeLessThanOrEqual(last + 1)
          }
          last = step?.day ?? 5
        }
      }),
      { numRuns: 200 },
    )
  })
})

it('a night shift keeps its step after midnight, when the day before was counted', () => {
  const facts = ladderFacts(daysOf([0, 1, 2]), dayOf(3), 60)
  expect(ladderStep(facts, null, dayOf(3))).toMatchObject({ day: 4 })
  expect(ladderStep(facts, null, dayOf(2))).toMatchObject({ day: 3 })
})
