import { Day } from '@mimamori/contract/wire'
import type { Period } from './choice.ts'
import { isMonthOf } from './dates.ts'

/** How a date may be typed; the first is how it is shown. */
export const typedFormats: Readonly<Record<Period, readonly string[]>> = {
  daily: ['YYYY/MM/DD', 'YYYY-MM-DD', 'YYYYMMDD'],
  monthly: ['YYYY年M月', 'YYYY年MM月', 'YYYY/MM', 'YYYY-MM', 'YYYYMM'],
}

const shapes: Readonly<Record<Period, RegExp>> = {
  daily: /^(\d{4})([/-]?)(\d{2})\2(\d{2})$/,
  monthly: /^(\d{4})([年/-]?)(\d{1,2})月?$/,
}

const readTyped = (typed: string, period: Period): string | undefined => {
  const [, year, , month = '', day] = shapes[period].exec(typed.trim()) ?? []
  if (year === undefined) return undefined
  const date = [year, month.padStart(2, '0'), ...(day === undefined ? [] : [day])].join('-')
  return (period === 'daily' ? Day.safeParse(date).success : isMonthOf(date)) ? date : undefined
}

/** What is wrong with a typed date, and what to do; undefined where nothing is. */
export const typedFault = (typed: string, period: Period, today: string): string | undefined => {
  const date = readTyped(typed, period)
  if (period === 'daily') {
    if (date === undefined) return '日付は 2026/07/01 のように入力してください。'
    return date > today ? '今日までの日付を入力してください。' : undefined
  }
  if (date === undefined) return '月は 2026/07 のように入力してください。'
  return date > today.slice(0, 7) ? '今月までの月を入力してください。' : undefined
}
