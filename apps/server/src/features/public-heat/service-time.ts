import { dayMs } from '@mimamori/contract/day'
import { japanDayRange, toJapanIso } from '../../platform/japan-time.ts'

const hourMs = 3_600_000
const minuteMs = 60_000

const written = /^\s*(\d{4})[/-](\d{1,2})[/-](\d{1,2})[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*$/
const packed = /^\s*(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})?(\d{2})?\s*$/

/**
 * An instant as the service writes it, in Japan's time: `2026/08/23 15:00:00`, `2026/8/31 24:00` (the next day's 0:00)
 * or `2026083124`. Undefined where it is none.
 */
export const readServiceTime = (text: unknown): Date | undefined => {
  const [, year, month, day, hours, minutes = '0', seconds = '0'] =
    (typeof text === 'string' && (written.exec(text) ?? packed.exec(text))) || []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const midnight = Date.parse(`${iso}T00:00:00Z`)
  // A day that the month does not have is read as one of the next month.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(iso)) return undefined
  const sinceMidnight = Number(hours) * hourMs + Number(minutes) * minuteMs + Number(seconds) * 1_000
  if (sinceMidnight > dayMs || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return new Date(japanDayRange(iso).from.getTime() + sinceMidnight)
}

/** `YYYYMMDDhhmmss` in Japan's time, as the service asks for it. */
export const toServiceTime = (instant: Date): string => toJapanIso(instant).slice(0, 19).replaceAll(/[-T:]/g, '')

/** `YYYYMM` of the monthly files that hold the values of these instants, half-open; a day's 24:00 is in its own month. */
export const monthsBetween = (from: Date, to: Date): string[] => [
  ...new Set([from, to].map((instant) => toServiceTime(new Date(instant.getTime() - 1)).slice(0, 6))),
]
