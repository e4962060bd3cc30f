import { issueText, type Plan } from '@mimamori/contract'
import { HEAT_WORK_WBGT, hoursOfSpans, workSpans } from '@mimamori/heat'
import type { Db } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import { japanDay, toJapanIso } from '../../platform/japan-time.ts'
import { readRowsOfSite } from '../monitoring/acclimatisation-plan/plan-rows.ts'
import { allowancesOf } from '../monitoring/acclimatisation-plan/read-allowances.ts'
import { readNewestAnnouncement } from '../monitoring/public-alerts/announcement-files.ts'
import { readPublicAlerts } from '../monitoring/public-alerts/read.ts'
import type { OfficeKey } from '../organisation/keys.ts'
import { planGroups } from './plan-groups.ts'
import { answerErrors, answerHeat, answerHour, hottestPlace, isWorkedIn, type PlanHeat, type PlanPlace, readPlanHeat } from './plan-heat.ts'
import { mayWork, type PlanScope, readPlanGroups } from './plan-people.ts'
import { readPlanMails } from './read-plan-mails.ts'
import { planDates, readPlanSite } from './plan-site.ts'
import { readTrial, type TrialQuery } from './plan-trial.ts'

/** Of which day, as seen by whom, and what is tried. Without a date the next working day. */
export type PlanRequest = TrialQuery & { readonly date?: string | undefined; readonly scope: PlanScope; readonly now: Date }

const refuseDate = () => badRequest(issueText('plan', { code: 'custom', path: ['date'], message: '', params: { rule: 'planDate' } }))

/** Without a forecast the errors of earlier ones are shown all the same. */
const errorOf = ({ basis, error }: PlanHeat, place: PlanPlace | undefined) =>
  place !== undefined && (basis === 'forecast' || place.error.days30.days > 0) ? place.error : error

const answerHeatOf = (
  heat: PlanHeat,
  place: PlanPlace | undefined,
  isWorked: (at: number) => boolean,
): Pick<Plan, 'hours' | 'placeName' | 'peak' | 'hoursFrom28' | 'error'> => {
  const hours = place?.hours ?? []
  const worked = hours.flatMap(({ hour, at, site }) => (site !== null && isWorked(at) ? [{ hour, at, wbgt: site }] : []))
  const peak = worked.toSorted((one, other) => other.wbgt - one.wbgt)[0]
  return {
    hours: hours.map(answerHour),
    placeName: place?.placeName ?? null,
    peak: peak === undefined ? null : { ...peak, at: toJapanIso(new Date(peak.at)) },
    hoursFrom28: worked.filter(({ wbgt }) => wbgt >= HEAT_WORK_WBGT).length,
    error: answerErrors(errorOf(heat, place)),
  }
}

/**
 * The plan of a site's working day: the heat of each hour, the rest that the guideline's table asks of each group, and the people whose
 * limit or time is not their group's. The caller has checked that the reader may see the site, and puts the people on the log of reads.
 * @throws Refusal 400 for a day that is neither today nor one of the two after it, or for what cannot be tried, naming the field
 */
export const readPlan = async (db: Db, key: OfficeKey, request: PlanRequest): Promise<Plan> => {
  const { scope, now } = request
  const site = await readPlanSite(db, key)
  const dates = planDates(site, now)
  const [today, tomorrow] = dates
  const date = request.date ?? tomorrow
  if (date === undefined || !dates.includes(date)) throw refuseDate()
  const groups = await readPlanGroups(db, key, scope)
  const trial = readTrial(site, date, groups, request)
  const spans = workSpans(date, site.hours)
  const opensAt = Math.min(...spans.map(({ from }) => from))
  const { seesPersonalLimits } = scope
  const condition = mayWork(scope, new Date(opensAt))
  const [heat, limited, newest, mails] = await Promise.all([
    readPlanHeat(db, key, hoursOfSpans([...spans, ...(trial?.spans ?? [])]), now),
    readRowsOfSite(db, { ...key, date, now, condition, seesPersonalLimits }, site.hours).then(async (read) => ({
      people: read.rows,
      allowances: await allowancesOf(db, key.companyId, read),
    })),
    readNewestAnnouncement(db, now),
    readPlanMails(db, key, date, now),
  ])
  const days = [...new Set(spans.flatMap(({ from, to }) => [from, to - 1]).map((at) => japanDay(new Date(at))))]
  const alerts = await readPublicAlerts(db, heat.station, days, now)
  const isConfirmed = heat.station !== null && newest.isConfirmed
  const announced = alerts.find(({ level }) => level === 'special') ?? alerts[0]
  const isWorked = isWorkedIn(spans)
  const attentionAt = date === today ? now.getTime() : opensAt
  const hottest = hottestPlace(heat.places, isWorked)
  const planned = planGroups({ date, attentionAt, office: site.layer, spans, heat, groups, ...limited, trial }, hottest)
  const [group] = scope.isOneGroup ? planned.groups : []
  const place = heat.places.find(({ watcherId }) => watcherId === group?.watcherId) ?? hottest
  return {
    officeId: site.officeId,
    officeName: site.officeName,
    companyName: site.companyName,
    date,
    dates,
    workingHours: { opensAt: site.opensAt, closesAt: site.closesAt },
    peopleCount: limited.people.length,
    ...answerHeat(heat),
    ...answerHeatOf(heat, place, isWorked),
    publicAlert: { ...(announced ?? { day: date, level: null, area: null, announcedAt: null }), isConfirmed },
    ...planned,
    trial: trial?.answer ?? null,
    mails,
  }
}
