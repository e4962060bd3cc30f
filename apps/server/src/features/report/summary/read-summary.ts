import { isEmergencyKind, issueText, type SafetySummary } from '@mimamori/contract'
import { plainReasonText } from '../../../shared/monitoring/reasons/plain-reason.ts'
import { seesOwnMeasure } from '../../../shared/monitoring/workers/owner.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { badRequest, notFound } from '../../../platform/errors.ts'
import { monthDays, toJapanIso } from '../../../platform/japan-time.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { findReportSites } from '../table/sites.ts'
import { byGroup, byHour, byLevel } from './alerts.ts'
import { answerOf } from './answer.ts'
import { figuresOf, type Material, readMaterial } from './figures.ts'
import { dayOf, heatMinutesOf, siteHeat, wbgtByHour, within, withMargin } from './heat.ts'
import { monthAfter, monthSpan } from './month.ts'
import { withEpisodes } from './places.ts'
import { type Episode, readEmergencies, readGrades } from './read-episodes.ts'
import { nameMostExposed, wasAnybodyAt } from './read-exposure.ts'
import { readSiteSlots } from './read-heat.ts'
import { readMonthsAlerts } from './read-public-alerts.ts'
import { readRestMaterial } from './read-rests.ts'
import { readStrained } from './read-strain.ts'
import { restsOf } from './rests.ts'

const dayLines = ({ episodes, slots }: Material, month: string): SafetySummary['days'] => {
  const begun = Map.groupBy(episodes, ({ startedAt }) => dayOf(startedAt.getTime()))
  const heat = Map.groupBy(slots, ({ at }) => dayOf(at))
  return monthDays(month).map((date) => {
    const own = heat.get(date) ?? []
    const wbgt = wbgtByHour(own)
    const known = wbgt.filter((value) => value !== null)
    return {
      date,
      ...byLevel(begun.get(date) ?? []),
      wbgt,
      wbgtMax: known.length === 0 ? null : Math.max(...known),
      heatMinutes: heatMinutesOf(own),
    }
  })
}

const readPrevious = async ({ db, pool, clock }: Context, office: OfficeKey, month: string): Promise<SafetySummary['previous']> => {
  const span = monthSpan(monthAfter(month, -1))
  const [grades, siteSlots] = await Promise.all([readGrades(db, office, span), readSiteSlots(pool, office, withMargin(span))])
  const slots = within(siteHeat(siteSlots, clock()), span)
  const isKnown = grades.length > 0 || slots.length > 0 || (await wasAnybodyAt(db, office, span))
  return isKnown ? { ...byLevel(grades), heatMinutes: heatMinutesOf(slots) } : null
}

const emergenciesOf = async (db: Db, office: OfficeKey, episodes: readonly Episode[]): Promise<SafetySummary['emergencies']> => {
  const emergencies = episodes.filter(({ kind }) => isEmergencyKind(kind))
  const emergencyRows = await readEmergencies(
    db,
    office,
    emergencies.map(({ id }) => id),
  )
  const byId = new Map(emergencyRows.map((row) => [row.id, row]))
  return emergencies.flatMap((episode) => {
    const row = byId.get(episode.id)
    if (row === undefined) return []
    const { reason, cause, excess, calledAt, withdrewConsent, fullName } = row
    // A paper is put up on a wall: its reasons show nobody's heart rate or age.
    const text = plainReasonText(withdrewConsent && cause !== 'call' ? { kind: cause } : reason, {
      kind: episode.kind,
      cause,
      excess: withdrewConsent ? null : excess,
      calledAt,
    })
    const { id, groupName, outcome } = episode
    return [
      { id, at: toJapanIso(episode.startedAt), fullName, groupName, reason: text, answeredSeconds: answerOf(episode) ?? null, outcome },
    ]
  })
}

const futureMonth = () =>
  badRequest(issueText('safetySummary', { code: 'custom', path: ['month'], params: { rule: 'futureMonth' }, message: '' }))

const peopleShown = 10

/** @throws Refusal 404 where the actor sees no such site; 400 of a month that has not begun */
export const readSafetySummary = async (
  context: Context,
  actor: Actor,
  { officeId, month }: { readonly officeId: number; readonly month: string },
): Promise<SafetySummary> => {
  const { db, pool } = context
  const [office] = await findReportSites(db, actor, [officeId])
  if (office === undefined) throw notFound()
  const now = context.clock()
  const span = monthSpan(month)
  if (span.from > now) throw futureMonth()
  const [material, previous] = await Promise.all([readMaterial(context, office, span), readPrevious(context, office, month)])
  const userIds = material.exposures.map(({ userId }) => userId)
  const [emergencies, exposed, strained, rests, publicAlerts] = await Promise.all([
    emergenciesOf(db, office, material.episodes),
    nameMostExposed(pool, office, span, material.exposures, peopleShown),
    readStrained(pool, office, span, userIds),
    readRestMaterial(db, office, material.episodes, span, now),
    readMonthsAlerts(db, office, month, now),
  ])
  const figures = figuresOf(material, span, now)
  return {
    officeId,
    officeName: office.officeName,
    companyName: office.companyName,
    month,
    isRunning: span.to > now,
    ...figures,
    previous,
    days: dayLines(material, month),
    publicAlerts,
    hours: byHour(material.episodes),
    groups: byGroup(material.episodes),
    places: withEpisodes(material.places, material.episodes),
    rests: restsOf(rests),
    exposure: { ...figures.exposure, people: exposed },
    strain: { count: strained.length, people: seesOwnMeasure(actor.role) ? strained : [] },
    emergencies,
  }
}
