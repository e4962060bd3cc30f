import { japanClock, japanDay } from '../../platform/japan-time.ts'
import { dayMs } from '@mimamori/contract/day'

/** HH:MM in Japan's time, `from` in and `to` out; past midnight where `to` is earlier. */
export type HoursOfChannel = { readonly from: string; readonly to: string }

/** When something ordinary may leave: at once within the hours, else when they next begin. */
export const nextWithin = (hours: HoursOfChannel | null, at: Date): Date => {
  if (hours === null) return at
  const { from, to } = hours
  const clock = japanClock(at)
  const isWithin = from < to ? clock >= from && clock < to : clock >= from || clock < to
  if (isWithin) return at
  const begins = Date.parse(`${japanDay(at)}T${from}:00+09:00`)
  return new Date(begins > at.getTime() ? begins : begins + dayMs)
}
