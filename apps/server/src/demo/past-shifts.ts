import { ownMeasureAfter } from '@mimamori/heat'
import type { Selectable } from 'kysely'
import type { Database } from '../platform/database/database-types.ts'
import { hourMs } from '../shared/monitoring/summaries/due.ts'
import type { HourlySummary } from '../shared/monitoring/summaries/read.ts'

/** Hours of one person that no longer pause parts are one shift. */
const breakMs = 4 * hourMs

// The highest 20 minutes lie somewhat above the mean of their hour, and what is kept up for five minutes below the peak.
const aboveHour = 6
const belowPeak = 8
const leastAboveMean = 14

const endOf = ({ hour }: HourlySummary): number => hour.getTime() + hourMs

const meanOf = ({ heart_rate_sum: sum, heart_rate_count: count }: HourlySummary): number => (count === 0 ? 0 : sum / count)

/** The shifts that hours of one person's past make, oldest first, each with what was usual for them in it. */
export const pastShifts = (companyId: number, hours: readonly HourlySummary[]): Selectable<Database['worker_shift']>[] => {
  const shifts: HourlySummary[][] = []
  for (const hour of hours) {
    const last = shifts.at(-1)
    const previous = last?.at(-1)
    if (last === undefined || previous === undefined || hour.hour.getTime() - endOf(previous) > breakMs) shifts.push([hour])
    else last.push(hour)
  }
  const measured = shifts.flatMap((own) => {
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || last === undefined) return []
    const mean = Math.max(...own.map(meanOf)) + aboveHour
    const peak = Math.max(mean + leastAboveMean, Math.max(...own.map(({ heart_rate_max: highest }) => highest ?? 0)) - belowPeak)
    return {
      company_id: companyId,
      user_id: first.user_id,
      began_at: first.hour,
      ended_at: new Date(endOf(last) - 1),
      minutes: own.reduce((sum, { connected_minutes: minutes }) => sum + minutes, 0),
      own_mean: Math.round(mean),
      own_peak: Math.round(peak),
      interval_minutes: 1,
    }
  })
  const counted = measured.map((shift) => ({ endedAt: shift.ended_at.getTime(), mean: shift.own_mean, peak: shift.own_peak }))
  return measured.map((shift) => {
    const usual = ownMeasureAfter(counted, shift.ended_at.getTime())
    return { ...shift, usual_mean: usual?.mean ?? null, usual_shifts: usual?.shifts ?? null }
  })
}
