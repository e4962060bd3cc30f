import { altitudeUncertaintyCm, BAROMETER_USABLE_MS, DEFAULT_BELT_SETTINGS } from '@mimamori/heat'
import { sql, type RawBuilder } from 'kysely'
import type { TenantFilter } from '../../organisation/tenant-filter.ts'
import { isWornHeard } from '../last-heard/heard-within.ts'
import { zeroedSince } from './zeroed-since.ts'

/**
 * SQL, after a device table under the alias `d`: its office `o`, its state `s`, its setting `b`, and `u`, who wears it now.
 * People who withdrew consent are not among them: the judge takes their readings for nobody's, too.
 */
export const joinedBelt = sql`
  join office o on o.company_id = d.company_id and o.office_id = d.office_id
  left join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
  left join belt_setting b on b.company_id = d.company_id and b.device_id = d.device_id
  left join wear w on w.company_id = d.company_id and w.device_id = d.device_id and w.worn_to is null
  left join app_user u
    on u.company_id = w.company_id and u.user_id = w.user_id and u.deleted_at is null and u.consent_withdrawn_at is null`

/** SQL, as the join above: since when an alert about the wearer is open, as the list of alerts has it. */
const alertSinceOf = (tenant: TenantFilter) => sql<Date | null>`(
  select a.started_at from alert a
   where a.company_id = d.company_id and ${tenant('a')} and a.device_id = d.device_id and a.kind = 'belt' and a.user_id = u.user_id
     and a.ended_at is null)`

/** SQL: the height from which it must be hooked, cm; the judge's own where nothing is saved. */
const settingAltitude = sql<number>`coalesce(b.setting_altitude, ${sql.lit(DEFAULT_BELT_SETTINGS.settingAltitudeCm)})`

/** SQL: the pressure (Pa) of the barometer it is linked to, while that can be measured by (decisions/0004). */
const referencePressureOf = (tenant: TenantFilter) => sql<number | null>`(
  select reference.pressure from device_state reference
   where reference.company_id = d.company_id and ${tenant('reference')} and reference.device_id = d.linked_device_id
     and reference.last_at between s.last_at - ${sql.lit(`${BAROMETER_USABLE_MS} ms`)}::interval
                               and s.last_at + ${sql.lit(`${BAROMETER_USABLE_MS} ms`)}::interval)`

/** What a belt shows at a moment, as SQL over the join above. */
export type BeltShown = {
  /** Its data is current; null and false both mean it is not. */
  readonly current: RawBuilder<boolean | null>
  /** One of the contract's `beltStates`. */
  readonly state: RawBuilder<string>
  readonly alertSince: RawBuilder<Date | null>
  readonly settingAltitude: RawBuilder<number>
  readonly referencePressure: RawBuilder<number | null>
  /** How far off the altitude may be, cm; null without one. */
  readonly accuracy: RawBuilder<number | null>
}

/**
 * What of the belts is shown at a moment: a list sorts and counts by it, and a row shows it.
 * @param tenant the companies that are asked about
 */
export const beltShownAt = (now: Date, tenant: TenantFilter): BeltShown => {
  const alertSince = alertSinceOf(tenant)
  const current = isWornHeard(sql.ref('s.last_at'), sql.ref('s.interval_minutes'), now)
  return {
    current,
    state: sql<string>`case
      when ${alertSince} is not null then 'alert'
      when ${current} is not true then 'silent'
      when s.hook = 1 then 'hooked'
      when s.hook = 0 and b.check_altitude is false then 'unchecked'
      when s.hook is null or s.altitude_cm is null then 'unknown'
      when s.altitude_cm >= ${settingAltitude} then 'high'
      else 'low' end`,
    alertSince,
    settingAltitude,
    referencePressure: referencePressureOf(tenant),
    accuracy: sql<number | null>`case
      when s.altitude_cm is null then null
      when d.altitude_zeroed_at >= ${zeroedSince(now)} then ${sql.lit(altitudeUncertaintyCm(true))}
      else ${sql.lit(altitudeUncertaintyCm(false))} end`,
  }
}
