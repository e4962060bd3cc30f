import { isOff } from './holidays.ts'
import { dayAfter, weekDays } from './shifts.ts'

const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7

/**
 * Which day of a week is the pattern for each day of the next one. A day off follows the day off of the same weekday, else the last day
 * off, which is the Sunday; a working day the same weekday, or where that was off, the nearest working day, the earlier of two.
 * @returns by day of the next week; a working day after a week without one follows the same weekday
 */
export const patternOfNextWeek = (monday: string): Map<string, string> => {
  const days = weekDays(monday)
  const patternOf = (target: string): string => {
    const same = dayAfter(target, -7)
    if (isOff(same) === isOff(target)) return same
    const alike = days.filter((day) => isOff(day) === isOff(target))
    if (isOff(target)) return alike.at(-1) ?? same
    const distance = (day: string) => Math.abs(weekdayOf(day) - weekdayOf(target))
    return alike.toSorted((one, other) => distance(one) - distance(other) || one.localeCompare(other))[0] ?? same
  }
  return new Map(weekDays(dayAfter(monday, 7)).map((target) => [target, patternOf(target)]))
}
