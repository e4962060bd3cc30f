import { dayMs } from '@mimamori/contract/day'
import { workingDayAt } from '@mimamori/heat'
import type { Db } from '../platform/context.ts'
import { daysFromTo } from '../platform/japan-time.ts'
import { wholeSite } from '../shared/plan/plan-people.ts'
import { readPlanSite } from '../shared/plan/plan-site.ts'
import { storePlannedRests } from '../shared/plan/planned-rests.ts'
import { readPlan } from '../shared/plan/read-plan.ts'
import type { DemoSite } from './demo-file.ts'

const pastDays = 31
/** So long before a site opens the plan of its day is kept. */
const aheadMs = 90 * 60_000

/** Keeps what the plans of the last weeks asked for, as the job would have each morning, so that the month has planned rest. */
export const keepPastPlans = async (db: Db, { companyId, officeId }: DemoSite, anchorMs: number): Promise<void> => {
  const key = { companyId, officeId }
  const { hours } = await readPlanSite(db, key)
  const today = workingDayAt(anchorMs, hours).date
  const first = new Date(Date.parse(today) - pastDays * dayMs).toISOString().slice(0, 10)
  for (const date of daysFromTo(first, today)) {
    const now = new Date(Date.parse(`${date}T00:00:00+09:00`) + hours.fromMinute * 60_000 - aheadMs)
    if (now.getTime() > anchorMs) continue
    const plan = await readPlan(db, key, { date, scope: wholeSite, now })
    if (plan.basis === 'forecast') await storePlannedRests(db, key, plan, now)
  }
}
