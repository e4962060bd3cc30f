const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const

const weekdayOf = (day: string) => weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''

/** A day of a known month: 2026-07-01 is 1日（水）. */
export const dayOfMonth = (day: string): string => `${Number(day.slice(8, 10))}日（${weekdayOf(day)}）`

/** 2026-07-01 is 7/1（水）. */
export const monthAndDay = (day: string): string => `${Number(day.slice(5, 7))}/${Number(day.slice(8, 10))}（${weekdayOf(day)}）`

/** 2026年7月1日（水）. */
export const dayInWords = (day: string): string => `${monthInWords(day)}${dayOfMonth(day)}`

/** 2026年7月. */
export const monthInWords = (day: string): string => `${day.slice(0, 4)}年${Number(day.slice(5, 7))}月`
