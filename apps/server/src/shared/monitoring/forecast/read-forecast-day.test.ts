import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestContext } from '../../../platform/test-context.ts'
import { at, dayAfter, makeForecastSite, station } from './test-site.ts'

const today = '2026-07-20'
const tomorrow = '2026-07-21'
const year = { '2025-07-21': 1, '2024-07-21': 2, '2023-07-21': 3 }

let made: Awaited<ReturnType<typeof createTestContext>>
let site: Awaited<ReturnType<typeof makeForecastSite>>
beforeAll(async () => {
  made = await createTestContext()
})
afterAll(() => made.drop())
beforeEach(async () => {
  for (const table of ['public_wbgt', 'public_station_fetch', 'evening_forecast']) await made.context.pool.query(`delete from ${table}`)
  made.time.now = at(today, 20)
  site = await makeForecastSite(made)
})

const setStation = (number: string | null) =>
  made.context.db.updateTable('office').set({ public_wbgt_station: number }).where('office_id', '=', site.office.office_id).execute()
const answered = (forecast_requested_at: Date, forecast_answered = true) =>
  made.context.db
    .insertInto('public_station_fetch')
    .values({ station, observed_requested_at: forecast_requested_at, forecast_requested_at, forecast_answered })
    .execute()
const morning = { 7: 24, 8: 25, 9: 26, 10: 27, 11: 28, 12: 29 }

describe('a forecast', () => {
  it('is interpolated between the hours that the service publishes, and marked', async () => {
    await site.show(tomorrow, { 12: 30, 15: 27 })
    const day = await site.read(tomorrow)
    expect(day).toMatchObject({ basis: 'forecast', why: null, station, issuedAt: at(today, 17), measuredOf: null })
    expect(day.hours.slice(11, 17).map(({ site: value, isInterpolated }) => [value, isInterpolated])).toEqual([
      [null, false],
      [30, false],
      [29, true],
      [28, true],
      [27, false],
      [null, false],
    ])
  })

  it('ends with the next day’s midnight, and is not invented across a gap', async () => {
    await site.show(tomorrow, { 9: 26, 15: 30, 21: 26, 24: 25 })
    const { hours } = await site.read(tomorrow)
    expect(hours.flatMap(({ hour, forecast }) => (forecast === null ? [] : [[hour, forecast]]))).toEqual([
      [9, 26],
      [15, 30],
      [21, 26],
      [22, 25.7],
      [23, 25.3],
    ])
  })

  it('is of the site’s hottest place first, named as people name it', async () => {
    const { db } = made.context
    const { company_id, office_id } = site.office
    const { place_id } = await db
      .insertInto('named_place')
      .values({ company_id, office_id, name: '東側' })
      .returning('place_id')
      .executeTakeFirstOrThrow()
    const east = await site.addWatcher('東側')
    const nameless = await site.addWatcher(null)
    for (const daysAgo of [5, 4, 3, 2, 1]) {
      await site.forecast(dayAfter(today, -daysAgo), { 12: 29, 15: 29 })
      await site.measure(dayAfter(today, -daysAgo), { 13: 28 })
      await site.measure(dayAfter(today, -daysAgo), { 13: 31 }, east)
    }
    await site.check()
    await site.show(tomorrow, { 12: 29, 15: 29 })
    const day = await site.read(tomorrow)
    expect(day.hottest).toMatchObject({ placeId: place_id, placeName: '東側', watcherId: east })
    expect(day.hours[13]?.site).toBe(31)
    expect(day.error.days7).toMatchObject({ days: 5, mean: 2 })
    expect(new Set(day.places.map(({ watcherId }) => watcherId))).toEqual(new Set([site.watcher, east, nameless]))
  })
})

describe('without a forecast', () => {
  it.each([
    ['no station is chosen', 'noStation', () => setStation(null)],
    ['the station was never asked for', 'unreached', () => undefined],
    ['the service does not answer', 'unreached', () => answered(at(today, 20), false)],
    ['nobody has asked for hours', 'unreached', () => answered(at(today, 16))],
    ['the service answers nothing in season', 'unreached', () => answered(at(today, 20))],
    ['its forecasts end the day before', 'notYet', () => Promise.all([answered(at(today, 20)), site.show(today, { 21: 26, 24: 25 })])],
  ])('where %s it says so and shows no value', async (_, why, prepare) => {
    await prepare()
    const day = await site.read(tomorrow)
    expect(day).toMatchObject({ basis: 'none', why, issuedAt: null, measuredOf: null, places: [], hottest: null })
    expect(day.hours.map(({ site: value }) => value)).toEqual(Array.from({ length: 24 }, () => null))
  })

  it('is off season where the service answers nothing in these months, unless it has values', async () => {
    made.time.now = at('2026-11-20', 20)
    await answered(at('2026-11-20', 20))
    expect(await site.read('2026-11-21')).toMatchObject({ basis: 'none', why: 'offSeason' })
    await site.show('2026-11-21', { 12: 14, 15: 15 })
    expect(await site.read('2026-11-21')).toMatchObject({ basis: 'forecast', why: null })
  })

  it('shows the same day of the last years, marked with its date, else one of last week', async () => {
    await site.measure(dayAfter(today, -1), morning)
    expect(await site.read(tomorrow)).toMatchObject({ basis: 'measured', measuredOf: '2026-07-19' })
    await site.measure(dayAfter(tomorrow, -7), morning)
    expect(await site.read(tomorrow)).toMatchObject({ measuredOf: '2026-07-14' })
    for (const day of Object.keys(year).toReversed()) {
      await site.measure(day, { ...morning, 12: 31 })
      expect(await site.read(tomorrow)).toMatchObject({ basis: 'measured', why: 'unreached', measuredOf: day })
    }
    const { hours, hottest } = await site.read(tomorrow)
    expect(hottest?.placeName).toBe('屋上')
    expect(hours[12]).toEqual({
      hour: 12,
      forecast: null,
      isInterpolated: false,
      site: 31,
      source: 'measured',
      difference: null,
      differenceDays: 0,
    })
  })

  it('prefers a day of which more is known, and never shows today', async () => {
    await site.measure('2025-07-21', { 12: 31 })
    expect(await site.read(tomorrow)).toMatchObject({ measuredOf: '2025-07-21' })
    await site.measure(dayAfter(tomorrow, -7), morning)
    expect(await site.read(tomorrow)).toMatchObject({ measuredOf: '2026-07-14' })
    await made.context.db.deleteFrom('heat_summary').where('office_id', '=', site.office.office_id).execute()
    await site.measure(today, morning)
    expect(await site.read(tomorrow)).toMatchObject({ basis: 'none' })
  })

  it('shows what the public station observed where no watcher measured', async () => {
    await site.measure('2025-07-21', morning, 0)
    expect((await site.read(tomorrow)).places).toMatchObject([{ watcherId: null, placeName: '環境省 44132' }])
    await site.measure('2025-07-21', morning)
    expect((await site.read(tomorrow)).places).toMatchObject([{ watcherId: site.watcher, placeName: '屋上' }])
  })

  it('shows all the same how wrong earlier forecasts were', async () => {
    await site.forecast(dayAfter(today, -8), { 12: 29, 15: 29 })
    await site.measure(dayAfter(today, -8), { 13: 30 })
    await site.check()
    const worst = { day: dayAfter(today, -8), hour: 13, by: 1 }
    expect(await site.read(tomorrow)).toMatchObject({ basis: 'none', error: { days30: { days: 1, mean: 1, worst } } })
    await site.measure('2025-07-21', morning, site.watcher + 1_000)
    expect(await site.read(tomorrow)).toMatchObject({ basis: 'measured', error: { days30: { days: 1, mean: 1, worst } } })
  })

  it('shows 28 February for the 29th', async () => {
    made.time.now = at('2028-02-28', 20)
    await site.measure('2027-02-28', morning)
    expect(await site.read('2028-02-29')).toMatchObject({ measuredOf: '2027-02-28' })
  })
})

it('tells nothing of another site', async () => {
  const other = await makeForecastSite(made)
  await site.measure('2025-07-21', morning)
  expect(await other.read(tomorrow)).toMatchObject({ basis: 'none' })
})
