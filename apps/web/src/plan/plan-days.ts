import { dayMs } from '@mimamori/contract/day'
import type { Plan } from '@mimamori/contract/plan'
import { dateOf } from '../platform/japan-time.ts'

/** The day to show where none is asked for: today's as long as its work has not begun when the screen is opened, then tomorrow's. */
export const dayToShow = ({ dates, workingHours }: Pick<Plan, 'dates' | 'workingHours'>, openedAt: number): string | undefined => {
  const [today, tomorrow] = dates
  const isBeforeWork = openedAt < Date.parse(`${today}T${workingHours.opensAt}:00+09:00`)
  return isBeforeWork ? today : tomorrow
}

/** The days that can be planned, as the site's answer names them; before it those of the calendar in Japan: today, tomorrow, the day after. */
export const planDays = (plan: Pick<Plan, 'dates'> | undefined, now: number): readonly string[] =>
  plan?.dates ?? [0, 1, 2].map((days) => dateOf(now + days * dayMs))
