import type { DeviceAlarmKind, DeviceWarning, HealthRow, Role, WbgtSource } from '@mimamori/contract'
import { ageForLimits, heartLimits } from '@mimamori/heat'
import { type RawBuilder, sql } from 'kysely'
import { heartWarnings } from '../doubtful-heart/heart-warnings.ts'
import type { PersonKey } from '../../organisation/keys.ts'
import { type TenantFilter, tenantsOf } from '../../organisation/tenant-filter.ts'
import type { Context } from '../../../platform/context.ts'
import { japanDay, toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import { type Owner, seesOwnMeasure } from './owner.ts'
import { plainReasonText } from '../reasons/plain-reason.ts'
import { levelReasonText, type Reason, reasonText, saysOwnMeasure } from '../reasons/reason-text.ts'
import { namesOfFew, namesOfMany } from './names-beside.ts'
import { reportedAt } from './open-report.ts'
import { isMeasured, isWatched, shownAt } from './shown.ts'

/** A health row with its owner: `healthRowFor` says what of it a role may see. */
export type OwnedHealthRow = {
  readonly row: HealthRow
  readonly owner: Owner
  /** The reason without what is usual for the person. */
  readonly plainReason: string | null
}

type Selected = {
  user_id: number
  company_id: number
  office_id: number
  group_id: number | null
  full_name: string
  furigana: string
  date_of_birth: string | null
  heart_judged: boolean
  base_name: string
  group_name: string | null
  heart_rate: number | null
  excess: number | null
  wbgt: number | null
  wbgt_source: WbgtSource | null
  wbgt_place: string | null
  battery: number | null
  signal: number | null
  location_name: string | null
  map_id: number | null
  level: number | null
  personal_level: number | null
  own_mean: number | null
  own_peak: number | null
  own_shifts: number | null
  heat_minutes_today: number | null
  heat_minutes_on_end: number | null
  heat_minutes_longest: number | null
  strained_at: Date | null
  resting_since: Date | null
  attention: boolean
  reported_at: Date | null
  last_at: Date | null
  level_since: Date | null
  emergency_since: Date | null
  is_called: boolean
  alarm_kind: DeviceAlarmKind | null
  current: boolean
  present: boolean
  no_heart_rate: boolean | null
  lost_heart_rate: boolean | null
  lost_wbgt: boolean | null
  reason: readonly Reason[] | null
  device_type: string | null
  warnings: DeviceWarning[] | null
}

/** Whether signal strength is shown to a role. */
export const seesWaveLevel = (role: Role): boolean => role === 'AdminUnitService'

/** The row as a role may see it. */
export const healthRowFor = (role: Role, { row, plainReason }: OwnedHealthRow): HealthRow => ({
  ...row,
  ...(seesWaveLevel(role) ? {} : { waveLevel: null }),
  ...(seesOwnMeasure(role)
    ? {}
    : { ownMean: null, ownPeak: null, ownShifts: null, strainedAt: null, attention: null, reason: plainReason }),
})

const statusOf = (selected: Selected): HealthRow['status'] => {
  if (!selected.current) return '0'
  return selected.no_heart_rate === true ? '1' : ''
}

const lostOf = (selected: Selected): HealthRow['lost'] => [
  ...(selected.lost_heart_rate === true ? (['heartRate'] as const) : []),
  ...(selected.lost_wbgt === true ? (['wbgt'] as const) : []),
  ...(selected.last_at !== null && !selected.current ? (['signal'] as const) : []),
]

const reasonOf = (selected: Selected, textOf?: (reason: Reason) => string): string | null => {
  const { level, reason, is_called: isCalled, alarm_kind: kind } = selected
  const alarm = kind === null ? [] : [reasonText({ kind: 'alarm' }, { kind, cause: 'alarm', excess: null })]
  const reasons: readonly Reason[] = level === null || level < 1 ? [] : [...(isCalled ? [{ kind: 'call' }] : []), ...(reason ?? [])]
  const texts = [...alarm, ...(reasons.length === 0 ? [] : [levelReasonText(reasons, textOf)])]
  return texts.length === 0 ? null : texts.join('、')
}

const withoutOwnMeasure = (reason: Reason): string => {
  const values = { kind: 'condition', cause: reason.kind, excess: null } as const
  return saysOwnMeasure(reason) ? plainReasonText(reason, values) : reasonText(reason, values)
}

const wholeMinutes = (minutes: number | null): number | null => (minutes === null ? null : Math.floor(minutes))

const toRow = (selected: Selected, today: string): HealthRow => {
  const { ageYears, assumed } = ageForLimits(selected.date_of_birth, today)
  return {
    userId: selected.user_id,
    fullName: selected.full_name,
    furigana: selected.furigana,
    age: assumed ? null : ageYears,
    officeId: selected.office_id,
    baseName: selected.base_name,
    groupId: selected.group_id,
    groupName: selected.group_name,
    heartRate: selected.no_heart_rate === true ? null : selected.heart_rate,
    limits: heartLimits(ageYears),
    heartJudged: selected.heart_judged,
    excess: selected.excess,
    wbgtValue: selected.wbgt,
    wbgtMeasurementPoint: selected.wbgt === null ? null : selected.wbgt_place,
    wbgtSource: selected.wbgt === null ? null : selected.wbgt_source,
    bateryLevel: selected.battery,
    waveLevel: selected.signal,
    locationName: selected.location_name,
    alertLevel: selected.level,
    personalLevel: selected.personal_level,
    ownMean: selected.own_mean,
    ownPeak: selected.own_peak,
    ownShifts: selected.own_shifts,
    strainedAt: toJapanIsoOrNull(selected.strained_at),
    heatMinutesToday: wholeMinutes(selected.heat_minutes_today),
    heatMinutesOnEnd: wholeMinutes(selected.heat_minutes_on_end),
    heatMinutesLongest: wholeMinutes(selected.heat_minutes_longest),
    resting: toJapanIsoOrNull(selected.resting_since),
    attention: selected.attention,
    reportedAt: toJapanIsoOrNull(selected.reported_at),
    alertTime: toJapanIsoOrNull(selected.last_at),
    levelSince: toJapanIsoOrNull(selected.level_since),
    emergency: selected.emergency_since === null ? '0' : '1',
    alarm: selected.alarm_kind,
    emergencySince: toJapanIsoOrNull(selected.emergency_since),
    status: statusOf(selected),
    lost: lostOf(selected),
    reason: reasonOf(selected),
    mapId: selected.map_id,
    hideData: selected.present || selected.reported_at !== null ? '0' : '1',
    deviceType: selected.device_type,
    warnings: selected.warnings ?? [],
  }
}

/** Whether the device of a state (`ws`) is among the few that are doubted: of one company they are read once. */
const doubtedOnce = (tenant: TenantFilter) =>
  sql`(ws.company_id, ws.device_id) in (select h.company_id, h.device_id from doubtful_heart h where ${tenant('h')})`

/** The same over several companies, whose rows a cluster joins by their company alone. */
const doubtedEach = (tenant: TenantFilter) =>
  sql`exists (select from doubtful_heart h where h.company_id = ws.company_id and ${tenant('h')} and h.device_id = ws.device_id)`

const fewKeys = 20
const manyKeys = 1_000

/**
 * Health rows of the watched among these persons, or of the measured, whose office may be archived, in the order given, as of `now`. The caller has checked the scope, or
 * does so with `owner`. Values are left out once nothing is current and no level is held: an old heart rate alone would
 * read as a present one.
 * @param among a condition that leaves some of the persons (alias `u`) out
 */
export const readHealthRows = async (
  { db, pool }: Pick<Context, 'db' | 'pool'>,
  keys: readonly PersonKey[],
  now: Date,
  whose: 'watched' | 'measured' = 'watched',
  among?: RawBuilder<boolean>,
): Promise<OwnedHealthRow[]> => {
  if (keys.length === 0) return []
  const { current, level, personalLevel, levelSince, present } = shownAt(now)
  const isOfOne = new Set(keys.map(({ companyId }) => companyId)).size === 1
  const tenant = tenantsOf(keys)
  const beside = keys.length < manyKeys ? namesOfFew(tenant) : namesOfMany(tenant)
  // Few devices are doubted: which ones is read once, and nothing more of the others.
  const { sql: text, parameters } = sql`
    select u.user_id, u.company_id, u.office_id, u.group_id, u.full_name, u.furigana, u.date_of_birth, u.heart_judged,
           o.name as base_name, ${beside.groupName} as group_name,
           coalesce(${current}, false) as current, coalesce(${present}, false) as present, ${level} as level, ${personalLevel} as personal_level, ws.own_mean, ws.own_peak, ws.own_shifts,
           case when ${present} then ws.strained_at end as strained_at,
           case when ${current} then ws.heat_minutes_today end as heat_minutes_today,
           case when ${current} then ws.heat_minutes_on_end end as heat_minutes_on_end,
           case when ${current} then ws.heat_minutes_longest end as heat_minutes_longest,
           ${beside.restingSince} as resting_since,
           u.attention @> ${now}::timestamptz as attention, ${reportedAt(tenant)} as reported_at,
           case when ${present} then ws.heart_rate end as heart_rate,
           case when ${present} then ws.excess end as excess,
           case when ${present} then ws.wbgt end as wbgt,
           ws.wbgt_source,
           case when ws.wbgt_source in ('measured', 'estimated') then ${beside.watcherPlace}
             when ws.wbgt_source = 'public' then concat_ws(' ', '環境省', o.public_wbgt_station) end as wbgt_place,
           ws.battery, ws.signal,
           ${beside.gatewayPlace} as location_name, ${beside.gatewayMap} as map_id,
           ws.last_at, ${levelSince} as level_since, least(ws.emergency_since, ws.alarm_since) as emergency_since, ws.alarm_kind, coalesce(ws.emergency_cause = 'call', false) as is_called,
           ws.no_heart_rate, ws.lost_heart_rate, ws.lost_wbgt, ws.reason,
           ${beside.deviceType} as device_type,
           case when ${isOfOne ? doubtedOnce(tenant) : doubtedEach(tenant)}
                 and exists (select from wear w where w.company_id = ws.company_id and ${tenant('w')} and w.user_id = ws.user_id
                                and w.device_id = ws.device_id and w.worn_to is null) then ${heartWarnings('ws', now, tenant)} end as warnings
      from unnest(${keys.map(({ companyId }) => companyId)}::int[], ${keys.map(({ userId }) => userId)}::int[])
           with ordinality as wanted (company_id, user_id, place)
      join app_user u on u.company_id = wanted.company_id and u.user_id = wanted.user_id
      join office o on o.company_id = u.company_id and o.office_id = u.office_id
      left join worker_state ws on ws.company_id = u.company_id and ws.user_id = u.user_id
      ${beside.joins}
     where ${tenant('u')} and ${whose === 'watched' ? isWatched : isMeasured} and ${among ?? sql`true`}
     order by wanted.place`.compile(db)
  // Of a few it is prepared once per connection: planning takes longer than reading them. A plan that was made when the tables were
  // small could take minutes for many.
  const isPrepared = keys.length <= fewKeys
  const { rows } = await pool.query<Selected>({
    ...(isPrepared && { name: `health-rows-of-${isOfOne ? 'one-company' : 'several'}-${whose}${among === undefined ? '' : '-among'}` }),
    text,
    values: [...parameters],
  })
  const today = japanDay(now)
  return rows.map((selected) => ({
    row: toRow(selected, today),
    plainReason: reasonOf(selected, withoutOwnMeasure),
    owner: { companyId: selected.company_id, officeId: selected.office_id, groupId: selected.group_id, userId: selected.user_id },
  }))
}
