import type { RotaShift } from '@mimamori/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { patternOfNextWeek } from './copy-week.ts'
import { holidayNameOf, isOff } from './holidays.ts'
import type { RotaSlot } from './read-rotas.ts'
import { rotaCalls } from './rota-calls.ts'
import { dayAfter, minutesOf, mondayOf, shiftAt, shiftRange } from './shifts.ts'

const usual = { dayFrom: minutesOf('06:00'), nightFrom: minutesOf('20:00') }
const on = (text: string) => shiftAt(new Date(`${text}+09:00`), usual)

describe('shifts', () => {
  it('begin at their hours, and the night is of the day on which it began', () => {
    expect(on('2026-07-21T06:00:00')).toEqual({ date: '2026-07-21', shift: 'day' })
    expect(on('2026-07-21T19:59:59.999')).toEqual({ date: '2026-07-21', shift: 'day' })
    expect(on('2026-07-21T20:00:00')).toEqual({ date: '2026-07-21', shift: 'night' })
    expect(on('2026-07-22T00:00:00')).toEqual({ date: '2026-07-21', shift: 'night' })
    expect(on('2026-07-22T05:59:59.999')).toEqual({ date: '2026-07-21', shift: 'night' })
    expect(on('2027-01-01T03:00:00')).toEqual({ date: '2026-12-31', shift: 'night' })
  })

  const hours = fc
    .tuple(fc.integer({ min: 0, max: 1_438 }), fc.integer({ min: 1, max: 1_439 }))
    .filter(([dayFrom, nightFrom]) => dayFrom < nightFrom)
    .map(([dayFrom, nightFrom]) => ({ dayFrom, nightFrom }))
  const instant = fc.date({ min: new Date('2025-12-01T00:00:00Z'), max: new Date('2028-03-02T00:00:00Z'), noInvalidDate: true })

  it('cover all time without a hole or an overlap, whatever their hours', () => {
    fc.assert(
      fc.property(instant, hours, (at, own) => {
        const shift = shiftAt(at, own)
        const { from, to } = shiftRange(shift, own)
        expect(from <= at && at < to).toBe(true)
        // The next one begins where this one ends, and is the other one.
        const next = shiftAt(to, own)
        expect(shiftRange(next, own).from).toEqual(to)
        const other: RotaShift = shift.shift === 'day' ? 'night' : 'day'
        expect(next).toEqual({ date: shift.shift === 'day' ? shift.date : dayAfter(shift.date, 1), shift: other })
      }),
      { numRuns: 500 },
    )
  })
})

describe('days off', () => {
  it('are Sundays and public holidays, substitute ones and the days between two included', () => {
    expect(holidayNameOf('2026-07-20')).toBe('海の日')
    expect(holidayNameOf('2026-07-21')).toBeNull()
    // 2026-05-03 is a Sunday: the substitute holiday is the next day that is none.
    expect(holidayNameOf('2026-05-06')).toContain('振替休日')
    expect(holidayNameOf('2026-09-22')).toBe('休日')
    expect(['2026-12-31', '2027-01-01', '2027-01-03'].map(isOff)).toEqual([false, true, true])
    expect(mondayOf('2027-01-03')).toBe('2026-12-28')
  })

  it('are copied to days off, and working days to working days', () => {
    // Monday the 20th is a holiday, Sunday the 26th is off; the next week has no holiday.
    expect(Object.fromEntries(patternOfNextWeek('2026-07-20'))).toEqual({
      '2026-07-27': '2026-07-21',
      '2026-07-28': '2026-07-21',
      '2026-07-29': '2026-07-22',
      '2026-07-30': '2026-07-23',
      '2026-07-31': '2026-07-24',
      '2026-08-01': '2026-07-25',
      '2026-08-02': '2026-07-26',
    })
    // Into the week of 海の日 from one without a holiday, and across the year.
    expect(patternOfNextWeek('2026-07-13').get('2026-07-20')).toBe('2026-07-19')
    expect(patternOfNextWeek('2026-12-21').get('2027-01-01')).toBe('2026-12-27')
    expect(patternOfNextWeek('2026-12-28').get('2027-01-08')).toBe('2026-12-31')
  })
})

describe('the calls of a shift', () => {
  const slot = (place: number, userId: number | null): RotaSlot => ({
    place,
    userId,
    fullName: null,
    role: null,
    gap: userId === null ? 'empty' : null,
    override: null,
  })
  const shiftOf = (...users: (number | null)[]) => users.map((userId, index) => slot(index + 1, userId))
  const words = (users: (number | null)[], isEmergency = false) =>
    rotaCalls(shiftOf(...users), isEmergency).map(({ people, isEverybody }) =>
      isEverybody ? 'all' : people.map(({ userId }) => userId).join('+'),
    )

  it('come one place after the other; an empty place calls everybody, after the first person', () => {
    expect(words([1, 2, 3])).toEqual(['1', '2', '3'])
    expect(words([1, null, 3])).toEqual(['1', 'all', '3'])
    expect(words([null, 2, 3])).toEqual(['2', 'all', '3'])
    expect(words([null, null, 3])).toEqual(['3', 'all', 'all'])
    expect(words([null, null])).toEqual(['all'])
  })

  it('go to all at once in an emergency, and to everybody next where a place is empty', () => {
    expect(words([1, 2, 3], true)).toEqual(['1+2+3'])
    expect(words([1, null, 3], true)).toEqual(['1+3', 'all'])
    expect(words([null, null], true)).toEqual(['all'])
  })

  it('leave nobody of the shift out, and call everybody wherever a place is empty', () => {
    const users = fc.array(fc.option(fc.nat({ max: 99 }), { freq: 3 }), { minLength: 1, maxLength: 5 }).map((given) => {
      const seen = new Set<number>()
      return given.map((user) => (user === null || seen.has(user) ? null : (seen.add(user), user)))
    })
    fc.assert(
      fc.property(users, fc.boolean(), (given, isEmergency) => {
        const calls = rotaCalls(shiftOf(...given), isEmergency)
        expect(calls.length).toBeGreaterThan(0)
        expect(calls.length).toBeLessThanOrEqual(given.length)
        const called = new Set(calls.flatMap(({ people }) => people.map(({ userId }) => userId)))
        expect(called).toEqual(new Set(given.filter((user) => user !== null)))
        expect(calls.some(({ isEverybody }) => isEverybody)).toBe(given.includes(null))
      }),
    )
  })
})
