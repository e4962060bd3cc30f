import type { Plan, PlanGroup, PlanLimit, PlanRestHour } from '@mimamori/contract'
import {
  dutyPassed,
  type HeatBasis,
  heatBasisOn,
  type HeatLayer,
  hoursAbove,
  type PlannedHour,
  type PlannedRest,
  planRest,
  type WorkSpan,
} from '@mimamori/heat'
import { toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import type { PersonPlanRow } from '../monitoring/acclimatisation-plan/plan-rows.ts'
import type { Allowance } from '../monitoring/acclimatisation-plan/read-allowances.ts'
import { heatBasisOfRow } from '../organisation/heat-layers.ts'
import { isWorkedIn, placeOfPeople, type PlanHeat, plannedHoursOf, type PlanPlace } from './plan-heat.ts'
import type { PlanGroupRow } from './plan-people.ts'
import { limitedPeople, type PlannedPerson } from './limited-people.ts'
import type { Trial } from './plan-trial.ts'

/** All that the groups and people of a plan follow from. */
export type PlanMaterial = {
  readonly date: string
  /** When people may be 要注意, epoch ms: now on the day itself, else its opening. */
  readonly attentionAt: number
  readonly office: HeatLayer
  readonly spans: readonly WorkSpan[]
  readonly heat: PlanHeat
  readonly groups: readonly PlanGroupRow[]
  readonly people: readonly PersonPlanRow[]
  /** Of people whose time in heat is limited on the day. */
  readonly allowances: readonly Allowance[]
  readonly trial: Trial | null
}

type Group = { readonly groupId: number | null; readonly groupName: string | null; readonly layer: HeatLayer }

const withoutGroup: Group = { groupId: null, groupName: null, layer: { metabolicClass: null, acclimatised: null, clothing: null } }

// What a break has ended by that day is no longer used.
const basisOf = (
  { date, attentionAt }: PlanMaterial,
  layer: HeatLayer,
  row: PersonPlanRow,
  allowance: Allowance | undefined,
): HeatBasis => {
  const { metabolicClass: group_class, acclimatised: group_acclimatised, clothing: group_clothing } = layer
  const onLadder = allowance !== undefined && allowance.kind !== null && row.observed_acclimatised !== null
  const observed_acclimatised = onLadder ? false : row.observed_acclimatised
  return heatBasisOfRow({ ...row, observed_acclimatised, group_class, group_acclimatised, group_clothing }, date, attentionAt)
}

const answerHour = ({ at, wbgt, excess, restMinutes, workMinutes }: PlannedRest): PlanRestHour => {
  const iso = toJapanIso(new Date(at))
  return { hour: Number(iso.slice(11, 13)), at: iso, wbgt, excess, restMinutes, workMinutes }
}

type Limit = Pick<PlanLimit, 'people' | 'acclimatised' | 'reference' | 'limit'>

const limitOf = (limit: Limit, hours: readonly PlannedHour[], spans: readonly WorkSpan[]): PlanLimit => {
  const rests = planRest(hours, spans, limit.limit)
  return { ...limit, hours: rests.map(answerHour), hoursAbove: hoursAbove(rests) }
}

/** The limits of a group: of its acclimatised people where it has any, with a second one for the others; else of all of them. */
const limitsOf = (people: readonly PlannedPerson[], basis: HeatBasis, hours: readonly PlannedHour[], spans: readonly WorkSpan[]) => {
  const unacclimatised = people.filter((one) => !one.basis.acclimatised).length
  const main = { people: people.length, acclimatised: basis.acclimatised, reference: basis.referenceWbgt, limit: basis.limitWbgt }
  const lower = { people: unacclimatised, acclimatised: false, reference: basis.attentionReferenceWbgt, limit: basis.exposureWbgt }
  return {
    ...limitOf(main, hours, spans),
    unacclimatised: basis.acclimatised && unacclimatised > 0 ? limitOf(lower, hours, spans) : null,
  }
}

/** The group's own basis; whether it is acclimatised is said by its people where it has any. */
const groupBasis = ({ date, office }: PlanMaterial, layer: HeatLayer, people: readonly PlannedPerson[]): HeatBasis => {
  const acclimatised = people.length === 0 ? layer.acclimatised : people.some((one) => one.basis.acclimatised)
  return heatBasisOn(date, { office, group: { ...layer, acclimatised } })
}

type PlannedGroup = Pick<Plan, 'people'> & { readonly group: PlanGroup }

type Planned = {
  readonly rows: readonly PersonPlanRow[]
  readonly hottest: PlanPlace | undefined
  readonly allowances: ReadonlyMap<number, Allowance>
}

const planGroup = (
  material: PlanMaterial,
  { groupId, groupName, ...saved }: Group,
  { rows, hottest, allowances }: Planned,
): PlannedGroup => {
  const trial = groupId !== null && groupId === material.trial?.groupId ? material.trial : null
  const { spans, layer } = trial ?? { spans: material.spans, layer: saved.layer }
  const people = rows.map((row) => {
    const allowance = allowances.get(row.user_id)
    return { row, allowance, basis: basisOf(material, layer, row, allowance) }
  })
  const basis = groupBasis(material, layer, people)
  const place = placeOfPeople(rows, material.heat.places, isWorkedIn(spans)) ?? hottest
  const hours = place === undefined ? [] : plannedHoursOf(place)
  const duty = dutyPassed(hours, spans)
  const group: PlanGroup = {
    groupId,
    groupName,
    placeName: place?.placeName ?? null,
    watcherId: place?.watcherId ?? null,
    metabolicClass: basis.metabolicClass,
    clothing: basis.clothing,
    clothingAdjustment: basis.clothingAdjustment,
    ...limitsOf(people, basis, hours, spans),
    dutyFrom: toJapanIsoOrNull(duty === null ? null : new Date(duty.at)),
    dutyBy: duty?.by ?? null,
    isTrial: trial !== null,
  }
  const isHot = hoursAbove(planRest(hours, spans, basis.exposureWbgt)) > 0
  return { group, people: limitedPeople(group, people, isHot) }
}

/**
 * The groups of a plan, those without a group last, and the people whose limit or time in heat is not their group's. A group whose
 * people are in part acclimatised has their limit and a second row for the others; empty groups are left out unless one is tried.
 */
export const planGroups = (material: PlanMaterial, hottest: PlanPlace | undefined): Pick<Plan, 'groups' | 'people'> => {
  const byGroup = Map.groupBy(material.people, ({ group_id }) => group_id)
  const allowances = new Map(material.allowances.map((one) => [one.userId, one]))
  const isTried = ({ groupId }: Group) => groupId !== null && groupId === material.trial?.groupId
  const planned = [...material.groups, withoutGroup].flatMap((group) => {
    const rows = byGroup.get(group.groupId) ?? []
    return rows.length > 0 || isTried(group) ? [planGroup(material, group, { rows, hottest, allowances })] : []
  })
  const people = planned.flatMap((one) => one.people)
  return {
    groups: planned.map(({ group }) => group),
    people: people.toSorted((one, other) => Number(one.allowedMinutes === null) - Number(other.allowedMinutes === null)),
  }
}
