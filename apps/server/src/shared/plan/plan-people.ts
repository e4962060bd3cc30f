import { leaders } from '@mimamori/contract'
import type { HeatLayer } from '@mimamori/heat'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import { seesPersonalLimits } from '../monitoring/acclimatisation-plan/plan-of-row.ts'
import type { OfficeKey } from '../organisation/keys.ts'
import { personColumns, withinScope } from '../organisation/scope.ts'

/** What of a site a plan shows. */
export type PlanScope = {
  /** Conditions on the people (`u`) and the groups (`g`). */
  readonly people: RawBuilder<boolean>
  readonly groups: RawBuilder<boolean>
  /** Whether it is the plan of one group, so that the heat is that of its place. */
  readonly isOneGroup: boolean
  /** Without it the plan is as it would be without overrides and 要注意: the service's administrators and read keys see neither. */
  readonly seesPersonalLimits: boolean
}

/** All people of a site: for mails and papers of the whole site. */
export const wholeSite: PlanScope = { people: sql<boolean>`true`, groups: sql<boolean>`true`, isOneGroup: false, seesPersonalLimits: true }

/** What an administrator or a leader may see of a site. */
export const planScopeOf = (actor: Actor): PlanScope => ({
  people: withinScope(actor, personColumns),
  isOneGroup: leaders.some((role) => role === actor.role),
  seesPersonalLimits: seesPersonalLimits(actor),
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

/** SQL: the people (`u`) in scope who may work on a day that opens then. Guests whose day is over by then are not. */
export const mayWork = ({ people }: PlanScope, opensAt: Date): RawBuilder<boolean> =>
  sql`${people} and (u.guest_until is null or u.guest_until > ${opensAt}::timestamptz)`
