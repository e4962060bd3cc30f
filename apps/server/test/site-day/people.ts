/** A day of a site, minute by minute: minutes are counted from midnight in Japan. */
export const clockMinute = (clock: string): number => {
  const [hours = '0', minutes = '0'] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Somebody at work. Which tag they wear and over which gateway it is heard is their number. */
export type Worker = {
  readonly number: number
  readonly ageYears: number
  readonly gateway: number
  readonly from: number
  readonly to: number
  /** Their tag lies in a locker over noon: nothing is heard. */
  readonly awayOverNoon: boolean
  /** They take the tag off in the breaks: it is heard, without a heart rate. */
  readonly bareInBreaks: boolean
  /** When their heart begins to race, where it does. */
  readonly dangerFrom: number | null
}

export const people = 120
export const gateways = 8
export const dangers = 12
/** Tags that are given to somebody else at half past noon: the two who have them then, and who had them before. */
export const handOvers = [
  { from: 31, to: people },
  { from: 32, to: people + 1 },
] as const
export const handOverAt = clockMinute('12:30')

/** This gateway hears nobody between these minutes, and hands over afterwards what its tags kept. */
export const dead = { gateway: 3, from: clockMinute('10:40'), to: clockMinute('11:50') }

const absent = new Set([17, 57, 97])
const dangerous = (number: number) => number % 10 === 9

/** The people of the day; the absent have a tag and are never heard. */
export const staff: readonly Worker[] = Array.from({ length: people }, (_, number) => ({
  number,
  ageYears: 25 + (number % 36),
  gateway: number % gateways,
  from: absent.has(number) ? Number.POSITIVE_INFINITY : clockMinute('07:30') + ((number * 7) % 40),
  to: clockMinute('17:00') + ((number * 11) % 40),
  awayOverNoon: number % 7 === 0 && !dangerous(number),
  bareInBreaks: number === 44 || number === 85,
  // Spread over the day's work; none while nobody could be notified of it.
  dangerFrom: dangerous(number) ? clockMinute('08:30') + ((number - 9) / 10) * 45 : null,
}))

const breaks = [
  [clockMinute('10:00'), clockMinute('10:20')],
  [clockMinute('12:00'), clockMinute('13:00')],
  [clockMinute('15:00'), clockMinute('15:20')],
] as const

const inBreak = (minute: number) => breaks.some(([from, to]) => minute >= from && minute < to)

/** How a racing heart rises to beyond the maximum of its age, stays there and falls, in minutes. */
const raceMinutes = { rise: 6, hold: 5, fall: 8 }

const raceShare = (since: number): number => {
  const { rise, hold, fall } = raceMinutes
  if (since < 0 || since >= rise + hold + fall) return 0
  if (since < rise) return (since + 1) / rise
  return since < rise + hold ? 1 : 1 - (since - rise - hold + 1) / fall
}

/** The minute at which the heart of somebody in danger first passes the age's maximum: the rise is through then. */
export const passesMaximumAt = ({ dangerFrom }: Worker): number => (dangerFrom ?? 0) + raceMinutes.rise - 1

/** The heart rate at a minute in bpm; undefined where nothing is heard of them, null where the tag reads none. */
export const heartRateAt = (worker: Worker, minute: number): number | null | undefined => {
  const { number, ageYears, dangerFrom } = worker
  if (minute < worker.from || minute >= worker.to) return undefined
  if (worker.awayOverNoon && minute >= clockMinute('12:05') && minute < clockMinute('12:55')) return undefined
  if (worker.bareInBreaks && inBreak(minute)) return null
  const base = inBreak(minute) ? 82 : 96 + 8 * Math.sin((minute + number * 13) / 25)
  const noise = ((minute * 7 + number * 5) % 11) - 5
  // Calm work stays below what anybody may keep up.
  const calm = Math.min(base + noise, 170 - ageYears)
  const share = dangerFrom === null ? 0 : raceShare(minute - dangerFrom)
  return Math.round(calm + share * (220 - ageYears + 8 - calm))
}
