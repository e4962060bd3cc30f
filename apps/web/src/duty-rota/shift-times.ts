import type { RotaShift, RotaShifts } from '@mimamori/contract/duty-rota'
import { startOfDay } from '../platform/japan-time.ts'

const minuteMs = 60_000

/** A shift of a date; the night is of the date on which it begins. */
export type DatedShift = { readonly date: string; readonly shift: RotaShift }

type Hours = Pick<RotaShifts, 'dayFrom' | 'nightFrom'>

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Whether a shift is over at an instant, epoch ms: the day when the night begins, the night when the next day does. */
export const isOver = ({ date, shift }: DatedShift, { dayFrom, nightFrom }: Hours, now: number): boolean =>
  startOfDay(date) + (shift === 'day' ? minutesOf(nightFrom) : 24 * 60 + minutesOf(dayFrom)) * minuteMs <= now

/** 6時, or 6:30. */
const hourText = (clock: string): string => {
  const [hours = '', minutes] = clock.split(':')
  return minutes === '00' ? `${Number(hours)}時` : `${Number(hours)}:${minutes}`
}

/** 6時–20時. */
export const hoursText = (shift: RotaShift, { dayFrom, nightFrom }: Hours): string => {
  const [from, to] = shift === 'day' ? [dayFrom, nightFrom] : [nightFrom, dayFrom]
  return `${hourText(from)}–${hourText(to)}`
}
