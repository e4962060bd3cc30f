import { type Clothing, HEAT_AHEAD_MS, heatBasisOn, PUBLIC_USABLE_MS } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { awaitPipelined } from '../../../platform/database/await-pipelined.ts'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import type { ExposedWorker } from '../../../shared/monitoring/workers/exposed-workers.ts'
import type { Context } from '../../../platform/context.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import type { DeviceJudge, GatewayHeat, OfficeSource, PublicValue, Sources } from '../model.ts'
import { withPastValues } from './past-values.ts'
import type { AttachedReading } from '../reading.ts'
import { spansAround } from './spans.ts'
import { recentPositions } from './recent-positions.ts'

const sourcesOfOffices = {
  name: 'ingest-sources',
  text: `
    select d.office_id, d.device_id, d.kind, s.judge, d.altitude_zeroed_at as zeroed_at,
           d.kind = 'barometer' and exists (
             select from device t where t.company_id = $1 and t.linked_device_id = d.device_id) as is_used
      from device d join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
     where d.company_id = $1 and d.office_id = any($2::int[]) and d.kind in ('heat', 'barometer')`,
}
// Of two values for the same hour the last one counts: measured comes after estimated. The offices are not joined here: the
// values are nobody's, and a cluster would send all of them to the company's node.
const publicOfStations = {
  name: 'ingest-public',
  text: `
    select p.station, p.at, p.wbgt
      from unnest($2::timestamptz[], $3::timestamptz[]) as span (from_at, to_at)
      join public_wbgt p on p.station = any($1::text[]) and p.at >= span.from_at and p.at <= span.to_at and p.kind <> 'forecast'
     order by p.at, p.kind`,
}
const heatOfGateways = {
  name: 'ingest-gateways',
  text: `
    select d.device_id, d.linked_device_id, m.sismil_type
      from device d left join site_map m on m.company_id = d.company_id and m.map_id = d.map_id
     where d.company_id = $1 and d.device_id = any($2::int[])`,
}
const basisOfOffices = {
  name: 'ingest-basis',
  text: `
    select o.office_id, o.public_wbgt_station as station, o.metabolic_class, o.acclimatised, o.clothing,
           (select max(h.slot) from heat_summary h
             where h.company_id = $1 and h.office_id = o.office_id and h.source = 'measured' and h.wbgt_count > 0) as measured_at
      from office o where o.company_id = $1 and o.office_id = any($2::int[])`,
}

/** The numbers that are known, each once. */
export const distinct = (values: Iterable<number | null>): number[] => [...new Set(values)].filter((value) => value !== null)

const idsOf = (ids: readonly number[]) => arrayOf(ids, (id) => id)

const loadGateways = async (client: PoolClient, companyId: number, gatewayIds: readonly number[]): Promise<Map<number, GatewayHeat>> => {
  if (gatewayIds.length === 0) return new Map()
  const { rows } = await client.query<{ device_id: number; linked_device_id: number | null; sismil_type: number | null }>({
    ...heatOfGateways,
    values: [companyId, idsOf(gatewayIds)],
  })
  return new Map(rows.map((row) => [row.device_id, { watcherId: row.linked_device_id, origin: row.sismil_type === 2 ? 2 : 1 }]))
}

type BasisRow = {
  office_id: number
  station: string | null
  metabolic_class: number | null
  acclimatised: boolean | null
  clothing: Clothing | null
  /** Ten minutes in which a watcher measured there last, also one that has left; null for never. */
  measured_at: Date | null
}

const layerOf = ({ metabolic_class: metabolicClass, acclimatised, clothing }: BasisRow) => ({ metabolicClass, acclimatised, clothing })

/** Reads the offices, and the values of their public stations. */
const loadOffices = async (
  client: PoolClient,
  companyId: number,
  officeIds: readonly number[],
  times: readonly number[],
): Promise<{ bases: BasisRow[]; publicValues: PublicValue[] }> => {
  const { rows: bases } = await client.query<BasisRow>({ ...basisOfOffices, values: [companyId, idsOf(officeIds)] })
  const officesOf = Map.groupBy(bases, ({ station }) => station)
  officesOf.delete(null)
  if (officesOf.size === 0) return { bases, publicValues: [] }
  const spans = spansAround(times, { beforeMs: PUBLIC_USABLE_MS, afterMs: HEAT_AHEAD_MS })
  const { rows } = await client.query<{ station: string; at: Date; wbgt: number }>({
    ...publicOfStations,
    values: [[...officesOf.keys()], arrayOf(spans, ({ from }) => instantOf(from)), arrayOf(spans, ({ to }) => instantOf(to))],
  })
  const publicValues = rows.flatMap(({ station, at, wbgt }) =>
    (officesOf.get(station) ?? []).map((office) => ({ officeId: office.office_id, at: at.getTime(), wbgt })),
  )
  return { bases, publicValues }
}

const loadExposedWorkers = (
  context: Pick<Context, 'pool'>,
  client: PoolClient,
  companyId: number,
  readings: readonly AttachedReading[],
): Promise<ExposedWorker[]> => {
  const heat = readings.filter(({ kind }) => kind === 'heat')
  const from = heat.reduce((least, reading) => Math.min(least, reading.at), Number.POSITIVE_INFINITY)
  return recentPositions(context, client, companyId, distinct(heat.map(({ officeId }) => officeId)), from)
}

type SourceRow = {
  office_id: number
  device_id: number
  kind: 'heat' | 'barometer'
  judge: DeviceJudge | null
  zeroed_at: Date | null
  is_used: boolean
}

const sourceOf = ({
  office_id: officeId,
  device_id: deviceId,
  kind,
  judge,
  zeroed_at: zeroed,
  is_used: isUsed,
}: SourceRow): OfficeSource => {
  const [movedAt, zeroedAt] = [judge?.moved?.at ?? null, zeroed?.getTime() ?? null]
  const isMoved = movedAt !== null && (zeroedAt === null || movedAt > zeroedAt)
  return { officeId, deviceId, kind, recent: judge?.recent ?? [], movedAt: isMoved ? movedAt : null, zeroedAt, isUsed }
}

/** Reads what the readings of one company's batch are judged by: heat, pressure, and where each office's heat begins. */
export const loadSources = async (
  context: Pick<Context, 'pool'>,
  client: PoolClient,
  companyId: number,
  readings: readonly AttachedReading[],
): Promise<Sources> => {
  if (readings.length === 0)
    return { gateways: new Map(), sources: [], publicValues: [], exposedWorkers: [], heatLimits: new Map(), measuredAt: new Map() }
  const officeIds = distinct(readings.map((reading) => reading.officeId))
  const [gateways, known, { bases, publicValues }, exposedWorkers] = await awaitPipelined([
    loadGateways(client, companyId, distinct(readings.map((reading) => reading.gatewayId))),
    client.query<SourceRow>({ ...sourcesOfOffices, values: [companyId, idsOf(officeIds)] }),
    loadOffices(
      client,
      companyId,
      officeIds,
      readings.map(({ at }) => at),
    ),
    loadExposedWorkers(context, client, companyId, readings),
  ])
  const recent = known.rows.map(sourceOf)
  const day = japanDay(new Date(readings[0]?.receivedAt ?? 0))
  return {
    gateways,
    sources: await withPastValues(client, companyId, recent, readings),
    publicValues,
    exposedWorkers,
    heatLimits: new Map(bases.map((row) => [row.office_id, heatBasisOn(day, { office: layerOf(row) }).limitWbgt])),
    measuredAt: new Map(bases.flatMap((row) => (row.measured_at === null ? [] : [[row.office_id, row.measured_at.getTime()]]))),
  }
}
