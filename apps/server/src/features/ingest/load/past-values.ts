import { BAROMETER_USABLE_MS, countingValues, HEAT_AHEAD_MS, WATCHER_USABLE_MS } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import { type OfficeSource, type Recent, recentSpanMs } from '../model.ts'
import type { AttachedReading } from '../reading.ts'
import { spansAround } from './spans.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'

// Each span is looked up by the key. The outermost bounds are plain parameters, by which the weeks that hold none of
// them are left alone.
const storedValues = {
  name: 'ingest-past-values',
  text: `
    select r.device_id, r.at, r.wbgt, r.wbgt_source, r.pressure, r.temperature
      from unnest($2::int[], $3::timestamptz[], $4::timestamptz[]) as span (device_id, from_at, to_at)
     cross join lateral (
       select r.device_id, r.at, r.wbgt, r.wbgt_source, r.pressure, r.temperature from reading r
        where r.company_id = $1 and r.device_id = span.device_id and r.at >= span.from_at and r.at <= span.to_at
          and r.at >= $5 and r.at <= $6 and (r.wbgt is not null or r.pressure is not null)
       offset 0) r`,
}

type Row = TableRow<'reading', 'device_id' | 'at' | 'wbgt' | 'wbgt_source' | 'pressure' | 'temperature'>

const usedBy = { heat: 'vital', barometer: 'belt' } as const

const afterMs = { heat: HEAT_AHEAD_MS, barometer: BAROMETER_USABLE_MS } as const

/** Late values of a barometer are compared with those around them: a move between them shows also where a backlog was cut. */
const needs = (source: OfficeSource, { kind, officeId }: AttachedReading): boolean =>
  officeId === source.officeId && (kind === usedBy[source.kind] || (kind === 'barometer' && source.kind === 'barometer'))

/** The times of the office's readings that are too old for what the source's state holds. */
const timesBefore = (source: OfficeSource, readings: readonly AttachedReading[]): number[] => {
  const newest = source.recent.at(-1)?.[0]
  if (newest === undefined) return []
  const heldFrom = newest - recentSpanMs + WATCHER_USABLE_MS
  return readings
    .filter((reading) => needs(source, reading))
    .map(({ at }) => at)
    .filter((at) => at <= heldFrom)
}

type Value = { readonly at: number; readonly wbgt: number; readonly temperature: number | null; readonly isEstimated: boolean }

/** A value as a device's state keeps it: that one was estimated is said of it alone. */
export const recentOf = ({ at, wbgt, temperature, isEstimated }: Value): Recent =>
  isEstimated ? [at, wbgt, temperature, true] : [at, wbgt, temperature]

/** The source with values that were read back. Of a barometer each counts. */
const withStored = (source: OfficeSource, rows: readonly Row[]): OfficeSource => {
  const stored = rows.flatMap(({ at, wbgt, wbgt_source, pressure, temperature }) => {
    const value = source.kind === 'heat' ? wbgt : pressure
    return value === null
      ? []
      : [{ at: at.getTime(), wbgt: value, temperature, isEstimated: wbgt_source === 'estimated', counted: source.kind === 'barometer' }]
  })
  const held = source.recent.map(([at, wbgt, temperature, isEstimated = false]) => ({ at, wbgt, temperature, isEstimated, counted: true }))
  return { ...source, recent: countingValues([...stored, ...held]).map(recentOf) }
}

/**
 * The sources with the stored values that late readings need: those of their own time, however old. Readings in step
 * with their sources ask the database nothing.
 */
export const withPastValues = async (
  client: PoolClient,
  companyId: number,
  sources: readonly OfficeSource[],
  readings: readonly AttachedReading[],
): Promise<OfficeSource[]> => {
  // A value that jumped is recognised by the one before it, hence twice the time that one is usable.
  const wanted = sources.flatMap((source) =>
    spansAround(timesBefore(source, readings), { beforeMs: 2 * WATCHER_USABLE_MS, afterMs: afterMs[source.kind] }).map((span) => ({
      deviceId: source.deviceId,
      ...span,
    })),
  )
  if (wanted.length === 0) return [...sources]
  const { rows } = await client.query<Row>({
    ...storedValues,
    values: [
      companyId,
      arrayOf(wanted, ({ deviceId }) => deviceId),
      arrayOf(wanted, ({ from }) => instantOf(from)),
      arrayOf(wanted, ({ to }) => instantOf(to)),
      instantOf(wanted.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY)),
      instantOf(wanted.reduce((most, { to }) => Math.max(most, to), 0)),
    ],
  })
  const ofDevices = Map.groupBy(rows, (row) => row.device_id)
  return sources.map((source) => withStored(source, ofDevices.get(source.deviceId) ?? []))
}
