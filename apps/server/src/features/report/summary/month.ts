import type { Span } from '../../../shared/monitoring/summaries/read.ts'
import { japanDayRange } from '../../../platform/japan-time.ts'

/** The month so many months after a month, both YYYY-MM. */
export const monthAfter = (month: string, months: number): string => {
  const first = new Date(`${month}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  return first.toISOString().slice(0, 7)
}

/** The instants of a month in Japan, half open. */
export const monthSpan = (month: string): Span => ({
  from: japanDayRange(`${month}-01`).from,
  to: japanDayRange(`${monthAfter(month, 1)}-01`).from,
})
