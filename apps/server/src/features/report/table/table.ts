import { type DailyRow, type Report, type ReportRequest, reportPeriods } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import { daysFromTo } from '../../../platform/japan-time.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { hoursOfDay, lastGroup, lineOf } from './days.ts'
import { readFacts } from './facts.ts'
import { refuse } from './refuse.ts'
import { findReportSites } from './sites.ts'
import { reportSpan } from './span.ts'
import { findReportWorkers } from './workers.ts'

type Stores = Pick<Context, 'db' | 'pool' | 'clock'>

const rowsOfMonth = 31

type Place = { readonly site: number; readonly hasLeft: boolean; readonly code: string | null }

/**
 * Sites in the order asked; at each the groups by their codes, people without one after them, those who have left it
 * last; else the order stays.
 */
const bySiteAndGroup = (one: Place, other: Place): number => {
  if (one.site !== other.site) return one.site - other.site
  if (one.hasLeft !== other.hasLeft) return one.hasLeft ? 1 : -1
  if (one.code === null || other.code === null) return Number(one.code === null) - Number(other.code === null)
  return inJapanese.compare(one.code, other.code)
}
const inJapanese = new Intl.Collator('ja')

const readDaily = async (context: Stores, actor: Actor, request: ReportRequest): Promise<DailyRow[]> => {
  const { officeId: officeIds, workers, reportType: type, statistic } = request
  const span = reportSpan(request, context.clock())
  const people = await findReportWorkers(context, actor, { officeIds, workers, ...span, sortKey: 'furigana' })
  const peopleAtOffices = people.map((person) => ({ ...person, officeIds: [person.officeId] }))
  const rows = (await readFacts(context, peopleAtOffices, span, { types: [type], statistic })).map(({ person, hours, groups }) => {
    const group = lastGroup(hours, groups)
    const { groupName, groupCode } = group === undefined ? person : (group ?? { groupName: null, groupCode: null })
    const { userId: workerId, fullName: workerName, furigana, officeName } = person
    const row = { workerId, workerName, furigana, groupName, officeName, ...lineOf(type, statistic, hours) }
    return { row, site: officeIds.indexOf(person.officeId), code: groupCode, hasLeft: person.hasLeft }
  })
  return rows.toSorted(bySiteAndGroup).map(({ row }) => row)
}

type Monthly = Pick<Report, 'monthlyData' | 'workerName' | 'furigana' | 'affiliation1' | 'groupName'>

const readMonthly = async (context: Stores, actor: Actor, request: ReportRequest): Promise<Monthly> => {
  const { officeId: officeIds, workers = [], reportType: type, statistic } = request
  const span = reportSpan(request, context.clock())
  if (new Set(workers).size !== 1) throw refuse('workers', 'oneWorker')
  const people = await findReportWorkers(context, actor, { officeIds, workers, ...span })
  // One person, once for each of the sites asked for: their hours at all of them make one table.
  const places = people.slice(0, 1).map((person) => ({ ...person, officeIds: people.map(({ officeId }) => officeId) }))
  const [found] = await readFacts(context, places, span, { types: [type], statistic })
  if (found === undefined) throw new Error('a worker was found, and is nobody')
  const { person, hours, groups } = found
  const dates = daysFromTo(span.from, span.to)
  const group = lastGroup(hours, groups)
  const blank = { rows: [], emergencies: 0, isSilent: false }
  return {
    monthlyData: Array.from({ length: rowsOfMonth }, (_, day) => {
      const date = dates[day] ?? null
      const ofDay = date === null ? Array.from({ length: 24 }, () => blank) : hoursOfDay(hours, day)
      return { date, ...lineOf(type, statistic, ofDay) }
    }),
    workerName: person.fullName,
    furigana: person.furigana,
    affiliation1: person.affiliation1,
    groupName: group === undefined ? person.groupName : (group?.groupName ?? null),
  }
}

/**
 * The table of a report: a day's workers, or the days of a worker's month.
 * @throws Refusal 404 where a site is not in scope or a worker is not of the sites, 400 for a day of the future and for a
 * month of not just one worker
 */
export const readReport = async (context: Stores, actor: Actor, request: ReportRequest): Promise<Report> => {
  const sites = await findReportSites(context.db, actor, request.officeId)
  const about = { reportDate: request.requestDate, officeName: sites.map(({ officeName }) => officeName).join('、') }
  if (request.period === reportPeriods.monthly) return { dailyData: [], ...(await readMonthly(context, actor, request)), ...about }
  const dailyData = await readDaily(context, actor, request)
  return { dailyData, monthlyData: [], workerName: null, furigana: null, affiliation1: null, groupName: null, ...about }
}
