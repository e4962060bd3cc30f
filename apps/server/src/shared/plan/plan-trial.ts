import { issueText, type labels, type PlanQuery, type PlanTrial } from '@mimamori/contract'
import { type HeatLayer, isWithinHours, type WorkingHours, workingHoursOf, type WorkSpan, workSpans } from '@mimamori/heat'
import { badRequest, notFound } from '../../platform/errors.ts'
import type { PlanGroupRow } from './plan-people.ts'
import type { PlanSite } from './plan-site.ts'

/** What is tried for a group without saving it. */
export type Trial = {
  readonly groupId: number
  readonly layer: HeatLayer
  readonly spans: readonly WorkSpan[]
  readonly answer: PlanTrial
}

/** What of a request tries something. */
export type TrialQuery = Pick<PlanQuery, 'groupId' | 'metabolicClass' | 'acclimatised' | 'clothing' | 'from' | 'to' | 'breaks'>

const refuse = (field: keyof typeof labels.plan, rule: string) =>
  badRequest(issueText('plan', { code: 'custom', path: [field], message: '', params: { rule } }))

const clockOf = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const clocksOf = ({ fromMinute, toMinute }: WorkingHours) => ({ from: clockOf(fromMinute), to: clockOf(toMinute) })

/**
 * What a request tries for a group on a day; null where it tries nothing. What is left out is as saved: the group's own heat profile,
 * the site's hours, no breaks. @throws Refusal 400 naming the field, 404 where the group is not among those in scope
 */
export const readTrial = (site: PlanSite, date: string, groups: readonly PlanGroupRow[], query: TrialQuery): Trial | null => {
  const { groupId, metabolicClass, acclimatised, clothing, from, to, breaks = [] } = query
  if (groupId === undefined) {
    if ([metabolicClass, acclimatised, clothing, from, to].some((value) => value !== undefined) || breaks.length > 0)
      throw refuse('groupId', 'planGroup')
    return null
  }
  const group = groups.find((one) => one.groupId === groupId)
  if (group === undefined) throw notFound()
  const work = workingHoursOf(from ?? site.opensAt, to ?? site.closesAt)
  const isTried = from !== undefined || to !== undefined
  if (isTried && work.fromMinute === work.toMinute) throw refuse('to', 'planHours')
  const pauses = breaks.map((one) => workingHoursOf(one.from, one.to))
  if (!pauses.every((pause) => isWithinHours(pause, work))) throw refuse('breaks', 'planBreakOutside')
  const layer = {
    metabolicClass: metabolicClass ?? group.layer.metabolicClass,
    acclimatised: acclimatised ?? group.layer.acclimatised,
    clothing: clothing ?? group.layer.clothing,
  }
  return {
    groupId,
    layer,
    spans: workSpans(date, site.hours, work, pauses),
    answer: { groupId, ...layer, ...clocksOf(work), breaks: pauses.map(clocksOf) },
  }
}
