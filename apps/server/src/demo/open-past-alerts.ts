import { ageForLimits, heartLimits, heatLevel } from '@mimamori/heat'
import { chance, dayMs, minuteMs } from '@mimamori/simulator'
import { openEpisodes } from '../features/alerts/episodes/open.ts'
import type { EpisodeMoment, EpisodeSegment, EpisodeSubject } from '../features/alerts/episodes/episode-log.ts'
import { oldestPartition } from '../shared/monitoring/summaries/oldest-partition.ts'
import type { Context } from '../platform/context.ts'
import { japanDay } from '../platform/japan-time.ts'
import type { DemoSite } from './demo-file.ts'
import type { TableRow } from '../platform/database/table-row.ts'

// The weeks of readings begin on Mondays (UTC), and 1970-01-05 was one.
const firstMonday = 4 * dayMs
const alertsOfPeople = 40
const emergencies = 3

type Hour = {
  readonly user_id: number
  readonly hour: Date
  readonly date_of_birth: string | null
  readonly serial: string
  readonly level: 1 | 2 | 3
  readonly heart_rate: number
  readonly excess: number | null
  readonly wbgt: number | null
}

// An hour in which the heart was above the limit by the summaries.
const findHours = `
  select h.user_id, h.hour, u.date_of_birth, d.serial, h.heart_level_max as level, h.heart_rate_max as heart_rate, h.excess_max as excess, h.wbgt_max as wbgt
    from app_user u
    join hourly_summary h on h.company_id = u.company_id and h.user_id = u.user_id and h.office_id = u.office_id
    join wear w on w.company_id = u.company_id and w.user_id = u.user_id and w.slot = 'vital' and w.worn_from <= h.hour and (w.worn_to is null or w.worn_to > h.hour)
    join device d on d.company_id = w.company_id and d.device_id = w.device_id
   where u.company_id = $1 and u.office_id = $2 and h.hour < $3 and h.heart_level_max >= 1 and h.heart_rate_max is not null`

type HotDay = { readonly device_id: number; readonly wbgt: number; readonly from_slot: Date; readonly to_slot: Date }

// Of each day the place that was hottest, from its first hot ten minutes to its last.
const findHotDays = `
  select distinct on (day) device_id, wbgt, from_slot, to_slot
    from (select (s.slot at time zone 'Asia/Tokyo')::date as day, s.device_id, max(s.wbgt_max) as wbgt, min(s.slot) as from_slot, max(s.slot) as to_slot
            from heat_summary s
           where s.company_id = $1 and s.office_id = $2 and s.slot < $3 and s.device_id <> 0 and s.wbgt_max >= 28
           group by 1, 2) hot
   order by day, wbgt desc`

const nothing: EpisodeMoment = {
  at: 0,
  level: null,
  heartRate: null,
  excess: null,
  wbgt: null,
  heatDeviceId: null,
  gatewayId: null,
  reason: null,
}

const siteOf = ({ companyId, officeId }: DemoSite) => ({ companyId, officeId })

const episode = (subject: EpisodeSubject, moments: EpisodeMoment[], endedAt: number): EpisodeSegment => ({
  subject,
  opened: true,
  moments,
  endedAt,
  ending: 'recovered',
  late: false,
})

/** The devices of a site's places by their serials. */
const findDevices = async ({ pool }: Pick<Context, 'pool'>, { companyId, officeId }: DemoSite): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await pool.query<TableRow<'device', 'serial' | 'device_id'>>(
    `select d.serial, d.device_id from device d where d.company_id = $1 and d.office_id = $2 and d.kind in ('gateway', 'heat')`,
    [companyId, officeId],
  )
  return new Map(rows.map(({ serial, device_id }) => [serial, device_id]))
}

/** Where somebody works: the gateway and the watcher of their place. */
const placeOf = ({ scenario }: DemoSite, devices: ReadonlyMap<string, number>, vitalSerial: string) => {
  const home = scenario.people.find((person) => person.vitalSerial === vitalSerial)?.homePlace
  const exposure = scenario.places.find(({ name }) => name === home)?.exposure
  const gateway = scenario.gateways.find(({ place }) => place === home)?.serial ?? ''
  const watcher = scenario.watchers.find((one) => one.exposure === exposure)?.serial ?? ''
  return { gatewayId: devices.get(gateway) ?? null, heatDeviceId: devices.get(watcher) ?? null }
}

const overLimit = ({ date_of_birth, hour, heart_rate }: Hour): number =>
  heart_rate - heartLimits(ageForLimits(date_of_birth, japanDay(hour)).ageYears).sustained

/** A condition within its hour: it opens as caution, rises to the hour's level, and recovers. */
const conditionOf = (site: DemoSite, hour: Hour, where: ReturnType<typeof placeOf>, seed: number): EpisodeSegment => {
  const { user_id: userId, level, heart_rate: heartRate, excess, wbgt } = hour
  const luck = chance(seed, 'minute', hour.serial, hour.hour.getTime())
  const at = hour.hour.getTime() + (3 + Math.floor(luck * 25)) * minuteMs
  const over = overLimit(hour)
  const values = { ...nothing, ...where, heartRate, excess, wbgt, reason: { kind: 'sustained', limit: heartRate - over, minutes: 5, over } }
  const moments = Array.from({ length: level }, (_, step) => ({ ...values, at: at + step * 4 * minuteMs, level: step + 1 }))
  return episode({ kind: 'condition', ...siteOf(site), userId, deviceId: null }, moments, at + (14 + Math.floor(luck * 17)) * minuteMs)
}

/** A condition that lasted at danger until it was an emergency, and that emergency. */
const withEmergency = (condition: EpisodeSegment): EpisodeSegment[] => {
  const risen = condition.moments.at(-1) ?? nothing
  const [at, end] = [risen.at + 15 * minuteMs, risen.at + 24 * minuteMs]
  const moment = { ...risen, at, level: 3, reason: { kind: 'accumulated', limit: 3, minutes: 15 } }
  return [{ ...condition, endedAt: end }, episode({ ...condition.subject, kind: 'emergency' }, [moment], end)]
}

const heatOf = (site: DemoSite, { device_id, wbgt, from_slot, to_slot }: HotDay): EpisodeSegment => {
  const excess = Math.round((wbgt - 28) * 10) / 10
  const level = heatLevel(excess)
  const moment = {
    ...nothing,
    at: from_slot.getTime(),
    level,
    excess,
    wbgt,
    heatDeviceId: device_id,
    reason: { kind: 'heat', limit: 28, minutes: 0 },
  }
  return episode({ kind: 'siteHeat', ...siteOf(site), userId: null, deviceId: device_id }, [moment], to_slot.getTime() + 10 * minuteMs)
}

/** Alerts of a site's past weeks, by its summaries: hot places, strained people, a few emergencies. */
const pastEpisodes = async (context: Pick<Context, 'pool'>, site: DemoSite, seed: number, before: Date): Promise<EpisodeSegment[]> => {
  const { pool } = context
  const bounds = [site.companyId, site.officeId, before]
  const devices = await findDevices(context, site)
  const { rows: days } = await pool.query<HotDay>(findHotDays, bounds)
  const { rows: hours } = await pool.query<Hour>(findHours, bounds)
  const luckOf = ({ serial, hour }: Hour) => chance(seed, 'alert', serial, hour.getTime())
  const strained = hours.filter((hour) => overLimit(hour) > 0).toSorted((a, b) => luckOf(a) - luckOf(b))
  // Some of each: dangers are few among the hours.
  const dangers = strained.filter(({ level }) => level === 3).slice(0, alertsOfPeople / 4)
  const others = strained.filter(({ level }) => level < 3).slice(0, alertsOfPeople - dangers.length)
  const conditions = [...dangers, ...others].map((hour) => conditionOf(site, hour, placeOf(site, devices, hour.serial), seed))
  const grave = conditions.filter(({ moments }) => moments.length === 3)
  const firstOfEach = new Map(grave.toReversed().map((condition) => [condition.subject.userId, condition]))
  const gravest = new Set([...firstOfEach.values()].slice(0, emergencies))
  const ofPeople = conditions.flatMap((condition) => (gravest.has(condition) ? withEmergency(condition) : [condition]))
  const all = [...days.map((day) => heatOf(site, day)), ...ofPeople]
  return all.toSorted((a, b) => (a.moments[0]?.at ?? 0) - (b.moments[0]?.at ?? 0))
}

/**
 * Gives a new site the alerts of the weeks before its readings, ended long ago: nobody is notified of them. Those of hours whose
 * summary would be computed again for them are left out.
 * @param readingsFromMs when its readings begin, epoch ms
 */
export const openPastAlerts = async (
  context: Pick<Context, 'db' | 'pool'>,
  site: DemoSite,
  seed: number,
  readingsFromMs: number,
): Promise<number> => {
  const { db, pool } = context
  const { rows } = await pool.query('select from alert a where a.company_id = $1 and a.office_id = $2 limit 1', [
    site.companyId,
    site.officeId,
  ])
  if (rows.length > 0) return 0
  const monday = Math.floor((readingsFromMs - firstMonday) / (7 * dayMs)) * 7 * dayMs + firstMonday
  const episodes = await pastEpisodes(context, site, seed, new Date(Math.min(monday, await oldestPartition(pool))))
  // One by one: somebody may have several of one kind, and the order distinguishes them.
  for (const past of episodes) await openEpisodes(db, past.subject.companyId, [past])
  return episodes.length
}
