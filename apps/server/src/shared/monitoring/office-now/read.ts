import type { OfficeNow } from '@mimamori/contract'
import {
  heatBasisOn,
  heatLevel,
  shownHours,
  siteHeatLimit,
  type HeatSourceUse,
  workersAtSource,
  wbgtExcess,
  type WorkingHours,
  workingHoursOf,
} from '@mimamori/heat'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { japanDay, japanDayBefore, japanDayRange, toJapanIso, toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import { findDutyInForce } from '../../duty/versions.ts'
import type { Viewer } from '../workers/owner.ts'
import { findHeatSourceUsers, type HeatSourceUser } from '../workers/exposed-workers.ts'
import { readPublicAlerts } from '../public-alerts/read.ts'
import { findLongestInHeat } from './longest-in-heat.ts'
import { readRotaToday } from './rota-today.ts'
import { silentDevices } from './silent-devices.ts'
import {
  findExpected,
  findHeatBins,
  findOffice,
  findPublicHeat,
  findWatchers,
  type HeatBin,
  type PublicHeat,
  type Watcher,
} from './store.ts'

const minuteMs = 60_000
const binMs = 30 * minuteMs
/** How far back a watcher's small curve goes. */
const trendBins = 12
// decisions/0004: how old a value may be to count.
const watcherUsableMs = 15 * minuteMs
const publicUsableMs = 90 * minuteMs

const heatOfDay = (bins: readonly HeatBin[], from: Date): OfficeNow['heatToday'] => {
  const highest = new Map<number, number>()
  for (const { bin, wbgt } of bins)
    if (bin >= from) highest.set(bin.getTime(), Math.max(wbgt, highest.get(bin.getTime()) ?? Number.NEGATIVE_INFINITY))
  return [...highest]
    .toSorted(([one], [other]) => one - other)
    .map(([time, wbgtValue]) => ({ time: toJapanIso(new Date(time)), wbgtValue }))
}

const trendOf = (deviceId: number, bins: readonly HeatBin[], now: Date): (number | null)[] => {
  const own = new Map(bins.filter((bin) => bin.device_id === deviceId).map((bin) => [bin.bin.getTime(), bin.wbgt]))
  const latest = Math.floor(now.getTime() / binMs) * binMs
  return Array.from({ length: trendBins }, (_, index) => own.get(latest - (trendBins - 1 - index) * binMs) ?? null)
}

/** The limit in °C that a watcher's last value is judged by, as at ingestion: the lowest of the workers there. */
const judgedLimit = (
  { device_id, last_at }: Watcher,
  exposed: ReadonlyMap<number | null, readonly HeatSourceUser[]>,
  siteLimit: number,
  now: Date,
): number => {
  const own: readonly HeatSourceUse[] = exposed.get(device_id) ?? []
  return last_at === null ? siteLimit : siteHeatLimit(workersAtSource(own, last_at.getTime(), now.getTime()), siteLimit)
}

/** A value too old to count is shown only while a level of at least 1 is held from it, since losing data makes nobody safe. */
const watcherNow = (watcher: Watcher, bins: readonly HeatBin[], limit: number, now: Date): OfficeNow['watchers'][number] => {
  const isCurrent = watcher.last_at !== null && now.getTime() - watcher.last_at.getTime() <= watcherUsableMs
  const isHeld = watcher.heat_level !== null && watcher.heat_level >= 1
  const wbgtValue = isCurrent || isHeld ? watcher.wbgt : null
  const excess = wbgtValue === null ? null : wbgtExcess(wbgtValue, 0, limit)
  return {
    serialNumber: watcher.serial,
    locationName: watcher.location_name,
    wbgtValue,
    isEstimated: wbgtValue !== null && watcher.wbgt_estimated,
    excess,
    referenceWbgt: limit,
    alertLevel: isCurrent ? (watcher.heat_level ?? heatLevel(excess)) : isHeld ? watcher.heat_level : null,
    at: toJapanIsoOrNull(watcher.last_at),
    trend: trendOf(watcher.device_id, bins, now),
  }
}

const publicNow = (station: string | null, values: readonly PublicHeat[], now: Date): OfficeNow['publicWbgt'] => {
  if (station === null) return null
  const observed = values.find(({ kind }) => kind !== 'forecast')
  if (observed === undefined || now.getTime() - observed.at.getTime() > publicUsableMs) return { station, wbgtValue: null, at: null }
  return { station, wbgtValue: observed.wbgt, at: toJapanIso(observed.at) }
}

/** The day in Japan, with what a chart shows of working hours that reach over its midnights. */
const chartDay = (now: Date, hours: WorkingHours): { from: Date; to: Date } => {
  const [today, shown] = [japanDayRange(japanDay(now)), shownHours(now.getTime(), hours)]
  return { from: new Date(Math.min(today.from.getTime(), shown.from)), to: new Date(Math.max(today.to.getTime(), shown.to)) }
}

/**
 * The office as it is now: its heat, what is silent, whom to call.
 * @throws Refusal 404 where the office is not in scope
 */
export const readOfficeNow = async (
  { db, pool, log, clock }: Pick<Context, 'db' | 'pool' | 'log' | 'clock'>,
  viewer: Viewer,
  officeId: number,
): Promise<OfficeNow> => {
  const now = clock()
  const office = await findOffice(db, viewer, officeId)
  if (office === undefined) throw notFound()
  const key = { companyId: office.company_id, officeId }
  const station = office.public_wbgt_station
  const hours = workingHoursOf(office.opens_at, office.closes_at)
  const day = chartDay(now, hours)
  const trendFrom = new Date((Math.floor(now.getTime() / binMs) - trendBins + 1) * binMs)
  const [watchers, publicHeat, publicAlerts, devices, exposed, longest, inForce, rota] = await Promise.all([
    findWatchers(db, key),
    station === null ? [] : findPublicHeat(db, station, { now, to: day.to }),
    readPublicAlerts(db, station, [japanDay(now), japanDayBefore(now, -1)], now),
    findExpected(db, viewer, key, now),
    findHeatSourceUsers(pool, key, now.getTime()),
    findLongestInHeat(db, key, now),
    findDutyInForce(db, key, now),
    readRotaToday({ db, pool, log }, key, now),
  ])
  const exposedAt = Map.groupBy(exposed, ({ watcherId }) => watcherId)
  const range = { from: trendFrom < day.from ? trendFrom : day.from, to: day.to }
  const bins = await findHeatBins(
    db,
    office.company_id,
    watchers.map(({ device_id }) => device_id),
    range,
  )
  const limit = heatBasisOn(japanDay(now), { office: { ...office, metabolicClass: office.metabolic_class } }).limitWbgt
  return {
    officeId,
    officeName: office.name,
    companyName: office.company_name,
    emergencyPhone: office.emergency_phone,
    hospitalName: office.hospital_name,
    hospitalPhone: office.hospital_phone,
    procedures: inForce === undefined ? office.procedures : inForce.procedures,
    referenceWbgt: limit,
    workingHours: { opensAt: office.opens_at.slice(0, 5), closesAt: office.closes_at.slice(0, 5) },
    lastReceivedAt: toJapanIsoOrNull(office.heard_at),
    heatToday: heatOfDay(bins, day.from),
    heatForecast: publicHeat.filter(({ kind }) => kind === 'forecast').map(({ at, wbgt }) => ({ time: toJapanIso(at), wbgtValue: wbgt })),
    watchers: watchers.map((watcher) => watcherNow(watcher, bins, judgedLimit(watcher, exposedAt, limit, now), now)),
    longestInHeat: longest ?? null,
    rota,
    publicAlerts,
    publicWbgt: publicNow(station, publicHeat, now),
    silentDevices: silentDevices(devices, now, hours),
  }
}
