import type { HealthDetail } from '@mimamori/contract/health-condition'
import { minuteOfDay } from '../platform/japan-time.ts'
import { hoursShown, lastFullHour } from './chart-layout.ts'
import type { DayOffset } from './detail-search.ts'

const hourOf = (at: number) => Math.floor(minuteOfDay(at) / 60)

/** The hour a day opens with: today so that now is at the right, another day where the worst of it began. */
export const defaultHour = (detail: Pick<HealthDetail, 'listData' | 'listAlert'> | undefined, day: DayOffset, now: number): number => {
  if (day === 0) return Math.min(lastFullHour, Math.max(0, hourOf(now) - hoursShown + 1))
  const worst = detail?.listAlert
    .toSorted((a, b) => Number(b.emergency) - Number(a.emergency) || (b.alertLevel ?? -1) - (a.alertLevel ?? -1))
    .map((alert) => Math.max(0, hourOf(Date.parse(alert.startedAt)) - 1))[0]
  const first = detail?.listData[0]
  return Math.min(lastFullHour, worst ?? (first === undefined ? 8 : hourOf(Date.parse(first.time))))
}
