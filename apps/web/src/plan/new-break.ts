import type { Break } from './trial-search.ts'

const dayMinutes = 24 * 60
const hourMinutes = 60
const halfHourMinutes = 30
/** In less work than this a break of an hour leaves nothing of it. */
const longStretchMinutes = 180

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

const clockOfMinutes = (minutes: number): string => {
  const ofDay = minutes % dayMinutes
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`
}

/** Minutes from one time of day to the next one after it; a whole day where they are the same. */
const minutesBetween = (from: number, to: number): number => (to - from + dayMinutes) % dayMinutes || dayMinutes

type Stretch = { readonly from: number; readonly to: number }

/** The longest work without a break, in minutes after its beginning; of equal ones the later. */
const longestStretch = (work: Break, breaks: readonly Break[]): Stretch => {
  const opens = minutesOf(work.from)
  const after = (clock: string) => (minutesOf(clock) - opens + dayMinutes) % dayMinutes
  const inOrder = breaks
    .map(({ from, to }) => ({ from: after(from), to: after(from) + minutesBetween(minutesOf(from), minutesOf(to)) }))
    .toSorted((one, other) => one.from - other.from)
  const closes = minutesBetween(opens, minutesOf(work.to))
  const stretches: Stretch[] = []
  let from = 0
  for (const one of inOrder) {
    stretches.push({ from, to: one.from })
    from = Math.max(from, one.to)
  }
  return stretches.reduce<Stretch>((best, one) => (one.to - one.from > best.to - best.from ? one : best), { from, to: closes })
}

/**
 * A break to begin with: in the middle of the longest work without one, an hour long, half an hour in less than three hours of work.
 * Hours may go over midnight. Undefined where nobody works an hour without one.
 */
export const newBreak = (work: Break, breaks: readonly Break[]): Break | undefined => {
  const { from, to } = longestStretch(work, breaks)
  const length = to - from >= longStretchMinutes ? hourMinutes : halfHourMinutes
  if (to - from < hourMinutes) return undefined
  const opens = minutesOf(work.from)
  const middle = opens + from + (to - from - length) / 2
  // On the half hour, as people set breaks; never before the work begins.
  const start = Math.max(opens + from, Math.floor(middle / halfHourMinutes) * halfHourMinutes)
  return { from: clockOfMinutes(start), to: clockOfMinutes(start + length) }
}
