export const minuteMs = 60_000
export const dayMs = 86_400_000
const japanMs = 9 * 3_600_000

/** 13:40 of a hot day: the time at the simulated site when the demo starts (project choice). */
export const hotMinute = 13 * 60 + 40

/** Where an instant falls in the site's own, shifted day. */
export type SiteTime = {
  /** Days since 1970-01-01 on the shifted clock. */
  readonly day: number
  /** Minutes since midnight on the shifted clock, with fractions. */
  readonly minute: number
}

/**
 * Milliseconds to add to a real instant so that `anchorMs` falls on the hottest minute of the site's day, at most twelve
 * hours either way. The timestamps sent stay real; only the weather and the working day are moved.
 */
export const shiftFor = (anchorMs: number): number => {
  const local = (anchorMs + japanMs) % dayMs
  const shift = hotMinute * minuteMs - local
  if (shift > dayMs / 2) return shift - dayMs
  return shift <= -dayMs / 2 ? shift + dayMs : shift
}

/** The site's day and minute at an instant. */
export const siteTime = (atMs: number, shiftMs: number): SiteTime => {
  const local = atMs + japanMs + shiftMs
  const day = Math.floor(local / dayMs)
  return { day, minute: (local - day * dayMs) / minuteMs }
}

/** An instant as devices write it: ISO 8601 in Japanese time, `2026-07-20T13:05:00+09:00`. */
export const japanTime = (atMs: number): string => `${new Date(atMs + japanMs).toISOString().replace(/(\.000)?Z$/, '')}+09:00`

/** Minutes since midnight of a wall-clock time such as `07:30`. */
export const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * A wall-clock time of the shifted day as the real clock shows it, rounded to five minutes: what the server must
 * hold as working hours while the day is shifted. Hours that end before they begin run past midnight.
 */
export const realTimeOf = (time: string, shiftMs: number): string => {
  const minute = minuteOf(time) - shiftMs / minuteMs
  const rounded = (((Math.round(minute / 5) * 5) % 1_440) + 1_440) % 1_440
  return `${String(Math.floor(rounded / 60)).padStart(2, '0')}:${String(rounded % 60).padStart(2, '0')}`
}
