import { leaders } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import type { HeatLayer } from '@mimamori/heat'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import { seesOverride } from '../monitoring/acclimatisation-plan/plan-of-row.ts'
import { isWorker } from '../monitoring/workers/shown.ts'
import { heatLayerColumns, type HeatLayerRow } from '../organisation/heat-layers.ts'
import type { OfficeKey } from '../organisation/keys.ts'
import { personColumns, withinScope } from '../organisation/scope.ts'

/** What of a site a plan shows. */
export type PlanScope = {
  /** Conditions on the people (`u`) and the groups (`g`). */
  readonly people: RawBuilder<boolean>
  readonly groups: RawBuilder<boolean>
  /** Whether it is the plan of one group, so that the heat is that of its place. */
  readonly isOneGroup: boolean
  /** Without it the plan is as it would be without overrides and 要注意: the service's administrators see neither. */
  readonly seesHealth: boolean
}

/** All people of a site: for mails and papers of the whole site. */
export const wholeSite: PlanScope = { people: sql<boolean>`true`, groups: sql<boolean>`true`, isOneGroup: false, seesHealth: true }

/** What an administrator or a leader may see of a site. */
export const planScopeOf = (actor: Actor): PlanScope => ({
  people: withinScope(actor, personColumns),
  isOneGroup: leaders.some((role) => role === actor.role),
  seesHealth: seesOverride(actor.role),
  groups: withinScope(actor, { company: 'g.company_id', office: 'g.office_id', group: 'g.group_id', user: null }),
})

/** A group with its own layer of the heat profile. */
export type PlanGroupRow = { readonly groupId: number; readonly groupName: string; readonly layer: HeatLayer }

type GroupRow = Pick<HeatLayer, 'acclimatised' | 'clothing'> & {
  readonly group_id: number
  readonly name: string
  readonly metabolic_class: number | null
}

/** The groups of a site in scope, by code. */
export const readPlanGroups = async (db: Db, { companyId, officeId }: OfficeKey, scope: PlanScope): Promise<PlanGroupRow[]> => {
  const { rows } = await sql<GroupRow>`
    select g.group_id, g.name, g.metabolic_class, g.acclimatised, g.clothing
      from work_group g
     where g.company_id = ${companyId} and g.office_id = ${officeId} and ${scope.groups}
     order by g.code collate "ja-x-icu", g.group_id`.execute(db)
  return rows.map(({ group_id, name, metabolic_class, acclimatised, clothing }) => ({
    groupId: group_id,
    groupName: name,
    layer: { metabolicClass: metabolic_class, acclimatised, clothing },
  }))
}

/** Somebody who may work on the day, with all layers of their heat profile. */
export type PlanPersonRow = HeatLayerRow & {
  readonly user_id: number
  readonly full_name: string
  readonly furigana: string
  readonly group_id: number | null
  /** The watcher that their tag used last, within some days. */
  readonly watcher_id: number | null
  readonly is_measured: boolean
}

/** Where somebody worked longer ago says nothing of the day that is planned. Project choice, decisions/0139. */
const placeMs = 7 * dayMs

/** The people of a site in scope who may work on a day, in no order. Guests whose day is over by then are not. */
export const readPlanPeople = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  scope: PlanScope,
  { opensAt, now }: { readonly opensAt: Date; readonly now: Date },
): Promise<PlanPersonRow[]> => {
  const placeSince = new Date(now.getTime() - placeMs)
  const { rows } = await sql<PlanPersonRow>`
    select u.user_id, u.full_name, u.furigana, u.group_id, u.consent_withdrawn_at is null as is_measured,
           case when ws.last_at > ${placeSince}::timestamptz then ws.wbgt_device_id end as watcher_id,
           ${sql.raw(heatLayerColumns)}
      from app_user u
      join office o on o.company_id = u.company_id and o.company_id = ${companyId} and o.office_id = u.office_id
      left join work_group g on g.company_id = u.company_id and g.company_id = ${companyId} and g.group_id = u.group_id
      left join worker_state ws on ws.company_id = u.company_id and ws.company_id = ${companyId} and ws.user_id = u.user_id
     where u.company_id = ${companyId} and u.office_id = ${officeId} and ${isWorker} and ${scope.people}
       and (u.guest_until is null or u.guest_until > ${opensAt}::timestamptz)`.execute(db)
  return scope.seesHealth ? rows : rows.map((row) => ({ ...row, attention: null }))
}
