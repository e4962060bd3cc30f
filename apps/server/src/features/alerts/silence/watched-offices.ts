import {
  silenceLimitMs,
  type WatchedGateway,
  type WatchedInstrument,
  type WatchedWorker,
  type WorkingHours,
  workingHoursOf,
} from '@mimamori/heat'
import { sql } from 'kysely'
import { ofOpenOffice } from '../../../shared/organisation/archived-offices.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { isOwn } from '../episodes/own-kinds.ts'
import { heardThroughGateways } from '../../../shared/monitoring/last-heard/heard.ts'
import { findOpenLines, ofThese, type OpenLine, type SilenceScope, tenantsOfSilence } from './open-lines.ts'
import { isEmergencyOrReport } from '../../../shared/monitoring/emergency-kinds.ts'

/** A worker with a worn vital tag: `deviceId` is the tag. */
export type WatchedWearer = WatchedWorker & {
  readonly workerId: number
  readonly deviceId: number
  readonly gatewayId: number | null
  readonly fullName: string
}

/** A heat-index watcher or reference barometer of an office. */
type WatchedSiteInstrument = WatchedInstrument & {
  readonly deviceId: number
  readonly deviceKind: 'heat' | 'barometer'
  readonly serial: string
}

/** An office with what is watched there, and the open lines of silence. */
export type WatchedOffice = OfficeKey & {
  readonly workingHours: WorkingHours
  readonly workers: readonly WatchedWearer[]
  readonly gateways: readonly (WatchedGateway & { gatewayId: number })[]
  readonly instruments: readonly WatchedSiteInstrument[]
  readonly lines: readonly OpenLine[]
}

type WorkerRow = OfficeKey & {
  readonly userId: number
  readonly fullName: string
  readonly deviceId: number
  readonly gatewayId: number | null
  readonly heardAt: Date
  readonly intervalMinutes: number | null
  readonly lastLevel: number | null
  readonly heartAlertAt: Date | null
  readonly hasEpisode: boolean
  readonly isAlerted: boolean
  readonly isQuiet: boolean
}

const namedBy = (lines: readonly OpenLine[]) =>
  lines.flatMap((line) => (line.userId === null ? [...line.userIds] : [line.userId]).map((userId) => ({ ...line, userId })))

// A reading that was taken before, however late it comes, leaves quiet what a person quieted.
const isQuiet = sql`coalesce(least(s.last_at, s.heard_at) <= s.quiet_since, false)`
const gatewayHeardAt = sql`greatest(s.heard_at, via.heard_at)`

/**
 * The workers with a worn tag that was heard lately, but not within the shortest patience, or that have an open line: nobody else can
 * change a line, and of a hundred thousand people almost all were heard just now. The heart level was at least 1 until their
 * condition's episode ended: looked up only where it may give them a line of their own.
 */
const findWorkers = async (db: Db, scope: SilenceScope, lines: readonly OpenLine[], now: Date): Promise<WorkerRow[]> => {
  const missed = namedBy(lines)
  const tenant = tenantsOfSilence(scope)
  const heardBefore = new Date(now.getTime() - silenceLimitMs(null))
  const { rows } = await sql<WorkerRow>`
    select u.company_id as "companyId", u.office_id as "officeId", u.user_id as "userId", u.full_name as "fullName",
           w.device_id as "deviceId", s.gateway_id as "gatewayId", s.heard_at as "heardAt", s.interval_minutes as "intervalMinutes",
           s.total_level as "lastLevel", case when s.heart_level >= 1 then s.last_at else past.ended_at end as "heartAlertAt",
           standing.user_id is not null as "hasEpisode", coalesce(standing.alerted, false) as "isAlerted",
           ${isQuiet} as "isQuiet"
      from wear w
      join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
      join worker_state s on s.company_id = w.company_id and s.user_id = w.user_id and s.device_id = w.device_id
      left join (
        select a.company_id, a.user_id, bool_or((a.kind = 'condition' or ${isEmergencyOrReport})) as alerted from alert a
         where a.ended_at is null and a.handling <> 'closed' and not a.late and ${isOwn} and ${tenant('a')} group by 1, 2) standing
        on standing.company_id = s.company_id and standing.user_id = s.user_id
      left join lateral (
        select max(least(a.ended_at, s.last_at)) as ended_at from alert a
         where a.company_id = s.company_id and ${tenant('a')} and a.user_id = s.user_id and a.kind = 'condition'
           and a.started_at > ${now}::timestamptz - interval '1 day'
           and s.heard_at between ${now}::timestamptz - interval '1 hour' and ${now}::timestamptz - interval '15 minutes') past on true
     where w.slot = 'vital' and w.worn_to is null and u.deleted_at is null and u.consent_withdrawn_at is null
       and ${ofThese(scope, 'u')} and ${ofOpenOffice('u')}
       and (s.heard_at > ${now}::timestamptz - interval '2 days' and s.heard_at < ${heardBefore}
         or (s.heard_at is not null and (s.company_id, s.user_id) in (
           select * from unnest(${missed.map(({ companyId }) => companyId)}::int[], ${missed.map(({ userId }) => userId)}::int[]))))
     order by u.furigana collate "ja-x-icu", u.user_id`.execute(db)
  return rows
}

type GatewayRow = OfficeKey & {
  readonly deviceId: number
  readonly heardAt: Date
  readonly intervalMinutes: number | null
  readonly isQuiet: boolean
  readonly speaks: boolean
}

/**
 * The installed gateways that were heard lately, by their own messages or a reading that names them, or that have an open line.
 */
const findGateways = async (db: Db, scope: SilenceScope, lines: readonly OpenLine[], now: Date): Promise<GatewayRow[]> => {
  const missed = lines.filter(({ deviceId }) => deviceId !== null)
  const { rows } = await sql<GatewayRow>`
    select d.company_id as "companyId", d.office_id as "officeId", d.device_id as "deviceId",
           ${gatewayHeardAt} as "heardAt", s.interval_minutes as "intervalMinutes",
           coalesce(${gatewayHeardAt} <= s.quiet_since, false) as "isQuiet", s.heard_at is not null as "speaks"
      from device d
      left join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
      left join ${heardThroughGateways(tenantsOfSilence(scope)('ws'))} via on via.company_id = d.company_id and via.gateway_id = d.device_id
     where d.kind = 'gateway' and d.installation_status = 1 and ${ofThese(scope, 'd')} and ${ofOpenOffice('d')}
       and (${gatewayHeardAt} > ${now}::timestamptz - interval '2 days'
         or (${gatewayHeardAt} is not null and (d.company_id, d.device_id) in (
           select * from unnest(${missed.map(({ companyId }) => companyId)}::int[], ${missed.map(({ deviceId }) => deviceId)}::int[]))))
     order by d.device_id`.execute(db)
  return rows
}

type InstrumentRow = OfficeKey & {
  readonly deviceId: number
  readonly deviceKind: 'heat' | 'barometer'
  readonly serial: string
  readonly heardAt: Date
  readonly intervalMinutes: number | null
  readonly isQuiet: boolean
}

/** The installed watchers and barometers that were heard lately, or that have an open line; with the interval that they say or are set to. */
const findInstruments = async (db: Db, scope: SilenceScope, lines: readonly OpenLine[], now: Date): Promise<InstrumentRow[]> => {
  const missed = lines.filter(({ kind }) => kind === 'deviceSilent')
  const { rows } = await sql<InstrumentRow>`
    select d.company_id as "companyId", d.office_id as "officeId", d.device_id as "deviceId", d.kind as "deviceKind", d.serial,
           s.heard_at as "heardAt", coalesce(s.interval_minutes, b.interval_minutes) as "intervalMinutes", coalesce(s.heard_at <= s.quiet_since, false) as "isQuiet"
      from device d
      join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
      left join barometer_setting b on b.company_id = d.company_id and b.device_id = d.device_id
     where d.kind in ('heat', 'barometer') and d.installation_status = 1 and ${ofThese(scope, 'd')} and ${ofOpenOffice('d')}
       and (s.heard_at > ${now}::timestamptz - interval '2 days'
         or (s.heard_at is not null and (d.company_id, d.device_id) in (
           select * from unnest(${missed.map(({ companyId }) => companyId)}::int[], ${missed.map(({ deviceId }) => deviceId)}::int[]))))
     order by d.device_id`.execute(db)
  return rows
}

type HoursRow = OfficeKey & { readonly opensAt: string; readonly closesAt: string }

const findHours = async (db: Db, scope: SilenceScope, officeIds: readonly number[]): Promise<HoursRow[]> => {
  const { rows } = await sql<HoursRow>`
    select o.company_id as "companyId", o.office_id as "officeId", o.opens_at as "opensAt", o.closes_at as "closesAt"
      from office o
     where ${ofThese(scope, 'o')} and o.office_id = any(${officeIds}::int[])`.execute(db)
  return rows
}

const millisecondsOf = (instant: Date | null) => instant?.getTime() ?? null

type Missed = WatchedWorker['missedIn']

/** Who has an open line of silence, by company and person. */
const missedIn = (lines: readonly OpenLine[]): ReadonlyMap<string, Missed> =>
  new Map([
    ...lines.flatMap(({ companyId, userIds }) => userIds.map((userId) => [`${companyId}/${userId}`, 'shared'] as const)),
    ...lines.flatMap(({ companyId, userId }) => (userId === null ? [] : [[`${companyId}/${userId}`, 'own'] as const])),
  ])

const watchedWorker = (row: WorkerRow, missed: ReadonlyMap<string, Missed>): WatchedWearer => ({
  ...row,
  workerId: row.userId,
  lastSeenAt: row.heardAt.getTime(),
  lastLevel: row.lastLevel as WatchedWorker['lastLevel'],
  heartAlertAt: millisecondsOf(row.heartAlertAt),
  missedIn: missed.get(`${row.companyId}/${row.userId}`) ?? null,
})

const isMissedIn = (lines: readonly OpenLine[], { companyId, deviceId }: { companyId: number; deviceId: number }) =>
  lines.some((line) => line.companyId === companyId && line.deviceId === deviceId)

const watchedGateway = (row: GatewayRow, lines: readonly OpenLine[]) => ({
  gatewayId: row.deviceId,
  lastSeenAt: row.heardAt.getTime(),
  intervalMinutes: row.intervalMinutes,
  isQuiet: row.isQuiet,
  speaks: row.speaks,
  isMissed: isMissedIn(lines, row),
})

const watchedInstrument = (row: InstrumentRow, lines: readonly OpenLine[]): WatchedSiteInstrument => ({
  ...row,
  lastSeenAt: row.heardAt.getTime(),
  isMissed: isMissedIn(lines, row),
})

const keyOf = ({ companyId, officeId }: OfficeKey) => `${companyId}/${officeId}`

/** What alive monitoring watches at `now`: the offices of these that have something to watch or an open line. */
export const findWatchedOffices = async (db: Db, now: Date, scope: SilenceScope): Promise<WatchedOffice[]> => {
  const lines = await findOpenLines(db, scope)
  const workers = await findWorkers(db, scope, lines, now)
  const gateways = await findGateways(db, scope, lines, now)
  const instruments = await findInstruments(db, scope, lines, now)
  const [linesOf, workersOf, gatewaysOf] = [Map.groupBy(lines, keyOf), Map.groupBy(workers, keyOf), Map.groupBy(gateways, keyOf)]
  const instrumentsOf = Map.groupBy(instruments, keyOf)
  const concerned = new Set([...lines, ...workers, ...gateways, ...instruments].map(({ officeId }) => officeId))
  const hours = await findHours(db, scope, [...concerned])
  const missed = missedIn(lines)
  return hours.map(({ companyId, officeId, opensAt, closesAt }) => {
    const key = keyOf({ companyId, officeId })
    return {
      companyId,
      officeId,
      workingHours: workingHoursOf(opensAt, closesAt),
      lines: linesOf.get(key) ?? [],
      workers: (workersOf.get(key) ?? []).map((row) => watchedWorker(row, missed)),
      gateways: (gatewaysOf.get(key) ?? []).map((row) => watchedGateway(row, lines)),
      instruments: (instrumentsOf.get(key) ?? []).map((row) => watchedInstrument(row, lines)),
    }
  })
}
