import { itemAt } from '@mimamori/contract/typed-lists'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext } from '../../../platform/test-context.ts'
import { at, dayAfter, makeForecastSite } from './test-site.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
beforeAll(async () => {
  made = await createTestContext()
})
afterAll(() => made.drop())

const firstDay = '2026-06-01'
const hoursTried = [7, 10, 13, 16, 19]
const tenth = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((value) => value / 10)

/** A day: what was forecast of every hour tried and what was measured, °C; some days and hours have none. */
const someDay = fc.record({
  forecast: fc.option(tenth(22, 32), { freq: 8 }),
  measured: fc.array(fc.option(tenth(20, 38), { freq: 5 }), { minLength: hoursTried.length, maxLength: hoursTried.length }),
  /** Measured values come in time, or so many days late. */
  late: fc.constantFrom(0, 0, 0, 1, 4),
})
const someSeason: fc.Arbitrary<Season> = fc.array(someDay, { minLength: 12, maxLength: 35 })
type Season = readonly { readonly forecast: number | null; readonly measured: readonly (number | null)[]; readonly late: number }[]

/** Of its last day an earlier hour is checked while the next one has ended this minute: that one does not count yet. */
const endsThisMinute = (): Season => {
  const none = { forecast: null, measured: hoursTried.map(() => null), late: 0 }
  const cool = { forecast: 22, measured: [null, 20, null, null, null], late: 0 }
  return [none, none, none, cool, none, none, none, cool, cool, none, cool, { ...cool, measured: [20, 20, null, null, null] }]
}

const bandOf = (value: number) => (value > 28 ? 'high' : value >= 25 ? 'middle' : 'low')

/** The rule written down once more: what to add to a forecast of an hour, from what came and was over at an instant. */
const naiveDifference = (season: Season, hour: number, forecast: number, now: Date): number | null => {
  const isKnown = (day: number, of: number) =>
    season[day]?.forecast !== null &&
    (season[day]?.measured[hoursTried.indexOf(of)] ?? null) !== null &&
    at(dayAfter(firstDay, day), of + 1) <= now
  const days = [...season.keys()].filter((day) => hoursTried.some((of) => isKnown(day, of)))
  const values = days.slice(-21).flatMap((day) => {
    const { forecast: expected, measured } = itemAt(season, day)
    const actual = measured[hoursTried.indexOf(hour)] ?? null
    return expected !== null && actual !== null && isKnown(day, hour) && bandOf(expected) === bandOf(forecast) ? [actual - expected] : []
  })
  if (values.length < 5) return null
  values.sort((a, b) => a - b)
  const median = (itemAt(values, Math.floor((values.length - 1) / 2)) + itemAt(values, Math.floor(values.length / 2))) / 2
  return Math.max(-4, Math.min(4, median))
}

/** Rounded to a tenth; a half may fall on either side. */
const isShownAs = (shown: number | null, value: number): boolean => shown !== null && Math.abs(shown - value) < 0.0501

/** A season day by day, as it comes in: forecasts the evening before, measured values in time or late. */
const live = async (site: Awaited<ReturnType<typeof makeForecastSite>>, season: Season, everyDay: (index: number) => Promise<void>) => {
  for (const index of season.keys()) {
    const { forecast } = itemAt(season, index)
    const values = Object.fromEntries(Array.from({ length: 9 }, (_, third) => [third * 3, forecast ?? 0]))
    if (forecast !== null) await site.forecast(dayAfter(firstDay, index), values)
    for (const [day, { measured, late }] of season.entries())
      if (day + late === index)
        await site.measure(
          dayAfter(firstDay, day),
          Object.fromEntries(hoursTried.flatMap((hour, which) => (measured[which] === null ? [] : [[hour, measured[which] ?? 0]]))),
        )
    await everyDay(index)
  }
}

/** The season as far as it had come in on a day. */
const knownOn = (season: Season, today: number): Season =>
  season.slice(0, today + 1).map((day, index) => (index + day.late <= today ? day : { ...day, measured: hoursTried.map(() => null) }))

it('of any season a difference is that of the rule, bounded, and of nothing that is not over; an error is of the evening before', () =>
  fc.assert(
    fc.asyncProperty(someSeason, fc.integer({ min: 8, max: 20 }), tenth(22, 32), async (season, hourOfChecks, tomorrows) => {
      await made.context.pool.query('truncate evening_forecast, public_wbgt')
      const site = await makeForecastSite(made)
      await live(site, season, async (index) => {
        const now = at(dayAfter(firstDay, index), hourOfChecks)
        await site.check(now)
        if (index % 6 !== 5) return
        const tomorrow = dayAfter(firstDay, index + 1)
        await site.show(tomorrow, Object.fromEntries(Array.from({ length: 9 }, (_, third) => [third * 3, tomorrows])))
        // The job leaves an hour its last minutes to be summed up.
        const counted = new Date(now.getTime() - 6 * 60_000)
        const { hours } = await site.read(tomorrow)
        for (const hour of hoursTried) {
          const shown = itemAt(hours, hour)
          const expected = naiveDifference(knownOn(season, index), hour, tomorrows, counted)
          if (expected === null) expect(shown.source).not.toBe('difference')
          else expect(shown.source === 'difference' && isShownAs(shown.site, tomorrows + expected)).toBe(true)
          expect(Math.abs(shown.difference ?? 0)).toBeLessThanOrEqual(4)
        }
      })
      // Once no more comes in, each day is as if nothing had been late.
      await site.check(at(dayAfter(firstDay, season.length + 5), 12))
      for (const { day, forecast, site: values, measured } of await site.checks())
        for (const hour of hoursTried) {
          const [bare, shown] = [forecast[hour] ?? null, values[hour] ?? null]
          if (bare === null || (measured[hour] ?? null) === null) continue
          const known = naiveDifference(knownOn(season, season.length - 1), hour, bare, at(dayAfter(day, -1), 17))
          if (known !== null) expect(isShownAs(shown, bare + known)).toBe(true)
        }
    }),
    { numRuns: 6, examples: [[endsThisMinute(), 11, 22]] },
  ))
