const weekdays = ['日', '月', '火', '水', '木', '金', '土']

/** 7月21日（火） */
export const longDate = (date: string): string => {
  const at = new Date(`${date}T00:00:00Z`)
  return `${at.getUTCMonth() + 1}月${at.getUTCDate()}日（${weekdays[at.getUTCDay()]}）`
}

/** 7/21（火） */
export const slashDate = (date: string): string =>
  `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}（${weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]}）`

/** 7月21日 */
export const shortDate = (date: string): string => `${Number(date.slice(5, 7))}月${Number(date.slice(8, 10))}日`

/** An instant of an answer, which is written in Japan's time, as day and clock: 7月21日（火） 13:31. */
export const dayAndClock = (at: string): string => `${longDate(at.slice(0, 10))} ${at.slice(11, 16)}`

const tokyoOffsetMs = 9 * 3_600_000

/** An instant as answers write it, in Japan's time: 2026-07-21T13:31:00+09:00. */
export const japanTime = (epochMs: number): string => `${new Date(epochMs + tokyoOffsetMs).toISOString().slice(0, 19)}+09:00`

const minute = 60_000

/** A span in words: 15分, 1時間5分, 2日. */
export const spanInWords = (milliseconds: number): string => {
  const minutes = Math.max(0, Math.floor(milliseconds / minute))
  if (minutes < 60) return `${minutes}分`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return minutes % 60 === 0 ? `${hours}時間` : `${hours}時間${minutes % 60}分`
  return `${Math.floor(hours / 24)}日`
}
