import type { HourState, ReportStatistic, ReportType } from '@mimamori/contract'
import type { Selectable } from 'kysely'
import type { Pool } from 'pg'
import type { Database } from '../../../platform/database/database-types.ts'
import { coveredBy } from '../../../shared/monitoring/summaries/test-expected.ts'
import type { HourLine } from './days.ts'

/*
 * What the cells of a report must say, worked out from the stored readings and alerts one by one: not by the summaries,
 * not by the database, and not by the product's arithmetic of days. For tests.
 */

type Moment = { readonly day: string; readonly hour: number; readonly minute: string }
type ReadingRow = Selectable<Database['reading']>
type AlertRow = Pick<Selectable<Database['alert']>, 'kind' | 'user_id' | 'office_id' | 'started_at' | 'ended_at'>
type Reading = ReadingRow & Moment
type Alert = AlertRow & Moment

/** All that is on record of some people. */
export type Raw = { readonly readings: readonly Reading[]; readonly alerts: readonly Alert[] }

// The time zone's own data, with its history: no adding of nine hours.
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'medium' })
const momentOf = (at: Date): Moment => {
  const text = clock.format(at)
  return { day: text.slice(0, 10), hour: Number(text.slice(11, 13)), minute: text.slice(14, 16) }
}

/** Reads what is on record; of devices worn on the body only the vital tag says how somebody is. */
export const readRaw = async (pool: Pool, userIds: readonly number[]): Promise<Raw> => {
  const { rows: readings } = await pool.query<ReadingRow>(
    'select * from reading where user_id = any($1::int[]) order by at, device_id, call',
    [userIds],
  )
  const { rows: alerts } = await pool.query<AlertRow>(
    'select kind, user_id, office_id, started_at, ended_at from alert where user_id = any($1::int[]) and not withdrawn',
    [userIds],
  )
  return {
    readings: readings
      .filter((r) => r.hook === null && r.pressure === null && r.slave_battery === null)
      .map((r) => ({ ...r, ...momentOf(r.at) })),
    alerts: alerts.map((a) => ({ ...a, ...momentOf(a.started_at) })),
  }
}

type CellOwner = { readonly userId: number; readonly officeIds: readonly number[]; readonly day: string }

const of =
  ({ userId, officeIds }: CellOwner) =>
  (row: { user_id: number | null; office_id: number }) =>
    row.user_id === userId && officeIds.includes(row.office_id)

const columnOfType = { 1: 'wbgt', 2: 'excess', 3: 'total_level', 4: 'heart_rate' } as const
const stepsPerUnit = { 1: 10, 2: 10, 3: 1, 4: 1 } as const

/** Rounded half up in whole numbers: values have six decimals at most. */
const rounded = (values: readonly number[], stepsOfUnit: number): number => {
  const millionths = values.reduce((sum, value) => sum + Math.round(value * 1_000_000), 0) * stepsOfUnit
  const parts = values.length * 1_000_000
  return Math.floor((2 * millionths + parts) / (2 * parts)) / stepsOfUnit
}

/** A minute of a day that somebody's tag represents, and the site that it was at. */
type Connected = Moment & { readonly office_id: number }

/** Minutes at two sites count at both, up to the whole hour. */
const connectedOf = (connected: readonly Connected[], hasAlert: boolean): number | null => {
  if (connected.length === 0) return hasAlert ? 0 : null
  return Math.min(60, new Set(connected.map(({ office_id: officeId, minute }) => `${officeId} ${minute}`)).size)
}

const valueOf = (type: Exclude<ReportType, 5>, statistic: ReportStatistic, readings: readonly Reading[]): number | null => {
  const values = readings.flatMap((reading) => reading[columnOfType[type]] ?? [])
  if (values.length === 0) return null
  return rounded(statistic === 'max' || type === 3 ? [Math.max(...values)] : values, stepsPerUnit[type])
}

const levelOf = (type: ReportType, value: number | null): 0 | 1 | 2 | 3 | null => {
  if (value === null || type === 1 || type === 4 || type === 5) return null
  if (type === 3) return value as 0 | 1 | 2 | 3
  if (value < 0) return 0
  if (value < 1) return 1
  return value < 3 ? 2 : 3
}

const isSilent = (alerts: readonly Alert[], from: Date, to: Date, now: Date): boolean =>
  alerts.some(({ kind, started_at: start, ended_at: end }) => kind === 'silent' && start < to && (end ?? now) > from)

const stateOf = (value: number | null, readings: readonly Reading[], silent: boolean): HourState => {
  if (readings.length === 0 && silent) return 'silent'
  if (value !== null) return 'measured'
  return readings.length === 0 ? 'none' : 'missing'
}

/** The line of one day of somebody at these sites. */
export const expectedLine = (raw: Raw, owner: CellOwner, type: ReportType, statistic: ReportStatistic, now: Date): HourLine => {
  const readings = raw.readings.filter(of(owner)).filter(({ day }) => day === owner.day)
  const alerts = raw.alerts.filter(of(owner))
  const ofPerson = raw.readings.filter(({ user_id: userId }) => userId === owner.userId)
  const connected = coveredBy(ofPerson, () => true)
    .filter(({ reading }) => of(owner)(reading))
    .map(({ minute, reading }): Connected => ({ ...momentOf(new Date(minute)), office_id: reading.office_id }))
    .filter(({ day }) => day === owner.day)
  const line: HourLine = { data: [], levels: [], emergencies: [], states: [] }
  for (let hour = 0; hour < 24; hour++) {
    const own = readings.filter((reading) => reading.hour === hour)
    const begun = alerts.filter((alert) => alert.day === owner.day && alert.hour === hour)
    const from = new Date(`${owner.day}T${String(hour).padStart(2, '0')}:00:00+09:00`)
    const value =
      type === 5
        ? connectedOf(
            connected.filter((minute) => minute.hour === hour),
            begun.length > 0,
          )
        : valueOf(type, statistic, own)
    line.data.push(value)
    line.levels.push(levelOf(type, value))
    line.emergencies.push(begun.filter(({ kind }) => kind === 'emergency').length)
    line.states.push(stateOf(value, own, isSilent(alerts, from, new Date(from.getTime() + 3_600_000), now)))
  }
  return line
}

/** The group of the last reading of a day at a site; undefined where there is none. */
export const expectedGroup = (raw: Raw, owner: CellOwner): number | null | undefined =>
  raw.readings.findLast((reading) => of(owner)(reading) && reading.day === owner.day)?.group_id

/** Whether anything is on record of somebody at a site on a day. */
export const wasThere = (raw: Raw, owner: CellOwner): boolean =>
  raw.readings.filter(of(owner)).some(({ day }) => day === owner.day) || raw.alerts.filter(of(owner)).some(({ day }) => day === owner.day)
