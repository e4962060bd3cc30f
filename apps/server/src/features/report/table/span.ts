import { dayMs } from '@mimamori/contract/day'
import { mostZipDays, type ReportRequest, reportPeriods } from '@mimamori/contract'
import { japanDay, monthDays } from '../../../platform/japan-time.ts'
import { refuse } from './refuse.ts'

/** Calendar days in Japan, YYYY-MM-DD, both included. */
export type DaySpan = { readonly from: string; readonly to: string }

/**
 * The requested days of a table: the day itself, or all of its month.
 * @throws Refusal 400 where it lies in the future, or is a month and the report a daily one
 */
export const reportSpan = ({ period, requestDate }: Pick<ReportRequest, 'period' | 'requestDate'>, now: Date): DaySpan => {
  const today = japanDay(now)
  if (period === reportPeriods.monthly) {
    const month = requestDate.slice(0, 7)
    if (month > today.slice(0, 7)) throw refuse('requestDate', 'futureMonth')
    const days = monthDays(month)
    return { from: days[0] ?? month, to: days.at(-1) ?? month }
  }
  if (requestDate.length < today.length) throw refuse('requestDate', 'dayOfDaily')
  if (requestDate > today) throw refuse('requestDate', 'future')
  return { from: requestDate, to: requestDate }
}

/**
 * The requested days of a ZIP, from a start to an end.
 * @throws Refusal 400 where the end lies in the future or before the start, or they are too far apart
 */
export const checkedSpan = ({ startTime, endTime }: { startTime: string; endTime: string }, now: Date): DaySpan => {
  if (endTime > japanDay(now)) throw refuse('endTime', 'future')
  if (endTime < startTime) throw refuse('endTime', 'beforeStart')
  if ((Date.parse(endTime) - Date.parse(startTime)) / dayMs >= mostZipDays) throw refuse('endTime', 'tooManyDays')
  return { from: startTime, to: endTime }
}
