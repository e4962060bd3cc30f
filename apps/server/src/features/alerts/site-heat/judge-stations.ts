import { dayMs } from '@mimamori/contract/day'
import { heatBasisOn, type HeatLayer, judgeStation, type Level, siteHeatLimit, workersAtSource, WATCHER_USABLE_MS } from '@mimamori/heat'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { EpisodeLog } from '../episodes/episode-log.ts'
import { siteHeatReason } from './reason.ts'
import type { OpenSiteHeat } from './retell.ts'
import { findExposedWorkers, type ExposedWorker } from '../../../shared/monitoring/workers/exposed-workers.ts'
import type { TenantFilter } from '../../../shared/organisation/tenant-filter.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import { isOpen } from '../../../shared/organisation/archived-offices.ts'

/**
 * A site with a public station: the newest value, the episode that is open or that a person closed while its condition held
 * (`closedAt`), and whether a watcher of its own is usable.
 */
type Station = HeatLayer & {
  readonly companyId: number
  readonly officeId: number
  readonly at: Date | null
  readonly wbgt: number | null
  readonly isHeld: boolean
  readonly closedAt: Date | null
  readonly level: Level | null
  readonly isWatched: boolean
}

type Value = { readonly at: Date | null; readonly wbgt: number | null }

// Of two values for the same hour the measured one counts: its name comes after the estimated one's.
const newestValues = (stations: readonly string[], now: Date) => sql<Value & { readonly station: string }>`
  select s.station, v.at, v.wbgt
    from unnest(${stations}::text[]) as s (station)
   cross join lateral (
      select p.at, p.wbgt from public_wbgt p
       where p.station = s.station and p.kind <> 'forecast' and p.at <= ${now}
       order by p.at desc, p.kind desc limit 1) v`

const stationsAt = (now: Date, isReached: TenantFilter) => sql<Omit<Station, keyof Value> & { readonly station: string | null }>`
  select o.company_id as "companyId", o.office_id as "officeId", o.metabolic_class as "metabolicClass", o.acclimatised, o.clothing,
         o.public_wbgt_station as station, a.alert_id is not null as "isHeld", a.level, a."closedAt",
         exists (
           select from device d join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
            where d.company_id = o.company_id and d.office_id = o.office_id and d.kind = 'heat'
              and (s.judge->'watcher'->'track'->>'at')::float8 >= ${now.getTime() - WATCHER_USABLE_MS}) as "isWatched"
    from office o
    left join lateral (
      select a.alert_id, case when a.ended_at is null then a.level else a.held_level end as level,
             a.ended_at as "closedAt"
        from alert a
       where a.company_id = o.company_id and a.kind = 'siteHeat' and a.office_id = o.office_id
         and a.user_id is null and a.device_id is null and (a.ended_at is null or a.still_held)
       order by a.ended_at is null desc, a.alert_id desc limit 1) a on true
   where ${isOpen('o')} and (o.public_wbgt_station is not null or a.alert_id is not null) and ${isReached('o')}`

/** Judges one site by its station, for those whose latest reading used it; nothing where its watchers speak for all. */
const judgeOne = (episodes: EpisodeLog, station: Station, everybody: readonly ExposedWorker[], now: Date): OpenSiteHeat | undefined => {
  const { companyId, officeId, at, wbgt, isHeld, closedAt, level } = station
  const time = now.getTime()
  const openEpisodes = workersAtSource(
    everybody.filter((worker) => worker.officeId === officeId && worker.watcherId === null),
    time,
    time,
  )
  const limit = siteHeatLimit(openEpisodes, heatBasisOn(japanDay(now), { office: station }).limitWbgt)
  const value = at === null || wbgt === null ? null : { at: at.getTime(), wbgt }
  const isNeeded = !station.isWatched || openEpisodes.length > 0
  const judged = isNeeded
    ? judgeStation(isHeld ? level : null, value, { now: time, limitWbgt: limit })
    : ({ open: false, end: { at: time, ending: 'handedOver' } } as const)
  const subject = { kind: 'siteHeat', companyId, officeId, userId: null, deviceId: null } as const
  const moment = {
    at: time,
    level: judged.open ? judged.level : null,
    heartRate: null,
    excess: judged.open ? judged.excess : null,
    wbgt,
    heatDeviceId: null,
    gatewayId: null,
    // A value from before somebody closed it is nothing new.
    shows: !judged.open || judged.excess === null || (closedAt !== null && at !== null && at <= closedAt) ? null : judged.excess >= 0,
    reason: siteHeatReason(limit, openEpisodes, wbgt),
  }
  if (!judged.open) {
    if (judged.end !== null) episodes.watch(subject, { open: isHeld, level }, false, moment, judged.end)
    return undefined
  }
  episodes.watch(subject, { open: isHeld, level }, true, moment)
  return { ...subject, ...moment }
}

/** A company's sites that have a public station. */
type CompanyStations = { readonly companyId: number; readonly stations: readonly Station[] }

/** The sites that have a public station, by company. */
export const findStations = async (client: PoolClient, now: Date, isReached: TenantFilter): Promise<CompanyStations[]> => {
  const db = onClient(client)
  const { rows: sites } = await stationsAt(now, isReached).execute(db)
  // Apart from the sites: the values lie on the coordinator where the database is a cluster.
  const { rows: values } = await newestValues([...new Set(sites.flatMap(({ station }) => station ?? []))], now).execute(db)
  const valueOf = new Map(values.map(({ station, at, wbgt }) => [station, { at, wbgt }]))
  const rows = sites
    .map(({ station, ...site }): Station => ({ ...site, at: null, wbgt: null, ...valueOf.get(station ?? '') }))
    .filter(({ at, isHeld }) => isHeld || (at !== null && at.getTime() >= now.getTime() - dayMs))
  return [...Map.groupBy(rows, (row) => row.companyId)].map(([companyId, stations]) => ({ companyId, stations }))
}

/** Judges the heat of a company's sites that have a public station and need it. */
export const judgeStations = async (
  client: PoolClient,
  { companyId, stations }: CompanyStations,
  now: Date,
): Promise<{ episodes: EpisodeLog; openEpisodes: OpenSiteHeat[] }> => {
  const episodes = new EpisodeLog()
  const officeIds = stations.map(({ officeId }) => officeId)
  const everybody = await findExposedWorkers(client, companyId, officeIds, now.getTime())
  const openEpisodes = stations.flatMap((station) => judgeOne(episodes, station, everybody, now) ?? [])
  return { episodes, openEpisodes }
}
