import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestContext } from '../../../platform/test-context.ts'
import { makeDevice, makeOffice } from '../../organisation/test-factories.ts'
import { readForecastDay } from './read-forecast-day.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
beforeAll(async () => {
  made = await createTestContext()
})
afterAll(() => made.drop())
beforeEach(() => made.context.pool.query('delete from public_wbgt'))

const at = (time: string) => new Date(`2026-07-21T${time}:00+09:00`)
const read = (office: { company_id: number; office_id: number }, date = '2026-07-21') =>
  readForecastDay(made.context.db, { companyId: office.company_id, officeId: office.office_id, date, now: made.time.now })
const forecast = (time: string, wbgt: number) => ({ station: '44132', at: at(time), kind: 'forecast', wbgt })

it('interpolates between the hours that the service publishes, and marks it', async () => {
  const office = await makeOffice(made.context.db, { public_wbgt_station: '44132' })
  await makeDevice(made.context.db, 'heat', office.office_id, { location_name: '屋上', company_id: office.company_id })
  await made.context.db
    .insertInto('public_wbgt')
    .values([forecast('12:00', 30), forecast('15:00', 27)])
    .execute()
  const day = await read(office)
  expect(day).toMatchObject({ basis: 'forecast', why: null, station: '44132', hottest: { placeName: '屋上' } })
  expect(day.hours.slice(11, 17).map(({ site, isInterpolated }) => [site, isInterpolated])).toEqual([
    [null, false],
    [30, false],
    [29, true],
    [28, true],
    [27, false],
    [null, false],
  ])
})

it('has no values where there is neither a forecast nor a measured day', async () => {
  const office = await makeOffice(made.context.db, { public_wbgt_station: null })
  const day = await read(office)
  expect(day).toMatchObject({ basis: 'none', why: 'noStation', places: [], hottest: null })
  expect(day.hours).toHaveLength(24)
})
