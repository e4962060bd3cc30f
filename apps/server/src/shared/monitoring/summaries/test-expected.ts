import { HEAT_WORK_AIR, HEAT_WORK_WBGT } from '@mimamori/heat'
import type { Selectable } from 'kysely'
import type { Pool } from 'pg'
import type { Database } from '../../../platform/database/database-types.ts'
import { beginOf, hourMs } from './due.ts'
import type { HourlySummary } from './read.ts'

type Reading = Selectable<Database['reading']>
type Alert = Pick<Selectable<Database['alert']>, 'user_id' | 'office_id' | 'started_at'>

const minuteMs = 60_000
const known = <Value>(values: readonly (Value | null)[]): Value[] => values.filter((value): value is Value => value !== null)
const maximum = (values: readonly (number | null)[]): number | null => (known(values).length === 0 ? null : Math.max(...known(values)))
// Summed in millionths: values have at most six digits, and their sum has no order then.
const sum = (values: readonly (number | null)[]): number => known(values).reduce((total, value) => total + Math.round(value * 1e6), 0) / 1e6

/** What says which minutes a reading of a tag represents. */
type Sent = Pick<Reading, 'at' | 'device_id' | 'call' | 'gap_seconds' | 'interval_minutes'>

const inOrder = (a: Sent, b: Sent) => a.at.getTime() - b.at.getTime() || a.device_id - b.device_id || Number(a.call) - Number(b.call)

/** The longest ms to a neighbour that is no gap; of what was stored before it was noted, by what the reading says. */
const gapMs = ({ gap_seconds: stored, interval_minutes: said }: Sent): number =>
  stored === null ? Math.min(150, Math.max(5, 2.5 * (said ?? 0))) * minuteMs : stored * 1_000

/** A minute, epoch ms, for which a reading counts. */
type Covered<Of> = { readonly minute: number; readonly reading: Of }

const coveredByDevice = <Of extends Sent>(readings: readonly Of[], hasValue: (reading: Of) => boolean): Covered<Of>[] => {
  const valid = readings.filter(hasValue).toSorted(inOrder)
  return valid.flatMap((reading, index) => {
    const next = valid[index + 1]
    const own = beginOf(reading.at.getTime(), minuteMs)
    const isNear = next !== undefined && next.at.getTime() - reading.at.getTime() <= Math.min(gapMs(reading), gapMs(next))
    const end = isNear ? Math.max(own + minuteMs, beginOf(next.at.getTime(), minuteMs)) : own + minuteMs
    return Array.from({ length: (end - own) / minuteMs }, (_, n) => ({ minute: own + n * minuteMs, reading }))
  })
}

/**
 * The minutes that one person's readings represent: each its own, and those before the device's next that has the value, if no
 * gap parts them.
 */
export const coveredBy = <Of extends Sent>(readings: readonly Of[], hasValue: (reading: Of) => boolean): Covered<Of>[] =>
  [...Map.groupBy(readings, (reading) => reading.device_id).values()].flatMap((own) => coveredByDevice(own, hasValue))

/** An hour of somebody at a site. */
type Place = { readonly userId: number; readonly hour: number; readonly officeId: number }
const keyOf = ({ userId, hour, officeId }: Place) => JSON.stringify([userId, hour, officeId])
const placeOf = ({ user_id, office_id }: Reading, at: number): Place => ({
  userId: user_id ?? 0,
  hour: beginOf(at, hourMs),
  officeId: office_id,
})
const byPlace = (covered: readonly Covered<Reading>[]) => Map.groupBy(covered, ({ reading, minute }) => keyOf(placeOf(reading, minute)))

const minutesWhere = (covered: readonly Covered<Reading>[], holds: (reading: Reading) => boolean): number =>
  new Set(covered.filter(({ reading }) => holds(reading)).map(({ minute }) => minute)).size

const levelMinutes = (covered: readonly Covered<Reading>[], level: number, levelOf: (reading: Reading) => number | null): number =>
  [...Map.groupBy(covered, ({ minute }) => minute).values()].filter((own) => maximum(own.map(({ reading }) => levelOf(reading))) === level)
    .length

const kinds = {
  any: () => true,
  total: (r: Reading) => r.total_level !== null,
  heart: (r: Reading) => r.heart_level !== null,
  heat: (r: Reading) => r.wbgt !== null || r.temperature !== null,
  exposure: (r: Reading) => r.exposed !== null,
}

type CoveredOf = Readonly<Record<keyof typeof kinds, readonly Covered<Reading>[]>>

const minutesOf = ({ any, total, heart, heat, exposure }: CoveredOf) => ({
  connected_minutes: minutesWhere(any, () => true),
  level1_minutes: levelMinutes(total, 1, (r) => r.total_level),
  level2_minutes: levelMinutes(total, 2, (r) => r.total_level),
  level3_minutes: levelMinutes(total, 3, (r) => r.total_level),
  heart_level1_minutes: levelMinutes(heart, 1, (r) => r.heart_level),
  heart_level2_minutes: levelMinutes(heart, 2, (r) => r.heart_level),
  heart_level3_minutes: levelMinutes(heart, 3, (r) => r.heart_level),
  heat_minutes:
    heat.length === 0 ? null : minutesWhere(heat, (r) => (r.wbgt ?? 0) >= HEAT_WORK_WBGT || (r.temperature ?? 0) >= HEAT_WORK_AIR),
  exposure_minutes: exposure.length === 0 ? null : minutesWhere(exposure, (r) => r.exposed === true),
})

const valuesOf = (readings: readonly Reading[]) => ({
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
  heart_level_max: maximum(readings.map((r) => r.heart_level)),
})

/** The hourly summaries of people from all their stored data, computed without the database: for tests. */
export const expectedHours = async (pool: Pool, userIds: readonly number[]): Promise<HourlySummary[]> => {
  const { rows: all } = await pool.query<Reading>('select * from reading where user_id = any($1::int[])', [userIds])
  const { rows: alerts } = await pool.query<Alert>(
    'select user_id, office_id, started_at from alert where user_id = any($1::int[]) and not withdrawn',
    [userIds],
  )
  const readings = all.filter((r) => r.hook === null && r.pressure === null && r.slave_battery === null)
  const ofPeople = [...Map.groupBy(readings, (r) => r.user_id).values()]
  const coveredAt = (hasValue: (reading: Reading) => boolean) => byPlace(ofPeople.flatMap((own) => coveredBy(own, hasValue)))
  const covered = {
    any: coveredAt(kinds.any),
    total: coveredAt(kinds.total),
    heart: coveredAt(kinds.heart),
    heat: coveredAt(kinds.heat),
    exposure: coveredAt(kinds.exposure),
  }
  const byHour = Map.groupBy(readings, (r) => keyOf(placeOf(r, r.at.getTime())))
  const alertsByHour = Map.groupBy(alerts, (a) =>
    keyOf({ userId: a.user_id ?? 0, hour: beginOf(a.started_at.getTime(), hourMs), officeId: a.office_id }),
  )
  return [...new Set([...covered.any.keys(), ...alertsByHour.keys()])]
    .map((key) => {
      const [user_id, hour, office_id] = JSON.parse(key) as [number, number, number]
      const of = (kind: keyof typeof kinds): readonly Covered<Reading>[] => covered[kind].get(key) ?? []
      const last = of('any')
        .map(({ reading }) => reading)
        .toSorted(inOrder)
        .at(-1)
      return {
        user_id,
        office_id,
        hour: new Date(hour),
        group_id: last?.group_id ?? null,
        ...valuesOf(byHour.get(key) ?? []),
        ...minutesOf({ any: of('any'), total: of('total'), heart: of('heart'), heat: of('heat'), exposure: of('exposure') }),
        alerts: alertsByHour.get(key)?.length ?? 0,
      }
    })
    .toSorted((a, b) => a.user_id - b.user_id || a.hour.getTime() - b.hour.getTime() || a.office_id - b.office_id)
}
