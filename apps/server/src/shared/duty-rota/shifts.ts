import type { RotaShift, RotaShifts } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { dayAfter } from '@mimamori/contract/rota-pattern'
import { japanDay } from '../../platform/japan-time.ts'

export { dayAfter }

const minuteMs = 60_000
const tokyoOffsetMs = 9 * 3_600_000

/** When the shifts of a site begin, minutes after midnight in Japan: the day first. Between them they cover a whole day. */
export type RotaHours = { readonly dayFrom: number; readonly nightFrom: number }

/** A shift of a date. The night is of the date on which it begins. */
export type DatedShift = { readonly date: string; readonly shift: RotaShift }

/** Minutes after midnight of a time of day, `06:00`. */
export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

const clockOf = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The hours as answers write them. */
export const clocksOf = ({ dayFrom, nightFrom }: RotaHours): Pick<RotaShifts, 'dayFrom' | 'nightFrom'> => ({
  dayFrom: clockOf(dayFrom),
  nightFrom: clockOf(nightFrom),
})

/** The shift that is on at an instant. */
export const shiftAt = (now: Date, { dayFrom, nightFrom }: RotaHours): DatedShift => {
  const date = japanDay(now)
  const minutes = ((now.getTime() + tokyoOffsetMs) % dayMs) / minuteMs
  if (minutes < dayFrom) return { date: dayAfter(date, -1), shift: 'night' }
  return { date, shift: minutes < nightFrom ? 'day' : 'night' }
}

/** The instants of a shift, half-open. */
export const shiftRange = ({ date, shift }: DatedShift, { dayFrom, nightFrom }: RotaHours): { readonly from: Date; readonly to: Date } => {
  const midnight = Date.parse(`${date}T00:00:00+09:00`)
  const at = (minutes: number) => new Date(midnight + minutes * minuteMs)
  return shift === 'day' ? { from: at(dayFrom), to: at(nightFrom) } : { from: at(nightFrom), to: at(24 * 60 + dayFrom) }
}

/** The Monday of the week that a day is in. */
export const mondayOf = (day: string): string => dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7))

/** The seven days of a week from its Monday. */
export const weekDays = (monday: string): string[] => Array.from({ length: 7 }, (_, index) => dayAfter(monday, index))
