import { type Clothing, HEAT_AHEAD_MS, heatBasisOn, PUBLIC_USABLE_MS } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { awaitPipelined } from '../../../platform/database/await-pipelined.ts'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import type { ExposedWorker } from '../../../shared/monitoring/workers/exposed-workers.ts'
import type { Context } from '../../../platform/context.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import type { DeviceJudge, GatewayHeat, OfficeSource, PublicValue, Sources } from '../model.ts'
import { withPastValues } from './past-values.ts'
import { type AttachedReading, ownsState } from '../reading.ts'
import type { UsedRows, UsedSites } from '../row-cache/confirm-rows.ts'
import type { CachedSite, CachedState, SiteCache } from '../row-cache/site-cache.ts'
import type { BatchTransaction } from '../transaction.ts'
import { spansAround } from './spans.ts'
import { recentPositions } from './recent-positions.ts'

// Of one office, so that the plan for any office is as good as the one for this: it is made once a connection. What their states hold is
// left out where this process has it.
const sourcesOfOffice = {
  name: 'ingest-sources',
  text: `
    select d.office_id, d.device_id, d.kind, s.xmin as version, s.xmin::text is distinct from known.version as is_new,
           case when s.xmin::text is distinct from known.version then s.judge end as judge, d.altitude_zeroed_at as zeroed_at,
           d.kind = 'barometer' and exists (
             select from device t where t.company_id = $1 and t.linked_device_id = d.device_id) as is_used
      from device d join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
      left join unnest($3::int[], $4::text[]) as known (device_id, version) on known.device_id = d.device_id
     where d.company_id = $1 and d.office_id = $2 and d.kind in ('heat', 'barometer')`,
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
const gatewaysByNumber = {
  name: 'ingest-gateways',
  text: `
    select d.device_id, d.linked_device_id, m.sismil_type
      from device d left join site_map m on m.company_id = d.company_id and m.map_id = d.map_id
     where d.company_id = $1 and d.device_id = any($2::int[])`,
}
const basisOfOffices = {
  name: 'ingest-basis',
  text: `
    select o.office_id, o.xmin as version, o.public_wbgt_station as station, o.metabolic_class, o.acclimatised, o.clothing
      from office o where o.company_id = $1 and o.office_id = any($2::int[])`,
}

/** The numbers that are known, each once. */
export const distinct = (values: Iterable<number | null>): number[] => [...new Set(values)].filter((value) => value !== null)

const idsOf = (ids: readonly number[]) => arrayOf(ids, (id) => id)

type GatewayRow = { readonly device_id: number; readonly linked_device_id: number | null; readonly sismil_type: number | null }

const gatewayOf = ({ device_id: deviceId, linked_device_id: watcherId, sismil_type: type }: GatewayRow): [number, GatewayHeat] => [
  deviceId,
  { watcherId, origin: type === 2 ? 2 : 1 },
]

/** The gateways that readings came by: those that the batch was attached by, or read where a reading came by another one before. */
const loadGateways = async (
  client: PoolClient,
  companyId: number,
  gatewayIds: readonly number[],
  { devices }: Pick<UsedRows, 'devices'>,
): Promise<Map<number, GatewayHeat>> => {
  const gateways = new Map(devices.filter(({ kind }) => kind === 'gateway').map(gatewayOf))
  const missing = gatewayIds.filter((id) => !gateways.has(id))
  if (missing.length === 0) return gateways
  const { rows } = await client.query<GatewayRow>({ ...gatewaysByNumber, values: [companyId, idsOf(missing)] })
  for (const row of rows) gateways.set(...gatewayOf(row))
  return gateways
}

type BasisRow = {
  office_id: number
  version: string
  station: string | null
  metabolic_class: number | null
  acclimatised: boolean | null
  clothing: Clothing | null
}

const siteOf = ({
  office_id: officeId,
  version,
  station,
  metabolic_class: metabolicClass,
  acclimatised,
  clothing,
}: BasisRow): CachedSite => ({
  officeId,
  version,
  station,
  layer: { metabolicClass, acclimatised, clothing },
})

const loadSites = async (client: PoolClient, cache: SiteCache, companyId: number, used: UsedSites): Promise<readonly CachedSite[]> => {
  const known = new Set(used.cached.map(({ officeId }) => officeId))
  const missing = used.siteIds.filter((id) => !known.has(id))
  if (missing.length === 0) return used.cached
  const { rows } = await client.query<BasisRow>({ ...basisOfOffices, values: [companyId, idsOf(missing)] })
  const read = rows.map(siteOf)
  cache.set(read)
  return [...used.cached, ...read]
}

/** Finds what is known of the offices, and reads the values of their public stations. */
const loadOffices = async (
  client: PoolClient,
  cache: SiteCache,
  companyId: number,
  used: UsedSites,
  times: readonly number[],
): Promise<{ sites: readonly CachedSite[]; publicValues: PublicValue[] }> => {
  const sites = await loadSites(client, cache, companyId, used)
  const officesOf = Map.groupBy(sites, ({ station }) => station)
  officesOf.delete(null)
  if (officesOf.size === 0) return { sites, publicValues: [] }
  const spans = spansAround(times, { beforeMs: PUBLIC_USABLE_MS, afterMs: HEAT_AHEAD_MS })
  const { rows } = await client.query<{ station: string; at: Date; wbgt: number }>({
    ...publicOfStations,
    values: [[...officesOf.keys()], arrayOf(spans, ({ from }) => instantOf(from)), arrayOf(spans, ({ to }) => instantOf(to))],
  })
  const publicValues = rows.flatMap(({ station, at, wbgt }) =>
    (officesOf.get(station) ?? []).map(({ officeId }) => ({ officeId, at: at.getTime(), wbgt })),
  )
  return { sites, publicValues }
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
  version: string
  is_new: boolean
  /** Null where it is not new. */
  judge: DeviceJudge | null
  zeroed_at: Date | null
  is_used: boolean
}

const sourceOf = (
  { office_id: officeId, device_id: deviceId, kind, zeroed_at: zeroed, is_used: isUsed }: SourceRow,
  judge: DeviceJudge | null,
): OfficeSource => {
  const [movedAt, zeroedAt] = [judge?.moved?.at ?? null, zeroed?.getTime() ?? null]
  const isMoved = movedAt !== null && (zeroedAt === null || movedAt > zeroedAt)
  return { officeId, deviceId, kind, recent: judge?.recent ?? [], movedAt: isMoved ? movedAt : null, zeroedAt, isUsed }
}

/**
 * The watchers and barometers of an office; of those whose state has not changed since this process read it, that is not sent again.
 * @param written devices whose states this transaction may write: what it writes later has the version of what it reads now
 */
const loadOfficeSources = async (
  client: PoolClient,
  cache: SiteCache,
  companyId: number,
  officeId: number,
  written: ReadonlySet<number>,
): Promise<OfficeSource[]> => {
  const known = cache.findSources(officeId) ?? new Map<number, CachedState>()
  const { rows } = await client.query<SourceRow>({
    ...sourcesOfOffice,
    values: [companyId, officeId, idsOf([...known.keys()]), arrayOf([...known.values()], ({ version }) => version)],
  })
  const states = new Map(
    rows.map(({ device_id: id, version, is_new: isNew, judge }) => [
      id,
      isNew ? { version, judge } : (known.get(id) ?? { version, judge }),
    ]),
  )
  const kept = new Map([...states].filter(([id]) => !written.has(id)))
  if (kept.size !== known.size || rows.some((row) => row.is_new)) cache.setSources({ officeId, states: kept })
  return rows.map((row) => sourceOf(row, states.get(row.device_id)?.judge ?? null))
}

/** What is read of a batch's sources; when a watcher measured last is answered by `confirmRows`. */
type LoadedSources = Omit<Sources, 'measuredAt'>

/** Reads what the readings of one company's batch are judged by: heat, pressure, and where each office's heat begins. */
export const loadSources = async (
  { context, client, companyId, cache }: BatchTransaction,
  readings: readonly AttachedReading[],
  used: UsedRows,
  usedSites: UsedSites,
): Promise<LoadedSources> => {
  if (readings.length === 0) return { gateways: new Map(), sources: [], publicValues: [], exposedWorkers: [], heatLimits: new Map() }
  const written = new Set(readings.filter(ownsState).map(({ deviceId }) => deviceId))
  const [gateways, { sites, publicValues }, exposedWorkers, ...sources] = await awaitPipelined([
    loadGateways(client, companyId, distinct(readings.map((reading) => reading.gatewayId)), used),
    loadOffices(
      client,
      cache.sites,
      companyId,
      usedSites,
      readings.map(({ at }) => at),
    ),
    loadExposedWorkers(context, client, companyId, readings),
    ...usedSites.siteIds.map((officeId) => loadOfficeSources(client, cache.sites, companyId, officeId, written)),
  ])
  const day = japanDay(new Date(readings[0]?.receivedAt ?? 0))
  return {
    gateways,
    sources: await withPastValues(client, companyId, sources.flat(), readings),
    publicValues,
    exposedWorkers,
    heatLimits: new Map(sites.map(({ officeId, layer }) => [officeId, heatBasisOn(day, { office: layer }).limitWbgt])),
  }
}
