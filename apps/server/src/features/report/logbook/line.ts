import type { LogbookLine } from '@mimamori/contract'
import { toJapanIso, toJapanIsoOrNull } from '../../../platform/japan-time.ts'

/** A line of the book, its times not written yet. */
export type Line = Omit<LogbookLine, 'at' | 'until'> & { readonly at: Date; readonly until: Date | null }

/** What of a line is known of no stretch and of no gap. */
export const blank = {
  until: null,
  wbgt: null,
  wbgtMean: null,
  count: null,
  temperature: null,
  humidity: null,
  globe: null,
  remark: null,
} satisfies Partial<Line>

/** The line as it is answered. */
export const answered = ({ at, until, ...line }: Line): LogbookLine => ({
  ...line,
  at: toJapanIso(at),
  until: toJapanIsoOrNull(until),
})

// The public station comes after the watchers.
const nameOf = ({ device }: Line): string => device ?? '\uFFFF'

/** Oldest first, then by the watcher's number; a gap after the value that it follows. */
export const inOrder = (one: Line, other: Line): number => {
  if (one.at.getTime() !== other.at.getTime()) return one.at.getTime() - other.at.getTime()
  if (nameOf(one) !== nameOf(other)) return nameOf(one) < nameOf(other) ? -1 : 1
  return Number(one.source === 'gap') - Number(other.source === 'gap')
}

/** To a tenth, as instruments say it. */
export const toTenth = (value: number): number => Math.round(value * 10) / 10
