import { clockOf, dateOf } from '../platform/japan-time.ts'
import { dayOf } from './month.ts'

/** What makes an hour one of heat (安衛則 第612条の2). */
export const heatMeans = 'WBGT 28以上または気温 31℃以上'

/** Minutes as hours: 96, 8.5. */
export const hoursOf = (minutes: number): string => {
  const hours = Math.round((minutes / 60) * 10) / 10
  return hours.toLocaleString('ja-JP')
}

/** 20日 14:08 */
export const dayAndClock = (at: string): string => `${dayOf(dateOf(Date.parse(at)))}日 ${clockOf(at)}`
