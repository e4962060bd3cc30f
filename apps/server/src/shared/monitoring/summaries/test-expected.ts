import { HEAT_WORK_AIR, HEAT_WORK_WBGT } from '@mimamori/heat'
import type { Selectable } from 'kysely'
import type { Pool } from 'pg'
import type { Database } from '../../../platform/database/database-types.ts'
import { beginOf, hourMs } from './due.ts'
import type { HourlySummary } from './read.ts'

type Reading = Selectable<Database['reading']>
type Alert = Pick<Selectable<Database['alert']>, 'user_id' | 'office_id' | 'started_at'>

const known = <Value>(values: readonly (Value | null)[]): Value[] => values.filter((value): value is Value => value !== null)
const maximum = (values: readonly (number | null)[]): number | null => (known(values).length === 0 ? null : Math.max(...known(values)))
// Summed in millionths: values have at most six digits, and their sum has no order then.
const sum = (values: readonly (number | null)[]): number => known(values).reduce((total, value) => total + Math.round(value * 1e6), 0) / 1e6
const minutesOf = (readings: readonly Reading[]): number => new Set(readings.map(({ at }) => at.getUTCMinutes())).size

const newest = (readings: readonly Reading[]): Reading | undefined =>
  readings.toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.device_id - a.device_id || Number(b.call) - Number(a.call))[0]

const levelMinutes = (readings: readonly Reading[], level: number): number =>
  [...Map.groupBy(readings, ({ at }) => at.getUTCMinutes()).values()].filter((own) => maximum(own.map((r) => r.total_level)) === level)
    .length

const summaryOf = (readings: readonly Reading[], alerts: number) => ({
  group_id: newest(readings)?.group_id ?? null,
  readings: readings.length,
  heart_rate_max: maximum(readings.map((r) => r.heart_rate)),
  heart_rate_sum: sum(readings.map((r) => r.heart_rate)),
  heart_rate_count: known(readings.map((r) => r.heart_rate)).length,
  wbgt_max: maximum(readings.map((r) => r.wbgt)),
  wbgt_sum: sum(readings.map((r) => r.wbgt)),
  wbgt_count: known(readings.map((r) => r.wbgt)).length,
  excess_max: maximum(readings.map((r) => r.excess)),
  excess_sum: sum(readings.map((r) => r.excess)),
  excess_count: known(readings.map((r) => r.excess)).length,
  level_max: maximum(readings.map((r) => r.total_level)),
  connected_minutes: minutesOf(readings),
  level1_minutes: levelMinutes(readings, 1),
  level2_minutes: levelMinutes(readings, 2),
  level3_minutes: levelMinutes(readings, 3),
  heat_minutes: readings.every((r) => r.wbgt === null)
    ? null
    : minutesOf(readings.filter((r) => (r.wbgt ?? 0) >= HEAT_WORK_WBGT || (r.temperature ?? 0) >= HEAT_WORK_AIR)),
  exposure_minutes: readings.every((r) => r.exposed === null) ? null : minutesOf(readings.filter((r) => r.exposed)),
  alerts,
})

/** The hourly summaries of people from all their stored data, computed without the database: for tests. */
export const expectedHours = async (pool: Pool, userIds: readonly number[]): Promise<HourlySummary[]> => {
  const { rows: all } = await pool.query<Reading>('select * from reading where user_id = any($1::int[])', [userIds])
  const { rows: alerts } = await pool.query<Alert>(
    'select user_id, office_id, started_at from alert where user_id = any($1::int[]) and not withdrawn',
    [userIds],
  )
  const readings = all.filter((r) => r.hook === null && r.pressure === null && r.slave_battery === null)
  const keyOf = (userId: number | null, officeId: number, at: Date) => JSON.stringify([userId, beginOf(at.getTime(), hourMs), officeId])
  const byHour = Map.groupBy(readings, (r) => keyOf(r.user_id, r.office_id, r.at))
  const alertsByHour = Map.groupBy(alerts, (a) => keyOf(a.user_id, a.office_id, a.started_at))
  return [...new Set([...byHour.keys(), ...alertsByHour.keys()])]
    .map((key) => {
      const [user_id, hour, office_id] = JSON.parse(key) as [number, number, number]
      return { user_id, office_id, hour: new Date(hour), ...summaryOf(byHour.get(key) ?? [], alertsByHour.get(key)?.length ?? 0) }
    })
    .toSorted((a, b) => a.user_id - b.user_id || a.hour.getTime() - b.hour.getTime() || a.office_id - b.office_id)
}
