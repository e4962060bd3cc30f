import { dateOf } from '../platform/japan-time.ts'

/** The month in Japan, YYYY-MM. */
export const monthOf = (at: number): string => dateOf(at).slice(0, 7)

/** The month that an address asks for; the running one where it asks for none or for one that has not come. */
export const chosenMonth = (searchedMonth: string | undefined, now: number): string => {
  const running = monthOf(now)
  return searchedMonth === undefined || searchedMonth > running ? running : searchedMonth
}

/** 2026年7月 */
export const monthInWords = (month: string): string => `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`

/** The day of the month, 1 to 31. */
export const dayOf = (date: string): number => Number(date.slice(8))

export const isSunday = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() === 0
