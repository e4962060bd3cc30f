import { dayMs } from '@mimamori/contract/day'
import type { Plan } from '@mimamori/contract/plan'
import { longDate } from '@mimamori/contract/time-words'
import { clockOf } from '../platform/japan-time.ts'
import type { PlanGroup } from './plan-types.ts'

/** Minutes of an hour's rest that mean to stop the work. */
export const stopMinutes = 60

/** The level of an hour by the rest that it asks for; null where it asks for none. Source: the rest table of the Ministry of Health guide. */
export const restGrade = (minutes: number): 1 | 2 | 3 | null => {
  if (minutes <= 0) return null
  if (minutes >= stopMinutes) return 3
  return minutes <= 15 ? 1 : 2
}

export const groupNameOf = ({ groupName }: { readonly groupName: string | null }): string => groupName ?? 'グループなし'

const dayWords = ['きょう', 'あす', 'あさって'] as const

/** How a day is called, seen from today: きょう, あす, あさって, else its date. Both YYYY-MM-DD. */
export const dayWord = (date: string, today: string): string => {
  const days = Math.round((Date.parse(date) - Date.parse(today)) / dayMs)
  return dayWords[days] ?? longDate(date)
}

/** Where a group works, and that its limit is that of the not acclimatised, where it is that of all its people. */
export const placeInWords = ({ placeName, acclimatised, people }: Pick<PlanGroup, 'placeName' | 'acclimatised' | 'people'>): string =>
  [placeName, acclimatised || people === 0 ? null : '全員慣れていない'].filter((part) => part !== null).join('・')

/** 31, 26.5: a limit without a needless zero. */
export const limitInWords = (limit: number): string => String(Math.round(limit * 10) / 10)

/** When one hour on end or four hours in all will have passed at 28 °C or more: 10:00 に連続1時間. Null where neither will. Source: 安衛則 第612条の2. */
export const dutyInWords = ({ dutyFrom, dutyBy }: Pick<PlanGroup, 'dutyFrom' | 'dutyBy'>): string | null =>
  dutyFrom === null ? null : `${clockOf(dutyFrom)}に${dutyBy === 'today' ? '1日の合計4時間' : '連続1時間'}`

const whyWords = {
  noStation: '公表の観測地点が、拠点に設定されていません。',
  offSeason: '環境省の予測は、4月下旬から10月下旬までです。',
  notYet: 'この日の環境省の予測は、まだ出ていません。届くと、ここに出ます。',
  unreached: '環境省の予測を受け取れていません。届くと、ここに出ます。',
} as const satisfies Record<NonNullable<Plan['why']>, string>

/** Why a plan has no forecast. */
export const whyInWords = (why: Plan['why']): string => (why === null ? '予測がありません。' : whyWords[why])
