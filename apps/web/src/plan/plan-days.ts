import type { Plan } from '@mimamori/contract/plan'
import { dateOf } from '../platform/japan-time.ts'

const dayMs = 86_400_000

/** The days that can be planned, as the site's answer names them; before it those of the calendar in Japan: today, tomorrow, the day after. */
export const planDays = (plan: Pick<Plan, 'dates'> | undefined, now: number): readonly string[] =>
  plan?.dates ?? [0, 1, 2].map((days) => dateOf(now + days * dayMs))
