import { labels, mostExportDays } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { badRequest } from '../../platform/errors.ts'
import { boundFrom, japanDay } from '../../platform/japan-time.ts'

const minuteMs = 60_000

/** The minutes that begin in [from, to). */
export type ExportSpan = {
  readonly from: Date
  readonly to: Date
  /** The first minute of what was asked for that is not over yet; null where all of them are. */
  readonly next: Date | null
}

const nextMinute = (instant: Date): number => Math.ceil(instant.getTime() / minuteMs) * minuteMs

/**
 * The minutes that one call exports: those that begin between two days or instants, and are over.
 * @param keptFrom epoch ms; of what lies before it the readings were deleted
 * @throws Refusal 400 naming the field, where the times are the wrong way round, too far apart or too long ago
 */
export const exportSpan = (query: { readonly from: string; readonly to: string }, now: Date, keptFrom: number): ExportSpan => {
  const { from: fromLabel, to: toLabel } = labels.readingExport
  const from = nextMinute(boundFrom(query.from, 'from'))
  const to = nextMinute(boundFrom(query.to, 'to'))
  if (to <= from) throw badRequest(`${toLabel}：${fromLabel}より後を指定してください。`)
  if (to - from > mostExportDays * dayMs) throw badRequest(`${toLabel}：1回に書き出せるのは${mostExportDays}日分までです。`)
  if (from < keptFrom)
    throw badRequest(
      `${fromLabel}：${japanDay(new Date(keptFrom + dayMs - 1))}以降を指定してください。それより前の測定値は残っていません。`,
    )
  const over = Math.floor(now.getTime() / minuteMs) * minuteMs
  const end = Math.max(from, Math.min(to, over))
  return { from: new Date(from), to: new Date(end), next: end < to ? new Date(end) : null }
}
