import { patternOfWeek } from '@mimamori/contract/rota-pattern'
import { isOff } from './holidays.ts'
import { dayAfter, weekDays } from './shifts.ts'

const daysOf = (monday: string) => weekDays(monday).map((date) => ({ date, isOff: isOff(date) }))

/** Which day of the week from a Monday on is the pattern for each day of the next one. @returns by day of the next week */
export const patternOfNextWeek = (monday: string): Map<string, string> => patternOfWeek(daysOf(monday), daysOf(dayAfter(monday, 7)))
