import { dayMs } from './day.ts'

/** A day of a week of the rota; off: a Sunday or a public holiday. */
type PatternDay = { readonly date: string; readonly isOff: boolean }

const daysAfterMonday = (date: string) => (new Date(date).getUTCDay() + 6) % 7

/** The calendar day (YYYY-MM-DD) so many days after another. */
export const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/**
 * Which day of a week is the pattern for each day of the next one. A day off follows the day off of the same weekday, else the last day
 * off, which is the Sunday; a working day the same weekday, or where that was off, the nearest working day, the earlier of two.
 * @param source the seven days of a week, from its Monday
 * @param target those of the next one
 * @returns by day of the next week; a working day after a week without one follows the same weekday
 */
export const patternOfWeek = (source: readonly PatternDay[], target: readonly PatternDay[]): Map<string, string> => {
  const patternOf = (day: PatternDay): string => {
    const same = dayAfter(day.date, -7)
    const alike = source.filter(({ isOff }) => isOff === day.isOff).map(({ date }) => date)
    if (alike.includes(same)) return same
    if (day.isOff) return alike.at(-1) ?? same
    const distance = (date: string) => Math.abs(daysAfterMonday(date) - daysAfterMonday(day.date))
    return alike.toSorted((one, other) => distance(one) - distance(other) || one.localeCompare(other))[0] ?? same
  }
  return new Map(target.map((day) => [day.date, patternOf(day)]))
}
