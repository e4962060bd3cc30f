const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Japan keeps one offset all year, so its wall clock is arithmetic and needs no time-zone data. */
const offset = 9 * hour

const two = (value: number) => String(value).padStart(2, '0')

/** Minutes since midnight in Japan, 0…1439. */
export const minuteOfDay = (at: number): number => Math.floor((((at + offset) % day) + day) / minute) % 1440

/** 13:31, the wall clock in Japan. */
export const clockOf = (at: number | string): string => {
  const minutes = minuteOfDay(typeof at === 'string' ? Date.parse(at) : at)
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** 13:31:08, the same to the second. */
export const clockWithSeconds = (at: number): string => `${clockOf(at)}:${two(new Date(at).getUTCSeconds())}`

/** Midnight in Japan that begins a calendar day (YYYY-MM-DD), as an instant. */
export const startOfDay = (date: string): number => Date.parse(`${date}T00:00:00+09:00`)

/** The calendar day in Japan, YYYY-MM-DD. */
export const dateOf = (at: number): string => new Date(at + offset).toISOString().slice(0, 10)

/** Whole calendar days in Japan from one instant to a later one. */
export const daysBetween = (from: number, to: number): number => Math.floor((to + offset) / day) - Math.floor((from + offset) / day)

/** 7/20 13:31. */
export const dayAndClockOf = (at: number): string => {
  const date = new Date(at + offset)
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()} ${clockOf(at)}`
}

/** How long ago in words: 8秒前, 18分前, 3時間前, then the day. A clock that runs fast never says a negative time. */
export const agoInWords = (at: number, now: number): string => {
  const elapsed = Math.max(0, now - at)
  if (elapsed < minute) return `${Math.floor(elapsed / 1000)}秒前`
  if (elapsed < hour) return `${Math.floor(elapsed / minute)}分前`
  if (elapsed < day) return `${Math.floor(elapsed / hour)}時間前`
  return dayAndClockOf(at)
}

/** 13:31（18分前） of today, 7/20 13:31 of any day before; of the last day both. */
export const momentInWords = (at: number, now: number): string => {
  const when = daysBetween(at, now) === 0 ? clockOf(at) : dayAndClockOf(at)
  return now - at < day ? `${when}（${agoInWords(at, now)}）` : when
}
