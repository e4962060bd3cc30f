import { clockOf, dateOf } from '../platform/japan-time.ts'
import { dayOf } from './month.ts'

/** What makes an hour one of heat (安衛則 第612条の2). */
export const heatMeans = 'WBGT 28以上または気温 31℃以上'

/** Shown if nothing is known. */
export const nothing = '―'

/** Minutes as hours: 96, 8.5. */
export const hoursOf = (minutes: number): string => {
  const hours = Math.round((minutes / 60) * 10) / 10
  return hours.toLocaleString('ja-JP')
}

/** 20日 14:08 */
export const dayAndClock = (at: string): string => `${dayOf(dateOf(Date.parse(at)))}日 ${clockOf(at)}`

const tenth = (value: number): string => String(Math.round(value * 10) / 10)

/** Seconds as they are said: 45秒, 3.2分, 13分, 1.3時間, 2日. */
export const waitInWords = (seconds: number): { readonly value: string; readonly unit: string } => {
  if (seconds < 60) return { value: String(seconds), unit: '秒' }
  if (seconds < 600) return { value: tenth(seconds / 60), unit: '分' }
  if (seconds < 3_570) return { value: String(Math.round(seconds / 60)), unit: '分' }
  if (seconds < 2 * 86_400) return { value: tenth(seconds / 3_600), unit: '時間' }
  return { value: tenth(seconds / 86_400), unit: '日' }
}

/** 93%; nothing of nothing is no share. */
export const shareOf = (part: number, whole: number): string => (whole === 0 ? nothing : `${Math.round((part / whole) * 100)}%`)
