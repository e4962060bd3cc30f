import { issueText, mostLoadDays } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { badRequest, type Refusal } from '../../platform/errors.ts'
import { japanDay, japanDayRange } from '../../platform/japan-time.ts'

type Days = { readonly from: string; readonly to: string }

/** The instants of a period, half open, and its days as asked. */
export type Period = { readonly from: Date; readonly to: Date; readonly days: Days }

const refuse = (rule: 'future' | 'beforeStart' | 'tooManyDays'): Refusal =>
  badRequest(issueText('alertLoad', { code: 'custom', path: ['to'], params: { rule }, message: '' }))

/**
 * The instants of days of Japan, the last one included.
 * @throws Refusal 400 where the end lies in the future or before the start, or they are too far apart
 */
export const periodOf = ({ from, to }: Days, now: Date): Period => {
  if (to > japanDay(now)) throw refuse('future')
  if (to < from) throw refuse('beforeStart')
  if ((Date.parse(to) - Date.parse(from)) / dayMs >= mostLoadDays) throw refuse('tooManyDays')
  return { from: japanDayRange(from).from, to: japanDayRange(to).to, days: { from, to } }
}
