import { longDate } from '@mimamori/contract/time-words'

const weekdays = ['日', '月', '火', '水', '木', '金', '土']

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** True of YYYY-MM. */
export const isMonthOf = (text: string | undefined): text is string => text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** 1日（水） */
export const dayInWords = (date: string): string => `${Number(date.slice(8))}日（${weekdays[weekdayOf(date)]}）`

export const isSunday = (date: string): boolean => weekdayOf(date) === 0

/** 2026年7月, 2026年7月22日（水）. */
export const dateInWords = (date: string): string => {
  const year = `${Number(date.slice(0, 4))}年`
  return date.length === 7 ? `${year}${Number(date.slice(5))}月` : `${year}${longDate(date)}`
}

/** The first and last day that a report covers, up to today. */
export const spanOf = (date: string, today: string): { readonly from: string; readonly to: string } => {
  if (date.length > 7) return { from: date, to: date }
  const [year = 0, month = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return { from: `${date}-01`, to: last < today ? last : today }
}
