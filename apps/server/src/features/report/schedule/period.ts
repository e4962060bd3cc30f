import type { ScheduleKind } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { japanDayBefore, japanDayRange } from '../../../platform/japan-time.ts'
import { monthAfter, monthSpan } from '../summary/month.ts'

/** What a report is of: a day (YYYY-MM-DD) or a month (YYYY-MM) in Japan, and its instants, half open. */
export type Period = { readonly name: string; readonly from: Date; readonly to: Date }

/** The day before a turn's day, or the month before its month. */
export const periodOf = ({ kind, turn }: { readonly kind: ScheduleKind; readonly turn: string }): Period => {
  if (kind === 'monthly') {
    const month = monthAfter(turn.slice(0, 7), -1)
    return { name: month, ...monthSpan(month) }
  }
  const day = japanDayBefore(japanDayRange(turn).from, 1)
  return { name: day, ...japanDayRange(day) }
}

/** The day that a plan's turn is of: the next day of one that is sent in the evening. */
export const plannedDay = ({ kind, turn }: { readonly kind: ScheduleKind; readonly turn: string }): string =>
  kind === 'planTomorrow' ? new Date(Date.parse(turn) + dayMs).toISOString().slice(0, 10) : turn
