import type { Plan, PlanGroup, PlanLimit, PlanPerson, PlanReason, PlanRestHour } from '@mimamori/contract'
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
import { heatBasisOfRow } from '../organisation/heat-layers.ts'
import { hottestPlace, type PlanHeat, plannedHoursOf, type PlanPlace } from './plan-heat.ts'
import type { PlanGroupRow, PlanPersonRow } from './plan-people.ts'
import type { Trial } from './plan-trial.ts'

/** Minutes in heat that somebody new or back from a break is allowed on a day, and has spent. */
export type PlanAllowance = Pick<PlanPerson, 'userId' | 'kind' | 'day' | 'share' | 'allowedMinutes' | 'spentMinutes'>

/** All that the groups and people of a plan follow from. */
export type PlanMaterial = {
  readonly date: string
  /** When people may be 要注意, epoch ms: now on the day itself, else its opening. */
  readonly attentionAt: number
  readonly office: HeatLayer
  readonly spans: readonly WorkSpan[]
  readonly heat: PlanHeat
  readonly groups: readonly PlanGroupRow[]
  readonly people: readonly PlanPersonRow[]
  readonly allowances: readonly PlanAllowance[]
  readonly trial: Trial | null
}

type PersonBasis = { readonly row: PlanPersonRow; readonly basis: HeatBasis }

const answerHour = ({ at, wbgt, excess, restMinutes, workMinutes }: PlannedRest): PlanRestHour => {
  const iso = toJapanIso(new Date(at))
  return { hour: Number(iso.slice(11, 13)), at: iso, wbgt, excess, restMinutes, workMinutes }
}

type Limit = Pick<PlanLimit, 'people' | 'acclimatised' | 'reference' | 'limit'>

const limitOf = (limit: Limit, hours: readonly PlannedHour[], spans: readonly WorkSpan[]): PlanLimit => {
  const rests = planRest(hours, spans, limit.limit)
  return { ...limit, hours: rests.map(answerHour), hoursAbove: hoursAbove(rests) }
}

// What was measured of somebody who withdrew their consent is no longer used.
const basisOf = ({ date, attentionAt }: PlanMaterial, row: PlanPersonRow, layer: HeatLayer): HeatBasis => {
  const { metabolicClass: group_class, acclimatised: group_acclimatised, clothing: group_clothing } = layer
  const known = row.is_measured ? {} : { observed_acclimatised: null }
  return heatBasisOfRow({ ...row, ...known, group_class, group_acclimatised, group_clothing }, date, attentionAt)
}

/** The place whose watcher most of some people used last, the hotter of two; else the hottest of the site. */
const placeOf = (
  people: readonly PlanPersonRow[],
  places: readonly PlanPlace[],
  hottest: PlanPlace | undefined,
  isWorked: (at: number) => boolean,
) => {
  const counted = places.map((place) => ({
    place,
    uses: people.filter(({ watcher_id }) => watcher_id !== null && watcher_id === place.watcherId).length,
  }))
  const most = Math.max(0, ...counted.map(({ uses }) => uses))
  if (most === 0) return hottest
  return hottestPlace(
    counted.filter(({ uses }) => uses === most).map(({ place }) => place),
    isWorked,
  )
}

const noLayer: HeatLayer = { metabolicClass: null, acclimatised: null, clothing: null }

type GroupPlan = { readonly answer: PlanGroup; readonly people: readonly PersonBasis[] }

type Group = { readonly groupId: number | null; readonly groupName: string | null; readonly layer: HeatLayer }

const planGroup = (material: PlanMaterial, group: Group, rows: readonly PlanPersonRow[], hottest: PlanPlace | undefined): GroupPlan => {
  const { date, office, heat } = material
  const trial = group.groupId === material.trial?.groupId ? material.trial : null
  const spans = trial?.spans ?? material.spans
  const isWorked = (at: number) => spans.some(({ from, to }) => from < at + hourMs && at < to)
  const layer = trial?.layer ?? group.layer
  const people = rows.map((row) => ({ row, basis: basisOf(material, row, layer) }))
  const isAcclimatised = people.length === 0 ? null : people.some(({ basis }) => basis.acclimatised)
  const basis = heatBasisOn(date, { office, group: isAcclimatised === null ? layer : { ...layer, acclimatised: isAcclimatised } })
  const place = placeOf(rows, heat.places, hottest, isWorked)
  const hours = place === undefined ? [] : plannedHoursOf(place)
  const unacclimatised = people.filter((one) => !one.basis.acclimatised).length
  const duty = dutyPassed(hours, spans)
  const answer: PlanGroup = {
    groupId: group.groupId,
    groupName: group.groupName,
    placeName: place?.placeName ?? null,
    watcherId: place?.watcherId ?? null,
    metabolicClass: basis.metabolicClass,
    clothing: basis.clothing,
    clothingAdjustment: basis.clothingAdjustment,
    ...limitOf(
      { people: people.length, acclimatised: basis.acclimatised, reference: basis.referenceWbgt, limit: basis.limitWbgt },
      hours,
      spans,
    ),
    unacclimatised:
      basis.acclimatised && unacclimatised > 0
        ? limitOf(
            { people: unacclimatised, acclimatised: false, reference: basis.attentionReferenceWbgt, limit: basis.exposureWbgt },
            hours,
            spans,
          )
        : null,
    dutyFrom: toJapanIsoOrNull(duty === null ? null : new Date(duty.at)),
    dutyBy: duty?.by ?? null,
    isTrial: trial !== null,
  }
  return { answer, people }
}

const hourMs = 3_600_000

const reasonOf = ({ basis }: PersonBasis, group: PlanGroup, kind: PlanPerson['kind']): PlanReason | null => {
  if (basis.origins.acclimatised === 'attention') return 'attention'
  if (kind !== null) return kind
  if (basis.limitWbgt === group.limit) return null
  if (group.acclimatised && !basis.acclimatised) return 'notAcclimatised'
  return 'own'
}

const planPeople = ({ answer: group, people }: GroupPlan, allowances: ReadonlyMap<number, PlanAllowance>): PlanPerson[] =>
  people.flatMap((person) => {
    const { row, basis } = person
    const allowance = allowances.get(row.user_id)
    const reason = reasonOf(person, group, allowance?.kind ?? null)
    if (reason === null) return []
    return [
      {
        userId: row.user_id,
        fullName: row.full_name,
        groupId: group.groupId,
        groupName: group.groupName,
        reference: basis.referenceWbgt,
        limit: basis.limitWbgt,
        reason,
        kind: allowance?.kind ?? null,
        day: allowance?.day ?? null,
        share: allowance?.share ?? null,
        allowedMinutes: allowance?.allowedMinutes ?? null,
        spentMinutes: allowance?.spentMinutes ?? null,
      },
    ]
  })

/**
 * The groups of a plan, those without a group last, and the people whose limit or time in heat is not their group's. A group whose
 * people are in part acclimatised has their limit and a second row for the others; empty groups are left out unless one is tried.
 */
export const planGroups = (material: PlanMaterial, hottest: PlanPlace | undefined): Pick<Plan, 'groups' | 'people'> => {
  const byGroup = Map.groupBy(material.people, ({ group_id }) => group_id)
  const groups = [...material.groups, { groupId: null, groupName: null, layer: noLayer }]
  const allowances = new Map(material.allowances.map((one) => [one.userId, one]))
  const planned = groups.flatMap((group) => {
    const rows = byGroup.get(group.groupId) ?? []
    const isShown = rows.length > 0 || (material.trial !== null && group.groupId === material.trial.groupId)
    return isShown ? [planGroup(material, group, rows, hottest)] : []
  })
  return { groups: planned.map(({ answer }) => answer), people: planned.flatMap((one) => planPeople(one, allowances)) }
}
