import { dayMs } from '@mimamori/contract/day'
import { dateOf } from '../platform/japan-time.ts'

/** Days that are shown where the address says none. */
const usualDays = 7

type PeriodSearch = { readonly from?: string | undefined; readonly to?: string | undefined }

/** The period that an address asks for; up to today, and a week long, where it leaves that open. */
export const periodOf = ({ from, to }: PeriodSearch, now: number): { readonly from: string; readonly to: string } => {
  const last = to ?? dateOf(now)
  return { from: from ?? dateOf(Date.parse(`${last}T12:00:00+09:00`) - (usualDays - 1) * dayMs), to: last }
}
