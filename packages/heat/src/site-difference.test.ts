import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparedDay, differenceIndex, siteDifferences } from './site-difference.ts'

const hours = (values: Readonly<Record<number, number>>): (number | null)[] => Array.from({ length: 24 }, (_, hour) => values[hour] ?? null)
const dayOf = (index: number): string => new Date(Date.UTC(2026, 6, 1 + index)).toISOString().slice(0, 10)

/** Days with one hour each, of a forecast and by how much the measured value was above it. */
const days = (hour: number, forecast: number, ...by: readonly number[]): ComparedDay[] =>
  by.map((more, index) => ({ day: dayOf(index), forecast: hours({ [hour]: forecast }), measured: hours({ [hour]: forecast + more }) }))

const at = (compared: readonly ComparedDay[], hour: number, forecast: number) => {
  const { difference, ...rest } = siteDifferences(compared)[differenceIndex(hour, forecast)] ?? { difference: null }
  return { ...rest, difference: difference === null ? null : Math.round(difference * 1_000) / 1_000 }
}

describe('the difference of a place', () => {
  it('is the median of five days or more, of an even number the mean of the middle two', () => {
    expect(at(days(13, 29, 0.5, 9, 0.1, 0.3, 0.7), 13, 29)).toEqual({ difference: 0.5, days: 5, isPooled: false })
    expect(at(days(13, 29, 0.5, 9, 0.1, 0.3, 0.7, 0.9), 13, 29)).toMatchObject({ difference: 0.6, days: 6 })
  })

  it('is of the hour alone and of its band', () => {
    const compared = days(13, 29, 1, 1, 1, 1, 1)
    expect(at(compared, 13, 28.1).difference).toBe(1)
    expect(at(compared, 13, 28)).toEqual({ difference: null, days: 0, isPooled: false })
    expect(at(days(13, 25, 1, 1, 1, 1, 1), 13, 24.9).difference).toBeNull()
    expect(at(days(13, 25, 1, 1, 1, 1, 1), 13, 28).difference).toBe(1)
  })

  it('is taken from the hour with its neighbours where the hour has too few days, else there is none', () => {
    const compared = [...days(12, 29, 1, 1, 1), ...days(13, 29, 0, 0, 0, 0).map((day, index) => ({ ...day, day: dayOf(10 + index) }))]
    expect(at(compared, 12, 29)).toEqual({ difference: 0, days: 7, isPooled: true })
    expect(at(compared, 14, 29)).toEqual({ difference: null, days: 0, isPooled: false })
  })

  it('counts the days of an hour and its neighbours, not their values', () => {
    const both = (by: number) => ({ forecast: hours({ 12: 29, 13: 29 }), measured: hours({ 12: 29 + by, 13: 29 + by }) })
    expect(
      at(
        [1, 1, 1, 1].map((by, index) => ({ day: dayOf(index), ...both(by) })),
        13,
        29,
      ).difference,
    ).toBeNull()
  })

  it('joins the last hour of the day to the first', () =>
    expect(at([...days(23, 26, 1, 1, 1, 1, 1)], 0, 26)).toEqual({ difference: 1, days: 5, isPooled: true }))

  it('is of the latest 21 days with values', () => {
    const old = days(13, 29, ...Array.from({ length: 11 }, () => 3))
    const recent = days(13, 29, ...Array.from({ length: 10 }, () => 1)).map((day, index) => ({ ...day, day: dayOf(40 + 2 * index) }))
    expect(at([...recent, ...old], 13, 29)).toEqual({ difference: 3, days: 21, isPooled: false })
    const later = { day: dayOf(80), forecast: hours({ 9: 26 }), measured: hours({ 9: 26 }) }
    expect(at([...recent, ...old, later], 13, 29)).toEqual({ difference: 2, days: 20, isPooled: false })
  })

  it('is never more than 4 °C', () => {
    expect(at(days(13, 29, 7, 7, 7, 7, 7), 13, 29).difference).toBe(4)
    expect(at(days(13, 29, -7, -7, -7, -7, -7), 13, 29).difference).toBe(-4)
  })
})

const tenth = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((value) => value / 10)
const someHours = fc.array(fc.option(tenth(20, 34), { freq: 3 }), { minLength: 24, maxLength: 24 })
const someDays = fc
  .uniqueArray(fc.integer({ min: 0, max: 90 }), { maxLength: 40 })
  .chain((indexes) =>
    fc.tuple(...indexes.map((index) => fc.record({ day: fc.constant(dayOf(index)), forecast: someHours, measured: someHours }))),
  )

/** The rule written down once more, hour by hour. */
const naive = (compared: readonly ComparedDay[], hour: number, forecast: number): number | null => {
  const bandOf = (value: number) => (value > 28 ? 'high' : value >= 25 ? 'middle' : 'low')
  const pair = (day: ComparedDay, of: number) => {
    const [expected, actual] = [day.forecast[of], day.measured[of]]
    return expected === null || expected === undefined || actual === null || actual === undefined ? undefined : { expected, actual }
  }
  const withValues = compared.filter((day) => day.forecast.some((_, of) => pair(day, of) !== undefined))
  const names = withValues.map(({ day }) => day).toSorted()
  const counted = withValues.filter(({ day }) => names.slice(-21).includes(day))
  for (const around of [[hour], [(hour + 23) % 24, hour, (hour + 1) % 24]]) {
    const values: number[] = []
    const named = new Set<string>()
    for (const day of counted)
      for (const of of around) {
        const both = pair(day, of)
        if (both === undefined || bandOf(both.expected) !== bandOf(forecast)) continue
        values.push(both.actual - both.expected)
        named.add(day.day)
      }
    if (named.size < 5) continue
    values.sort((a, b) => a - b)
    const median = ((values[Math.floor((values.length - 1) / 2)] ?? 0) + (values[Math.ceil((values.length - 1) / 2)] ?? 0)) / 2
    return Math.max(-4, Math.min(4, median))
  }
  return null
}

it('equals the rule written down once more, whatever the days are', () =>
  fc.assert(
    fc.property(someDays, fc.integer({ min: 0, max: 23 }), tenth(20, 34), (compared, hour, forecast) => {
      const { difference } = siteDifferences(compared)[differenceIndex(hour, forecast)] ?? { difference: undefined }
      const expected = naive(compared, hour, forecast)
      if (expected === null) expect(difference).toBeNull()
      else expect(difference).toBeCloseTo(expected, 9)
    }),
  ))
