import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { createTestContext } from '../../../platform/test-context.ts'
import { takeForecastHours } from './due.ts'
import { forgetForecastsJob } from './forecast-job.ts'
import { at, dayAfter, makeForecastSite } from './test-site.ts'

const today = '2026-07-20'
const tomorrow = '2026-07-21'

let made: Awaited<ReturnType<typeof createTestContext>>
let site: Awaited<ReturnType<typeof makeForecastSite>>
beforeAll(async () => {
  made = await createTestContext()
})
afterAll(() => made.drop())
beforeEach(async () => {
  for (const table of ['public_wbgt', 'evening_forecast']) await made.context.pool.query(`delete from ${table}`)
  made.time.now = at(today, 20)
  site = await makeForecastSite(made)
})

/** Days before today at 13:00: the forecast, and by how much more was measured. */
const past = async (...by: readonly number[]) => {
  for (const [index, more] of by.entries()) {
    const day = dayAfter(today, index - by.length)
    await site.forecast(day, { 12: 28.5, 15: 30 })
    await site.measure(day, { 13: 29 + more })
  }
}

describe('the difference of a place', () => {
  it('is added to the forecast, and shown with its days', async () => {
    await past(0.5, 1.5, 0.5, 0.9, 0.7)
    await site.check()
    await site.show(tomorrow, { 12: 29, 15: 29 })
    expect(await site.hour(tomorrow, 13)).toEqual({
      hour: 13,
      forecast: 29,
      isInterpolated: true,
      site: 29.7,
      source: 'difference',
      difference: 0.7,
      differenceDays: 5,
    })
    expect(await site.hour(tomorrow, 14)).toMatchObject({ site: 29.7, source: 'neighbours', differenceDays: 5 })
    expect(await site.hour(tomorrow, 15)).toMatchObject({ site: 29, source: 'none', difference: null, differenceDays: 0 })
  })

  it('does not depend on how often it is computed, and follows late readings', async () => {
    await past(1, 1, 1, 1, 1)
    await site.check()
    const before = await site.checks()
    await site.measure(dayAfter(today, -2), { 13: 30 })
    await site.check()
    expect(await site.checks()).toEqual(before)
    await site.measure(dayAfter(today, -5), { 13: 27 })
    await site.measure(dayAfter(today, -4), { 13: 27 })
    await site.measure(dayAfter(today, -3), { 13: 27 })
    await site.check()
    await site.show(tomorrow, { 12: 29, 15: 29 })
    expect(await site.hour(tomorrow, 13)).toMatchObject({ difference: -2 })
  })

  it('is written again of the days alone that rest on a late value', async () => {
    await past(...Array.from({ length: 50 }, (_, index) => (index % 7) / 2))
    await site.check()
    const versions = async () => {
      const { rows } = await made.context.pool.query<{ day: string; version: string }>(
        'select c.day::text as day, c.xmin::text as version from forecast_check c where c.office_id = $1 order by c.day',
        [site.office.office_id],
      )
      return new Map(rows.map(({ day, version }) => [day, version]))
    }
    const before = await versions()
    await site.measure(dayAfter(today, -40), { 13: 34 })
    await site.check()
    const rewritten = [...(await versions())].flatMap(([day, version]) => (before.get(day) === version ? [] : [day]))
    expect(rewritten).toEqual(Array.from({ length: 23 }, (_, index) => dayAfter(today, index - 40)))
    const checks = await site.checks()
    await made.context.pool.query(
      `insert into forecast_due (company_id, office_id, hour)
      select $1, $2, h.slot from heat_summary h where h.company_id = $1 and h.office_id = $2 on conflict do nothing`,
      [site.office.company_id, site.office.office_id],
    )
    await site.check()
    expect(await site.checks()).toEqual(checks)
  })

  it('takes many hours that were computed again a week at a time, the oldest first', async () => {
    const { pool } = made.context
    const { company_id: companyId, office_id: officeId } = site.office
    await pool.query(
      `insert into forecast_due (company_id, office_id, hour)
       select $1, $2, $3::timestamptz + make_interval(hours => n) from generate_series(0, 399) n`,
      [companyId, officeId, at('2026-06-01', 0)],
    )
    const take = async () =>
      (await takeForecastHours(pool, { companyId, officeId }, at(today, 0))).toSorted((a, b) => Number(a) - Number(b))
    const taken = [await take(), await take(), await take(), await take()]
    expect(taken.map(({ length }) => length)).toEqual([168, 168, 64, 0])
    expect(taken.map(([first]) => first)).toEqual([at('2026-06-01', 0), at('2026-06-08', 0), at('2026-06-15', 0), undefined])
  })

  it('rests on hours that are over alone', async () => {
    await past(1, 1, 1, 1)
    await site.forecast(today, { 12: 28.5, 15: 30 })
    await site.measure(today, { 13: 30 })
    await site.show(tomorrow, { 12: 29, 15: 29 })
    await site.check(at(today, 13.9))
    expect(await site.hour(tomorrow, 13)).toMatchObject({ source: 'none' })
    await site.check(at(today, 14.2))
    expect(await site.hour(tomorrow, 13)).toMatchObject({ source: 'difference', differenceDays: 5 })
  })

  it('begins again where a watcher is moved, and continues where one is replaced', async () => {
    await past(1, 1, 1, 1, 1)
    await site.check()
    await site.show(tomorrow, { 12: 29, 15: 29 })
    const move = (device_id: number, location_name: string) =>
      made.context.db.updateTable('device').set({ location_name }).where('device_id', '=', device_id).execute()
    await move(site.watcher, '倉庫')
    expect(await site.hour(tomorrow, 13)).toMatchObject({ source: 'none' })
    const other = await site.addWatcher('屋上')
    await site.forecast(today, { 12: 28.5, 15: 30 })
    await site.measure(today, { 13: 30 }, other)
    await site.check()
    const { places } = await site.read(tomorrow)
    expect(places.map(({ placeName, watcherId, hours }) => [placeName, watcherId, hours[13]?.differenceDays])).toEqual([
      ['屋上', other, 6],
      ['倉庫', site.watcher, 0],
    ])
  })

  it('is of the station that the site has now', async () => {
    await past(1, 1, 1, 1, 1)
    await site.check()
    await made.context.db
      .updateTable('office')
      .set({ public_wbgt_station: '62078' })
      .where('office_id', '=', site.office.office_id)
      .execute()
    await made.context.pool.query(`insert into public_wbgt (station, at, kind, wbgt) values ('62078', $1, 'forecast', 29)`, [
      at(tomorrow, 13),
    ])
    expect(await site.hour(tomorrow, 13)).toMatchObject({ forecast: 29, site: 29, source: 'none' })
  })
})

describe('the error of the forecasts', () => {
  it('is of what was shown at 17:00 the day before, beside that of the bare forecast', async () => {
    await past(1, 1, 1, 1, 1, 1.5, -0.5)
    await site.check()
    expect((await site.read(tomorrow)).error).toEqual({
      // Five days without a difference, then two with one of 1 °C.
      days7: { days: 7, mean: 0.6, meanAbsolute: 1, publicMean: 0.9, worst: { day: '2026-07-19', hour: 13, by: -1.5 } },
      days30: { days: 7, mean: 0.6, meanAbsolute: 1, publicMean: 0.9, worst: { day: '2026-07-19', hour: 13, by: -1.5 } },
      byDay: [
        ...['13', '14', '15', '16', '17'].map((day) => ({ day: `2026-07-${day}`, mean: 1, publicMean: 1 })),
        { day: '2026-07-18', mean: 0.5, publicMean: 1.5 },
        { day: '2026-07-19', mean: -1.5, publicMean: -0.5 },
      ],
    })
  })

  it('does not use what was measured after 17:00 the day before', async () => {
    for (const daysAgo of [6, 5, 4, 3, 2, 1]) {
      await site.forecast(dayAfter(today, -daysAgo), { 18: 26, 21: 26 })
      await site.measure(dayAfter(today, -daysAgo), { 18: 27 })
    }
    await site.check()
    const [, , , , fifth, last] = await site.checks()
    expect([fifth?.site[18], last?.site[18]]).toEqual([26, 26])
    await site.forecast(today, { 18: 26, 21: 26 })
    await site.measure(today, { 18: 27 })
    await site.check()
    expect((await site.checks()).at(-1)?.site[18]).toBe(27)
  })

  it('leaves today out, and what is older than 30 days', async () => {
    for (const day of [today, dayAfter(today, -31), dayAfter(today, -30), dayAfter(today, -8)]) {
      await site.forecast(day, { 12: 29, 15: 29 })
      await site.measure(day, { 13: 30 })
    }
    await site.check()
    const { days7, days30, byDay } = (await site.read(tomorrow)).error
    expect([days7.days, days7.mean, days7.worst, days30.days]).toEqual([0, null, null, 2])
    expect(byDay.map(({ day }) => day)).toEqual([dayAfter(today, -30), dayAfter(today, -8)])
  })

  it('is that of the bare forecast where the public station itself is the place', async () => {
    await made.context.db.updateTable('device').set({ installation_status: 0 }).where('device_id', '=', site.watcher).execute()
    for (const daysAgo of [7, 6, 5, 4, 3, 2, 1]) {
      await site.forecast(dayAfter(today, -daysAgo), { 12: 29, 15: 29 })
      await site.measure(dayAfter(today, -daysAgo), { 13: 30 }, 0)
    }
    await site.check()
    await site.show(tomorrow, { 12: 29, 15: 29 })
    const day = await site.read(tomorrow)
    expect(day.places).toMatchObject([{ watcherId: null, placeId: null, placeName: '環境省 44132' }])
    expect(day.hours[13]).toMatchObject({ site: 29, source: 'none' })
    expect(day.error.days7).toEqual({
      days: 7,
      mean: 1,
      meanAbsolute: 1,
      publicMean: 1,
      worst: { day: dayAfter(today, -7), hour: 13, by: 1 },
    })
  })

  it('is of the station that observed, also on the days before another one was chosen', async () => {
    await made.context.db.updateTable('device').set({ installation_status: 0 }).where('device_id', '=', site.watcher).execute()
    await site.forecast(dayAfter(today, -1), { 12: 29, 15: 29 })
    await site.measure(dayAfter(today, -1), { 13: 30 }, 0)
    await made.context.db
      .updateTable('office')
      .set({ public_wbgt_station: '62078' })
      .where('office_id', '=', site.office.office_id)
      .execute()
    await site.check()
    await site.show(tomorrow, { 12: 29, 15: 29 })
    expect(await site.checks()).toMatchObject([{ device_id: 0, day: dayAfter(today, -1) }])
    await made.context.pool.query(`update public_wbgt set station = '62078'`)
    expect((await site.read(tomorrow)).error.days7.days).toBe(0)
  })

  it('is kept a year', async () => {
    for (const daysAgo of [1, 366, 367]) {
      await site.forecast(dayAfter(today, -daysAgo), { 12: 29, 15: 29 })
      await site.measure(dayAfter(today, -daysAgo), { 13: 30 })
    }
    await site.check()
    await takeTurn(made.context, forgetForecastsJob)
    expect((await site.checks()).map(({ day }) => day)).toEqual([dayAfter(today, -366), dayAfter(today, -1)])
  })
})

it('public values are kept as long as readings are, forecasts ten days, and those of evenings a year', async () => {
  const { context, time } = made
  const ago = (hours: number) => new Date(time.now.getTime() - hours * 3_600_000)
  const { retentionDays } = context.config
  await context.db
    .insertInto('public_wbgt')
    .values([
      { station: '44132', at: ago(24 * retentionDays + 1), kind: 'measured', wbgt: 23 },
      { station: '44132', at: ago(24 * retentionDays - 1), kind: 'estimated', wbgt: 24 },
      { station: '44132', at: ago(241), kind: 'forecast', wbgt: 25 },
      { station: '44132', at: ago(239), kind: 'forecast', wbgt: 26 },
    ])
    .execute()
  await site.forecast(dayAfter(today, -366), { 12: 27, 15: 27 })
  await site.forecast(dayAfter(today, -367), { 12: 28, 15: 28 })
  await takeTurn(context, forgetForecastsJob)
  const values = await context.db.selectFrom('public_wbgt').select('wbgt').orderBy('at').execute()
  expect(values.map(({ wbgt }) => wbgt)).toEqual([24, 26])
  const evenings = await context.db.selectFrom('evening_forecast').select('day').execute()
  expect(evenings).toEqual([{ day: dayAfter(today, -366) }])
})

it('works on where nothing can be compared', async () => {
  await site.measure(dayAfter(today, -1), { 13: 30 })
  await site.check()
  expect(await site.checks()).toEqual([])
  const { rows } = await made.context.pool.query('select from forecast_due where office_id = $1', [site.office.office_id])
  expect(rows).toEqual([])
})
