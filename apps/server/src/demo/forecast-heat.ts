import { chance, dayMs, heatAt, shiftFor, siteTime } from '@mimamori/simulator'
import type { Pool } from 'pg'
import { arrayOf, instantOf } from '../platform/database/columns.ts'
import { inTransaction } from '../platform/database/recurring.ts'
import type { TableRow } from '../platform/database/table-row.ts'
import { japanDay, japanDayRange } from '../platform/japan-time.ts'
import { checkOffice } from '../shared/monitoring/forecast/check-office.ts'
import { keepEveningForecasts } from '../shared/monitoring/forecast/evening-forecast.ts'
import type { DemoSite } from './demo-file.ts'
import { pastHeat } from './past-heat.ts'

const hourMs = 3_600_000
const slotMs = 10 * 60_000
/** The service publishes each third hour, and for the day of the announcement and the two after it. */
const everyMs = 3 * hourMs
const daysAhead = 2
const pastDays = 31
/** Announced at 17:00. */
const announcedHour = 17

/** The station lies over grass in the sun, a little cooler than a scaffold. */
const stationPlace = { serial: 'station', place: '公表の観測地点', exposure: 'scaffold' } as const
const coolerAtStation = 0.5
/** A forecast of the evening before is off by so much at most, the same for a day; and by a little more hour by hour. */
const offByDay = 0.7
const offByHour = 0.35

type Values = readonly { readonly at: Date; readonly wbgt: number; readonly issuedAt: Date }[]

/** What the service would have said at 17:00 the day before of each third hour of days around now. */
const forecastsOf = (seed: number, anchorMs: number, readingsFromMs: number): Values => {
  const shiftMs = shiftFor(anchorMs)
  const hotDay = siteTime(anchorMs, shiftMs).day
  const fromMs = japanDayRange(japanDay(new Date(anchorMs))).from.getTime() - pastDays * dayMs
  const past = pastHeat({ seed, anchorMs, fromMs, toMs: readingsFromMs }, stationPlace)
  const wbgtAt = (atMs: number): number => {
    const time = siteTime(atMs, shiftMs)
    const before = atMs < readingsFromMs ? past[Math.floor((atMs - fromMs) / slotMs)] : undefined
    return (before ?? heatAt(seed, stationPlace.place, stationPlace.exposure, time, hotDay)).wbgt - coolerAtStation
  }
  const days = pastDays + daysAhead + 1
  return Array.from({ length: days }, (_, day) => fromMs + day * dayMs).flatMap((beginMs, day) =>
    Array.from({ length: dayMs / everyMs + 1 }, (__, index) => {
      const atMs = beginMs + index * everyMs
      const off = (chance(seed, 'forecast', day) * 2 - 1) * offByDay + (chance(seed, 'forecast', day, index) * 2 - 1) * offByHour
      // In tenths, as the service writes them.
      const wbgt = Math.round((wbgtAt(atMs) + off) * 10) / 10
      return { at: new Date(atMs), wbgt, issuedAt: new Date(beginMs - dayMs + announcedHour * hourMs) }
    }),
  )
}

// What the service itself said, where it can be reached, is newer and stays.
const insertForecasts = `
  insert into public_wbgt (station, at, kind, wbgt, fetched_at, issued_at)
  select $1, x.at, 'forecast', x.wbgt, x.issued_at, x.issued_at
    from unnest($2::timestamptz[], $3::real[], $4::timestamptz[]) as x (at, wbgt, issued_at)
  on conflict do nothing`

const findStation = async (pool: Pool, { companyId, officeId }: DemoSite): Promise<string | null> => {
  const { rows } = await pool.query<TableRow<'office', 'public_wbgt_station'>>(
    'select o.public_wbgt_station from office o where o.company_id = $1 and o.office_id = $2',
    [companyId, officeId],
  )
  return rows[0]?.public_wbgt_station ?? null
}

/** Of two values for a midnight, the end of one day and the begin of the next, the later said; no day further than the service would say. */
const publishedOf = (values: Values, now: Date): Values => {
  const byTime = new Map(values.map((value) => [value.at.getTime(), value]))
  const until = japanDayRange(japanDay(now)).from.getTime() + (daysAhead + 1) * dayMs
  return [...byTime.values()].filter(({ at }) => at.getTime() <= until)
}

const publish = async (pool: Pool, station: string, values: Values, now: Date): Promise<void> => {
  const known = values.filter(({ issuedAt }) => issuedAt <= now)
  await keepEveningForecasts(pool, station, known)
  const published = publishedOf(values, now)
  await pool.query(insertForecasts, [
    station,
    arrayOf(published, ({ at }) => instantOf(at.getTime())),
    arrayOf(published, ({ wbgt }) => wbgt),
    arrayOf(published, ({ issuedAt }) => instantOf(Math.min(issuedAt.getTime(), now.getTime()))),
  ])
}

type Weeks = { readonly seed: number; readonly anchorMs: number; readonly readingsFromMs: number }

/**
 * Gives a demo site's station the forecasts of the last weeks and of the days to come, and compares what the site measured with them, so
 * that a plan of tomorrow has a forecast, this site's difference and the error of the days before. The real service is not needed.
 */
export const forecastHeat = async (pool: Pool, site: DemoSite, { seed, anchorMs, readingsFromMs }: Weeks): Promise<void> => {
  const station = await findStation(pool, site)
  if (station === null) return
  const now = new Date(anchorMs)
  await publish(pool, station, forecastsOf(seed, anchorMs, readingsFromMs), now)
  const times = Array.from({ length: pastDays + 1 }, (_, day) => new Date(anchorMs - day * dayMs))
  const client = await pool.connect()
  try {
    await inTransaction(client, () => checkOffice(client, site, times, now))
  } finally {
    client.release()
  }
}
