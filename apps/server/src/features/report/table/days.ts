import type { MonthlyRow, ReportStatistic, ReportType } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import { daysFromTo } from '../../../platform/japan-time.ts'
import { cellOf, type HourFacts, type CellContent } from './cell.ts'
import { type PersonFacts, readFacts } from './facts.ts'
import type { ReportGroup } from './groups.ts'
import type { DaySpan } from './span.ts'
import type { ReportPerson } from './workers.ts'

/** The hours of a day, 0 to 23 in Japan. */
export type HourLine = Omit<MonthlyRow, 'date'>

export type PersonDay = {
  readonly date: string
  /** Of the day's last reading at the site; the group known for the person where nothing came. */
  readonly groupName: string | null
  /** One for each type, in the order asked. */
  readonly lines: readonly HourLine[]
}

export type DaysQuery = DaySpan & CellContent

const hoursADay = 24

/** The hours of one day as a line of this type. */
export const lineOf = (type: ReportType, statistic: ReportStatistic, hours: readonly HourFacts[]): HourLine => {
  const cells = hours.map((facts) => cellOf(type, statistic, facts))
  return {
    data: cells.map(({ value }) => value),
    levels: cells.map(({ level }) => level),
    emergencies: hours.map(({ emergencies }) => emergencies),
    states: cells.map(({ state }) => state),
  }
}

/** Whether a line holds nothing to put out. */
export const isBlank = ({ data }: Pick<HourLine, 'data'>): boolean => data.every((value) => value === null)

/** The group of the last of these hours that has readings; undefined where none has. */
export const lastGroup = (hours: readonly HourFacts[], groups: PersonFacts['groups']): ReportGroup | null | undefined => {
  const last = hours.findLast(({ rows }) => rows.some(({ readings }) => readings > 0))
  const row = last?.rows.find(({ readings }) => readings > 0)
  return row === undefined ? undefined : (groups.get(row.group_id ?? 0) ?? null)
}

/** Of the hours of a span those of its first day (0), its second (1) and so on. */
export const hoursOfDay = (hours: readonly HourFacts[], day: number): readonly HourFacts[] =>
  hours.slice(day * hoursADay, (day + 1) * hoursADay)

/**
 * Every day of a span, blank ones too, of each of these people at their site, in the order given. All of it is read at
 * once: a caller with many people asks for some of them at a time.
 */
export const readPersonDays = async (
  context: Pick<Context, 'db' | 'pool' | 'clock'>,
  people: readonly ReportPerson[],
  { from, to, types, statistic }: DaysQuery,
): Promise<{ readonly person: ReportPerson; readonly days: readonly PersonDay[] }[]> => {
  const places = people.map((person) => ({ ...person, officeIds: [person.officeId] }))
  const facts = await readFacts(context, places, { from, to }, { types, statistic })
  const dates = daysFromTo(from, to)
  return facts.map(({ person, hours, groups }) => ({
    person,
    days: dates.map((date, day) => {
      const ofDay = hoursOfDay(hours, day)
      const group = lastGroup(ofDay, groups)
      return {
        date,
        groupName: group === undefined ? person.groupName : (group?.groupName ?? null),
        lines: types.map((type) => lineOf(type, statistic, ofDay)),
      }
    }),
  }))
}
