import { dayMs } from '@mimamori/contract/day'
import { labels, mostLogbookDays } from '@mimamori/contract'
import { badRequest } from '../../../platform/errors.ts'
import { japanDay, japanDayRange } from '../../../platform/japan-time.ts'
import type { Span } from './site.ts'

const { logbook } = labels

/**
 * The span of the days in Japan, the last one included.
 * @throws Refusal 400 naming the field, where they are in the future, the wrong way round or too many
 */
export const parseSpan = (from: string, to: string, now: Date): Span => {
  const today = japanDay(now)
  if (from > today) throw badRequest(`${logbook.from}：今日までの日を入力してください。`)
  if (to > today) throw badRequest(`${logbook.to}：今日までの日を入力してください。`)
  if (to < from) throw badRequest(`${logbook.to}：開始日より前の日は入力できません。`)
  const span = { from: japanDayRange(from).from, to: japanDayRange(to).to }
  if (span.to.getTime() - span.from.getTime() > mostLogbookDays * dayMs)
    throw badRequest(`${logbook.to}：記録簿は${mostLogbookDays}日分までです。終了日を早めてください。`)
  return span
}
