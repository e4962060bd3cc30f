import { dayMs } from '@mimamori/contract/day'

// Japan has no daylight saving time, so plain arithmetic is correct.
const tokyoOffsetMs = 9 * 3_600_000

/** An instant as answers write it: ISO 8601 in Japan's time, milliseconds only where there are any. */
export const toJapanIso = (instant: Date): string => {
  const text = new Date(instant.getTime() + tokyoOffsetMs).toISOString()
  return `${text.endsWith('.000Z') ? text.slice(0, -5) : text.slice(0, -1)}+09:00`
}

/** The time of day in Japan: 13:05. */
export const japanClock = (instant: Date): string => toJapanIso(instant).slice(11, 16)

/** The day and time in Japan: 7/19 23:50. */
export const japanDayAndClock = (instant: Date): string => {
  const iso = toJapanIso(instant)
  return `${Number(iso.slice(5, 7))}/${Number(iso.slice(8, 10))} ${iso.slice(11, 16)}`
}

/** As `toJapanIso`, for an instant that may be missing. */
export const toJapanIsoOrNull = (instant: Date | null): string | null => (instant === null ? null : toJapanIso(instant))

/** The calendar day in Japan, `YYYY-MM-DD`. */
export const japanDay = (instant: Date): string => new Date(instant.getTime() + tokyoOffsetMs).toISOString().slice(0, 10)

/** The instants of a calendar day in Japan, half-open: `from` belongs to it, `to` no longer. */
export const japanDayRange = (day: string): { from: Date; to: Date } => {
  const from = Date.parse(`${day}T00:00:00+09:00`)
  return { from: new Date(from), to: new Date(from + dayMs) }
}

/** A bound in time that a request names: a calendar day in Japan, the last day included, or an instant. */
export const boundFrom = (text: string, bound: 'from' | 'to'): Date => (text.includes('T') ? new Date(text) : japanDayRange(text)[bound])

/** The last day in Japan before an instant: `2026-07-20` of midnight at the beginning of the 21st. */
export const lastDayBefore = (endsAt: Date): string => japanDay(new Date(endsAt.getTime() - 1))

/** The calendar day so many days before the instant's own. */
export const japanDayBefore = (instant: Date, days: number): string => japanDay(new Date(instant.getTime() - days * dayMs))

/** Every calendar day from one to another, both included. */
export const daysFromTo = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, (Date.parse(to) - Date.parse(from)) / dayMs + 1) }, (_, day) =>
    new Date(Date.parse(from) + day * dayMs).toISOString().slice(0, 10),
  )

/** The calendar days of a month, `YYYY-MM`. */
export const monthDays = (month: string): string[] => {
  const last = new Date(`${month}-01T00:00:00Z`)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return daysFromTo(`${month}-01`, last.toISOString().slice(0, 10))
}
