import type { PlanGroup, PlanPerson, PlanReason } from '@mimamori/contract'
import type { HeatBasis } from '@mimamori/heat'
import type { PersonPlanRow } from '../monitoring/acclimatisation-plan/plan-rows.ts'
import { type Allowance, inKanaOrder } from '../monitoring/acclimatisation-plan/read-allowances.ts'

/** Somebody of a group with what holds for them on the day. */
export type PlannedPerson = { readonly row: PersonPlanRow; readonly basis: HeatBasis; readonly allowance: Allowance | undefined }

/** Whether a limit holds on any day: before a season's first heat everybody would be on the first step of a ladder. */
export const hasBegun = (allowance: Allowance): boolean => allowance.hasBegun || allowance.override !== null

// As long as it is not hot there is nothing to limit.
const allowanceOf = ({ allowance }: PlannedPerson, isHot: boolean): Allowance | null =>
  allowance !== undefined && (hasBegun(allowance) || isHot) ? allowance : null

const reasonOf = ({ basis }: PlannedPerson, group: PlanGroup, allowance: Allowance | null): PlanReason | null => {
  if (basis.origins.acclimatised === 'attention') return 'attention'
  if (allowance !== null && allowance.override !== null) return 'override'
  if (allowance?.kind != null) return allowance.kind
  if (basis.limitWbgt === group.limit) return null
  return group.acclimatised && !basis.acclimatised ? 'notAcclimatised' : 'own'
}

/**
 * The people of a group whose limit or time in heat is not the group's, with the reason, in kana order.
 * @param isHot whether hours of the day are above the limit of the not acclimatised
 */
export const limitedPeople = (group: PlanGroup, people: readonly PlannedPerson[], isHot: boolean): PlanPerson[] =>
  people
    .flatMap((person) => {
      const allowance = allowanceOf(person, isHot)
      const reason = reasonOf(person, group, allowance)
      return reason === null ? [] : [{ ...person, allowance, reason }]
    })
    .toSorted((one, other) => inKanaOrder(one.row, other.row))
    .map(({ row, basis, allowance, reason }) => ({
      userId: row.user_id,
      fullName: row.full_name,
      groupId: group.groupId,
      groupName: group.groupName,
      reference: basis.referenceWbgt,
      limit: basis.limitWbgt,
      reason,
      kind: allowance?.kind ?? null,
      day: allowance?.day ?? null,
      shares: allowance?.shares ?? [],
      share: allowance?.share ?? null,
      allowedMinutes: allowance?.allowedMinutes ?? null,
      spentMinutes: allowance?.spentMinutes ?? null,
    }))
