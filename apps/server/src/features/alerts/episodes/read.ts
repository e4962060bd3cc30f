import {
  type AlertEpisode,
  type AlertKind,
  type AlertSourceKind,
  type Ending,
  type Handling,
  isEmergencyKind,
  type Loss,
  type Outcome,
  type Role,
} from '@mimamori/contract'
import { ageForLimits } from '@mimamori/heat'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { japanDay, toJapanIso, toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import type { AlertKey } from '../../../shared/organisation/keys.ts'
import { type TenantFilter, tenantsOf } from '../../../shared/organisation/tenant-filter.ts'
import { type ScopeColumns, withinScope } from '../../../shared/organisation/scope.ts'
import { isOwn } from './own-kinds.ts'
import { isWornHeard } from '../../../shared/monitoring/last-heard/heard-within.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { type Owner, seesOffice, seesOwnMeasure, type Viewer } from '../../../shared/monitoring/workers/owner.ts'
import { plainReasonText } from '../../../shared/monitoring/reasons/plain-reason.ts'
import { type Reason, reasonText, saysOwnMeasure } from '../../../shared/monitoring/reasons/reason-text.ts'
import { shownValue } from './peak-values.ts'
import { withoutValues } from './withheld.ts'

/** An episode with its owner: `episodeFor` says what of it a viewer may see. */
export type OwnedEpisode = {
  readonly episode: AlertEpisode
  readonly owner: Owner
  /** Its reason says what is usual for the person. */
  readonly saysOwnMeasure: boolean
}

/** The alert table under the alias `a`. */
const alertColumns: ScopeColumns = { company: 'a.company_id', office: 'a.office_id', group: 'a.group_id', user: 'a.user_id' }

/** The condition that keeps `alert a` to the episodes in scope. One of no group is its office's leaders' too where `ofOffice` (SQL) says so. */
const inScopeOr = (actor: Actor, ofOffice: RawBuilder<boolean>): RawBuilder<boolean> => {
  const inScope = withinScope(actor, alertColumns)
  if (actor.role !== 'GroupLeader' && actor.role !== 'GroupSubLeader') return inScope
  return sql<boolean>`(${inScope} or (a.company_id = ${actor.companyId} and a.office_id = ${actor.officeId} and a.group_id is null and ${ofOffice}))`
}

/** A report about somebody who is not known. */
const isOfNobody = sql<boolean>`(a.kind = 'report' and a.user_id is null)`

/** The condition that keeps `alert a` to the real episodes in scope. */
export const isRealInScope = (actor: Actor): RawBuilder<boolean> => sql<boolean>`(not a.drill and ${inScopeOr(actor, isOfNobody)})`

/** The same with drills: one of a whole office is all of its leaders' too. */
export const isInScope = (actor: Actor): RawBuilder<boolean> => inScopeOr(actor, sql<boolean>`(a.drill or ${isOfNobody})`)

type Selected = {
  alert_id: number
  kind: AlertKind
  company_id: number
  office_id: number
  group_id: number | null
  user_id: number | null
  full_name: string | null
  date_of_birth: string | null
  withdrew_consent: boolean
  company_name: string
  base_name: string
  group_name: string | null
  location_name: string | null
  level: number | null
  peak_level: number | null
  cause: string
  reason: Reason | null
  heart_rate: number | null
  excess: number | null
  wbgt: number | null
  wbgt_point: string | null
  started_at: Date
  ended_at: Date | null
  ending: Ending | null
  lost: Loss[]
  late: boolean
  withdrawn: boolean
  drill: boolean
  called_at: Date | null
  source: AlertSourceKind
  handling: Handling
  handled_by_name: string | null
  handled_at: Date | null
  outcome: Outcome | null
  note: string | null
  mails: number
  pressed_at: Date | null
  pressed_roles: Role[] | null
  pressed_on_duty: boolean | null
  pressed_channels: string[] | null
  phone_number: string | null
  leader_id: number | null
  leader_name: string | null
  leader_phone: string | null
}

const ageAt = (selected: Selected): number | null => {
  if (selected.user_id === null) return null
  const { ageYears, assumed } = ageForLimits(selected.date_of_birth, japanDay(selected.started_at))
  return assumed ? null : ageYears
}

const toEpisode = (selected: Selected): AlertEpisode => ({
  id: selected.alert_id,
  kind: selected.kind,
  userId: selected.user_id,
  officeId: selected.office_id,
  fullName: selected.full_name,
  age: ageAt(selected),
  companyName: selected.company_name,
  baseName: selected.base_name,
  groupName: selected.group_name,
  alertLevel: selected.level,
  peakLevel: selected.peak_level,
  emergency: isEmergencyKind(selected.kind) ? '1' : '0',
  reason: reasonText(selected.reason, { ...selected, calledAt: selected.called_at }),
  plainReason: plainReasonText(selected.reason, { ...selected, calledAt: selected.called_at }),
  heartRate: selected.heart_rate,
  excess: selected.excess,
  wbgtValue: selected.wbgt,
  wbgtMeasurementPoint: selected.wbgt_point,
  locationName: selected.location_name,
  startedAt: toJapanIso(selected.started_at),
  endedAt: toJapanIsoOrNull(selected.ended_at),
  ending: selected.ending,
  lost: selected.lost,
  late: selected.late ? '1' : '0',
  withdrawn: selected.withdrawn ? '1' : '0',
  drill: selected.drill ? '1' : '0',
  calledAt: toJapanIsoOrNull(selected.called_at),
  source: selected.source,
  receivedAt: selected.reason?.receivedAt === undefined ? null : toJapanIso(new Date(selected.reason.receivedAt)),
  reports: selected.reason?.count ?? 0,
  handling: selected.handling,
  handledBy: selected.handled_by_name,
  handledAt: toJapanIsoOrNull(selected.handled_at),
  outcome: selected.outcome,
  note: selected.note,
  mails: selected.mails,
  pressed:
    selected.pressed_at === null
      ? null
      : {
          at: toJapanIso(selected.pressed_at),
          roles: selected.pressed_roles ?? [],
          onDuty: selected.pressed_on_duty ?? false,
          channels: selected.pressed_channels ?? [],
        },
  phoneNumber: selected.phone_number,
  leaderId: selected.leader_id,
  leaderName: selected.leader_name,
  leaderContact: selected.leader_phone,
})

// Of those about a person's body what their state says; of a belt its signal, also once somebody else wears it.
const lost = (tenant: TenantFilter, now: Date) => sql`
  case when a.ended_at is not null then '{}'
    when ${isOwn} then array_remove(array[
      case when ws.lost_heart_rate then 'heartRate' end,
      case when ws.lost_wbgt then 'wbgt' end,
      case when ws.last_at is not null and (${isWornHeard(sql.ref('ws.last_at'), sql.ref('ws.interval_minutes'), now)}) is not true then 'signal' end],
      null)
    when a.kind = 'belt' and not exists (
      select from wear w join device_state s on s.company_id = w.company_id and s.device_id = w.device_id
       where w.company_id = a.company_id and ${tenant('w')} and ${tenant('s')} and w.device_id = a.device_id and w.user_id = a.user_id and w.worn_to is null
         and ${isWornHeard(sql.ref('s.last_at'), sql.ref('s.interval_minutes'), now)}) then array['signal']
    else '{}' end`

/**
 * Episodes by their keys, in the order given. The caller has checked the scope, or does so with `owner`. An episode that is
 * over shows the highest level it had with the values of then, an open one its current level, and which of the person's data
 * is missing. Of a person who withdrew their consent no values are read.
 */
export const readEpisodes = async (db: Db, keys: readonly AlertKey[], now: Date): Promise<OwnedEpisode[]> => {
  if (keys.length === 0) return []
  const tenant = tenantsOf(keys)
  const { rows } = await sql<Selected>`
    select a.alert_id, a.kind, a.company_id, a.office_id, a.group_id, a.user_id, a.full_name, u.date_of_birth, u.consent_withdrawn_at is not null as withdrew_consent,
           a.company_name, a.base_name, a.group_name, a.location_name,
           case when a.ended_at is null then a.level else coalesce(a.peak_level, a.level) end as level, coalesce(a.peak_level, a.level) as peak_level,
           a.cause, ${shownValue('reason')} as reason, ${shownValue('heart_rate')} as heart_rate, ${shownValue('excess')} as excess,
           ${shownValue('wbgt')} as wbgt, a.wbgt_point, a.started_at, a.ended_at, a.ending, ${lost(tenant, now)} as lost, a.late, a.withdrawn, a.drill, a.called_at, a.source,
           a.handling, a.handled_by_name, a.handled_at, a.outcome, a.note, a.mails, pressed.at as pressed_at, pressed.roles as pressed_roles,
           pressed.on_duty as pressed_on_duty, pressed.channels as pressed_channels,
           case when u.office_id = a.office_id and u.deleted_at is null then u.phone_number end as phone_number,
           leader.user_id as leader_id, leader.full_name as leader_name, leader.phone_number as leader_phone
      from unnest(${keys.map(({ companyId }) => companyId)}::int[], ${keys.map(({ alertId }) => alertId)}::int[])
           with ordinality as wanted (company_id, alert_id, place)
      join alert a on a.company_id = wanted.company_id and ${tenant('a')} and a.alert_id = wanted.alert_id
      left join app_user u on u.company_id = a.company_id and u.user_id = a.user_id
      left join worker_state ws on ws.company_id = a.company_id and ws.user_id = a.user_id
      left join lateral (
        select l.user_id, l.full_name, l.phone_number from app_user l
         where l.company_id = a.company_id and ${tenant('l')} and l.group_id = a.group_id and l.group_role = 1 and l.deleted_at is null
         order by l.user_id limit 1) leader on true
      left join lateral (
        select n.at, coalesce(array_agg(distinct n.role) filter (where n.role is not null and (n.rota is null or n.rota = 'everybody')), '{}') as roles,
               bool_or(n.rota is not null and n.rota <> 'everybody') as on_duty,
               coalesce(array_agg(distinct n.channel_name) filter (where n.channel_name is not null), '{}') as channels
          from alert_notice n
         where n.company_id = a.company_id and ${tenant('n')} and n.alert_id = a.alert_id and n.occasion = 'escalated' and n.channel <> 'none'
         group by n.at order by n.at desc limit 1) pressed on true
     order by wanted.place`.execute(db)
  return rows.map((selected) => ({
    episode: selected.withdrew_consent ? withoutValues(toEpisode(selected), selected.reason?.kind ?? selected.cause) : toEpisode(selected),
    owner: {
      companyId: selected.company_id,
      officeId: selected.office_id,
      groupId: selected.group_id,
      userId: selected.user_id,
      drill: selected.drill,
      ofNobody: selected.kind === 'report' && selected.user_id === null,
    },
    saysOwnMeasure: saysOwnMeasure(selected.reason),
  }))
}

const namesOfOffice = {
  baseName: null,
  groupName: null,
  locationName: null,
  wbgtMeasurementPoint: null,
  phoneNumber: null,
  leaderId: null,
  leaderName: null,
  leaderContact: null,
  handledBy: null,
  note: null,
} as const satisfies Partial<AlertEpisode>

/** The episode as somebody may see it who is in its scope: of a former office of the person its kind, times, levels and values. */
export const episodeFor = (viewer: Viewer, owned: OwnedEpisode): AlertEpisode => {
  const { episode, owner } = owned
  const seen = owned.saysOwnMeasure && !seesOwnMeasure(viewer.role) ? { ...episode, reason: episode.plainReason } : episode
  return seesOffice(viewer, owner) ? seen : { ...seen, ...namesOfOffice }
}
