import { itemAt } from '@mimamori/contract/typed-lists'
import { hourMs } from '../../../shared/monitoring/summaries/due.ts'
import { readHourlySummaries } from '../../../shared/monitoring/summaries/read.ts'
import type { Context } from '../../../platform/context.ts'
import { japanDayRange } from '../../../platform/japan-time.ts'
import { type HourFacts, hourValues, type HourRow, type CellContent } from './cell.ts'
import { findReportEpisodes, type ReportEpisode } from './episodes.ts'
import { findReportGroups, type ReportGroup } from './groups.ts'
import type { DaySpan } from './span.ts'
import type { ReportPerson } from './workers.ts'

/** What is known of a person over a span: one for each hour of it, and the group of any of those hours by its id. */
export type PersonFacts = { readonly hours: readonly HourFacts[]; readonly groups: ReadonlyMap<number, ReportGroup> }

type Span = { readonly from: Date; readonly to: Date }

/** Somebody, and the sites of which their hours count. */
type PersonAtSites = Pick<ReportPerson, 'companyId' | 'userId' | 'withdrewConsent'> & { readonly officeIds: readonly number[] }

const hourWithin = (at: number, { from }: Span): number => Math.floor((at - from.getTime()) / hourMs)

const nothing: HourFacts = { rows: [], emergencies: 0, isSilent: false }

const hoursFrom = (rows: readonly HourRow[], episodes: readonly ReportEpisode[], span: Span, now: Date): HourFacts[] => {
  const hours = Array.from({ length: hourWithin(span.to.getTime(), span) }, () => nothing)
  const change = (hour: number, more: (facts: HourFacts) => Partial<HourFacts>) => {
    const facts = hours[hour]
    if (facts !== undefined) hours[hour] = { ...facts, ...more(facts) }
  }
  for (const row of rows) change(hourWithin(row.hour.getTime(), span), (facts) => ({ rows: [...facts.rows, row] }))
  for (const { kind, startedAt, endedAt } of episodes) {
    const first = hourWithin(startedAt.getTime(), span)
    if (kind === 'emergency') change(first, ({ emergencies }) => ({ emergencies: emergencies + 1 }))
    else {
      const last = hourWithin((endedAt ?? now).getTime() - 1, span)
      for (let hour = Math.max(first, 0); hour <= Math.min(last, hours.length - 1); hour++) change(hour, () => ({ isSilent: true }))
    }
  }
  return hours
}

/** Of one company's people at their sites, in the order given. */
const readOfCompany = async (
  { db, pool, clock }: Pick<Context, 'db' | 'pool' | 'clock'>,
  companyId: number,
  people: readonly PersonAtSites[],
  span: Span,
  content: CellContent,
): Promise<PersonFacts[]> => {
  const userIds = [...new Set(people.map(({ userId }) => userId))]
  const officeIds = [...new Set(people.flatMap((person) => person.officeIds))]
  const [rows, episodes] = await Promise.all([
    readHourlySummaries(pool, companyId, userIds, span, hourValues(content)),
    findReportEpisodes(db, companyId, { officeIds, userIds }, span),
  ])
  const groups = new Map((await findReportGroups(db, companyId, rows)).map((group) => [group.groupId, group]))
  const rowsOf = Map.groupBy(rows, (row: HourRow) => row.user_id)
  const episodesOf = Map.groupBy(episodes, ({ userId }) => userId)
  const now = clock()
  return people.map(({ userId, officeIds: sites }) => {
    const ownRows = (rowsOf.get(userId) ?? []).filter(({ office_id: officeId }) => sites.includes(officeId))
    const ownEpisodes = (episodesOf.get(userId) ?? []).filter(({ officeId }) => sites.includes(officeId))
    return { hours: hoursFrom(ownRows, ownEpisodes, span, now), groups }
  })
}

/**
 * What is known of these people at their sites over some days, by one reading of the summaries for each company.
 * Nothing is read of people who withdrew their consent.
 * @param content what the cells will show: no more is read of the hours
 */
export const readFacts = async <Person extends PersonAtSites>(
  context: Pick<Context, 'db' | 'pool' | 'clock'>,
  people: readonly Person[],
  days: DaySpan,
  content: CellContent,
): Promise<(PersonFacts & { readonly person: Person })[]> => {
  const span = { from: japanDayRange(days.from).from, to: japanDayRange(days.to).to }
  const unknown = { hours: hoursFrom([], [], span, context.clock()), groups: new Map<number, ReportGroup>() }
  const found = new Map<Person, PersonFacts>(people.map((person) => [person, unknown]))
  const consenting = people.filter(({ withdrewConsent }) => !withdrewConsent)
  for (const [companyId, ours] of Map.groupBy(consenting, (person) => person.companyId)) {
    const facts = await readOfCompany(context, companyId, ours, span, content)
    for (const [index, own] of facts.entries()) found.set(itemAt(ours, index), own)
  }
  return [...found].map(([person, facts]) => ({ person, ...facts }))
}
