import { sql } from 'kysely'
import { itemAt } from '@mimamori/contract/typed-lists'
import { japanDayRange } from '../../../platform/japan-time.ts'
import { takeTurn } from '../../../platform/database/recurring.ts'
import type { createTestContext } from '../../../platform/test-context.ts'
import { makeDevice, makeOffice } from '../../organisation/test-factories.ts'
import { markForecastHours } from './due.ts'
import { keepEveningForecasts } from './evening-forecast.ts'
import { forecastJob } from './forecast-job.ts'
import { readForecastDay } from './read-forecast-day.ts'

const hourMs = 3_600_000

export const station = '44132'

type Hours = readonly (number | null)[]
type CheckedRow = {
  readonly device_id: number
  readonly day: string
  readonly forecast: Hours
  readonly site: Hours
  readonly measured: Hours
}

/** WBGT in °C by hour of the day. */
export type ByHour = Readonly<Record<number, number>>

export const at = (day: string, hour: number): Date => new Date(japanDayRange(day).from.getTime() + hour * hourMs)
export const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * 24 * hourMs).toISOString().slice(0, 10)

/** A site with one watcher, and what tests do there. */
export const makeForecastSite = async ({ context, time }: Awaited<ReturnType<typeof createTestContext>>) => {
  const { db, pool } = context
  const office = await makeOffice(db, { public_wbgt_station: station })
  const { company_id: companyId, office_id: officeId } = office
  const addWatcher = async (location_name: string | null = '屋上') =>
    (await makeDevice(db, 'heat', officeId, { location_name, company_id: companyId })).device_id
  const watcher = await addWatcher()
  return {
    office,
    watcher,
    addWatcher,
    /** What the service said of a day the evening before. */
    forecast: (day: string, values: ByHour) =>
      keepEveningForecasts(
        pool,
        station,
        Object.entries(values).map(([hour, wbgt]) => ({ at: at(day, Number(hour)), wbgt, issuedAt: at(dayAfter(day, -1), 17) })),
      ),
    /** The newest forecast, as it is shown. */
    show: async (day: string, values: ByHour) => {
      for (const [hour, wbgt] of Object.entries(values))
        await db
          .insertInto('public_wbgt')
          .values({ station, at: at(day, Number(hour)), kind: 'forecast', wbgt, issued_at: at(dayAfter(day, -1), 17) })
          .onConflict((conflict) => conflict.columns(['station', 'at', 'kind']).doUpdateSet({ wbgt }))
          .execute()
    },
    /** What a device measured, one value an hour; device 0 is the public station. */
    measure: async (day: string, values: ByHour, device_id = watcher) => {
      const slots = Object.entries(values).map(([hour, wbgt]) => ({ slot: at(day, Number(hour)), wbgt }))
      for (const { slot, wbgt } of slots)
        await db
          .insertInto('heat_summary')
          .values({
            company_id: companyId,
            office_id: officeId,
            device_id,
            slot,
            serial: device_id === 0 ? station : String(device_id),
            source: device_id === 0 ? 'public' : 'measured',
            wbgt_max: wbgt,
            wbgt_sum: wbgt,
            wbgt_count: 1,
          })
          .onConflict((conflict) =>
            conflict.columns(['company_id', 'device_id', 'slot', 'office_id']).doUpdateSet({ wbgt_max: wbgt, wbgt_sum: wbgt }),
          )
          .execute()
      await markForecastHours(
        pool,
        companyId,
        slots.map(({ slot }) => ({ office_id: officeId, slot })),
      )
    },
    check: (now?: Date) => {
      if (now !== undefined) time.now = now
      return takeTurn(context, forecastJob)
    },
    read: (date: string) => readForecastDay(db, { companyId, officeId, date, now: time.now }),
    /** An hour of the hottest place. */
    hour: async (date: string, hour: number) =>
      itemAt((await readForecastDay(db, { companyId, officeId, date, now: time.now })).hours, hour),
    checks: async () => {
      const { rows } = await sql<CheckedRow>`
        select c.device_id, c.day, c.forecast, c.site, c.measured from forecast_check c
         where c.company_id = ${companyId} and c.office_id = ${officeId} order by c.day, c.device_id`.execute(db)
      return rows
    },
  }
}
