import { type HeatLayer, silenceLimitMs } from '@mimamori/heat'
import { type RawBuilder, sql } from 'kysely'
import type { OfficeKey } from '../../organisation/keys.ts'
import { officeColumns, type ScopeColumns, withinScope } from '../../organisation/scope.ts'
import { tenantOf } from '../../organisation/tenant-filter.ts'
import type { Db } from '../../../platform/context.ts'
import { heardThroughGateways } from '../last-heard/heard.ts'
import type { Viewer } from '../workers/owner.ts'

export type Office = Pick<HeatLayer, 'acclimatised' | 'clothing'> & {
  readonly metabolic_class: number | null
  readonly company_id: number
  readonly office_id: number
  readonly name: string
  readonly company_name: string
  readonly opens_at: string
  readonly closes_at: string
  readonly emergency_phone: string | null
  readonly hospital_name: string | null
  readonly hospital_phone: string | null
  readonly public_wbgt_station: string | null
  readonly procedures: string | null
  readonly heard_at: Date | null
}

/** An office in scope; undefined where there is none the viewer may see. */
export const findOffice = async (db: Db, viewer: Viewer, officeId: number): Promise<Office | undefined> => {
  const tenant = tenantOf(viewer)
  const { rows } = await sql<Office>`
    select o.company_id, o.office_id, o.name, c.name as company_name, o.opens_at, o.closes_at, o.emergency_phone, o.hospital_name,
           o.hospital_phone, o.public_wbgt_station, o.procedures, o.metabolic_class, o.acclimatised, o.clothing,
           greatest(
             (select max(s.heard_at)
                from device d join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
               where d.company_id = o.company_id and ${tenant('d')} and d.office_id = o.office_id),
             (select max(ws.heard_at)
                from app_user u join worker_state ws on ws.company_id = u.company_id and ws.user_id = u.user_id
               where u.company_id = o.company_id and ${tenant('u')} and u.office_id = o.office_id and u.deleted_at is null)) as heard_at
      from office o join company c on c.company_id = o.company_id
     where o.office_id = ${officeId} and ${withinScope(viewer, officeColumns)}`.execute(db)
  return rows[0]
}

export type Watcher = {
  readonly device_id: number
  readonly serial: string
  readonly location_name: string | null
  readonly wbgt: number | null
  readonly wbgt_estimated: boolean
  readonly heat_level: number | null
  readonly last_at: Date | null
}

/** The installed heat watchers of an office, by serial. */
export const findWatchers = async (db: Db, { companyId, officeId }: OfficeKey): Promise<Watcher[]> => {
  const { rows } = await sql<Watcher>`
    select d.device_id, d.serial, d.location_name, s.wbgt, coalesce(s.wbgt_estimated, false) as wbgt_estimated, s.heat_level, s.last_at
      from device d left join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
     where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind = 'heat' and d.installation_status = 1
     order by d.serial`.execute(db)
  return rows
}

export type HeatBin = { readonly device_id: number; readonly bin: Date; readonly wbgt: number }

/** The highest plausible value of each of a company's watchers in each half hour of a half-open range. */
export const findHeatBins = async (
  db: Db,
  companyId: number,
  deviceIds: readonly number[],
  range: { from: Date; to: Date },
): Promise<HeatBin[]> => {
  if (deviceIds.length === 0) return []
  // One pass along the primary key for each watcher, whatever else the table holds.
  const { rows } = await sql<HeatBin>`
    select heat.device_id, bins.bin, bins.wbgt
      from unnest(${deviceIds}::int[]) as heat (device_id)
      cross join lateral (
        select date_bin('30 minutes', r.at, ${range.from}::timestamptz) as bin, max(r.wbgt) as wbgt
          from reading r
         where r.company_id = ${companyId} and r.device_id = heat.device_id
           and r.at >= ${range.from} and r.at < ${range.to} and r.wbgt between -10 and 50
         group by 1) bins`.execute(db)
  return rows
}

export type PublicHeat = { readonly at: Date; readonly kind: 'measured' | 'estimated' | 'forecast'; readonly wbgt: number }

/** A station's forecast after `now` until `to`, and its latest observed value, in order of time. */
export const findPublicHeat = async (db: Db, station: string, { now, to }: { now: Date; to: Date }): Promise<PublicHeat[]> => {
  const { rows } = await sql<PublicHeat>`
    (select p.at, p.kind, p.wbgt from public_wbgt p
      where p.station = ${station} and p.kind <> 'forecast' and p.at <= ${now}
      order by p.at desc, p.kind desc limit 1)
    union all
    (select p.at, p.kind, p.wbgt from public_wbgt p
      where p.station = ${station} and p.kind = 'forecast' and p.at > ${now} and p.at < ${to}
      order by p.at)`.execute(db)
  return rows
}

export type Equipment = {
  readonly kind: 'vital' | 'belt' | 'heat' | 'gateway' | 'barometer'
  readonly serial: string
  readonly location_name: string | null
  readonly wearer: string | null
  readonly heard_at: Date | null
  readonly interval_minutes: number | null
  readonly worn_from: Date | null
  /** The wearer has a level or an emergency: then silence counts outside the working hours too. */
  readonly alerted: boolean
  /** Somebody quieted the wearer's silence, and the device has not been heard since. */
  readonly quiet: boolean
}

const wearerColumns: ScopeColumns = { company: 'u.company_id', office: 'u.office_id', group: 'u.group_id', user: null }

/**
 * The devices of an office that ought to be heard and were not within the shortest patience: installed equipment, and what is worn by
 * those in the viewer's scope. Of ten thousand that are worn almost all were heard just now. A worker sees none: their own device is on
 * their own screen.
 */
export const findExpected = async (db: Db, viewer: Viewer, { companyId, officeId }: OfficeKey, now: Date): Promise<Equipment[]> => {
  if (viewer.role === 'User') return []
  const heardSince = new Date(now.getTime() - silenceLimitMs(null))
  const isUnheard = (heardAt: RawBuilder<unknown>) => sql<boolean>`(${heardAt} >= ${heardSince}) is not true`
  const viaGateway = sql`greatest(s.heard_at, via.heard_at)`
  const byAnybody = sql`greatest(s.heard_at, worn.heard_at)`
  const isByWearer = sql`ws.device_id = t.device_id`
  const { rows } = await sql<Equipment>`
    with taken as materialized (
      -- Their wearers' states leave out almost all of them, before anything else is looked up.
      select d.device_id, d.kind, d.serial, d.location_name, w.user_id, w.worn_from
        from device d
        join wear w on w.company_id = d.company_id and w.device_id = d.device_id and w.worn_to is null
        left join worker_state ws on ws.company_id = w.company_id and ws.user_id = w.user_id
       where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind in ('vital', 'belt') and d.installation_status = 1
         and ${isUnheard(sql`case when ws.device_id = d.device_id then ws.heard_at end`)}),
    tag as materialized (
      select t.* from taken t
      left join device_state s on s.company_id = ${companyId} and s.device_id = t.device_id
       where ${isUnheard(sql`s.heard_at`)})
    select d.kind, d.serial, d.location_name, null as wearer, ${viaGateway} as heard_at, s.interval_minutes,
           null as worn_from, false as alerted, false as quiet
      from device d
      left join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
      left join ${heardThroughGateways(sql`ws.company_id = ${companyId}`)} via on via.company_id = d.company_id and via.gateway_id = d.device_id
     where d.company_id = ${companyId} and d.office_id = ${officeId}
       and d.kind in ('heat', 'gateway', 'barometer') and d.installation_status = 1 and ${isUnheard(viaGateway)}
    union all
    select t.kind, t.serial, t.location_name, u.full_name, ${byAnybody},
           coalesce(case when ${isByWearer} then ws.interval_minutes end, s.interval_minutes),
           t.worn_from, coalesce(ws.total_level >= 1 or ws.emergency_since is not null or ws.alarm_since is not null, false),
           coalesce(case when ${isByWearer} then least(ws.last_at, ws.heard_at) else s.heard_at end <= ws.quiet_since, false)
      from tag t
      join app_user u on u.company_id = ${companyId} and u.user_id = t.user_id
      left join device_state s on s.company_id = ${companyId} and s.device_id = t.device_id
      left join worker_state ws on ws.company_id = ${companyId} and ws.user_id = t.user_id
      -- When a worn vital tag was heard is in the state of who wore it then, not in its own; no index finds a state by its device.
      left join (
        select held.device_id, max(past.heard_at) as heard_at
          from wear held join worker_state past on past.company_id = ${companyId} and past.user_id = held.user_id and past.device_id = held.device_id
         where held.company_id = ${companyId} and held.device_id in (select t.device_id from tag t) group by held.device_id) worn
        on worn.device_id = t.device_id
     where u.deleted_at is null and u.consent_withdrawn_at is null and ${withinScope(viewer, wearerColumns)} and ${isUnheard(byAnybody)}`.execute(
    db,
  )
  return rows
}
