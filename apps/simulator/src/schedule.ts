import { chance } from './random.ts'
import type { SiteTime } from './site-clock.ts'

export type Activity = 'away' | 'assembly' | 'work' | 'break' | 'lunch' | 'cleanup'
export type Shift = 'day' | 'night'

/** A moment of somebody's shift. */
export type Duty = {
  readonly activity: Activity
  /** The day the shift began on: a night shift is one shift on both sides of midnight. */
  readonly shiftDay: number
  /** Minutes since the person arrived. */
  readonly minutesIn: number
}

type Entry = readonly [fromMinute: number, activity: Activity]

// The day of a Japanese building site: radio exercises and the morning meeting, breaks at ten and three.
const dayTable: readonly Entry[] = [
  [450, 'assembly'],
  [490, 'work'],
  [600, 'break'],
  [620, 'work'],
  [720, 'lunch'],
  [780, 'work'],
  [900, 'break'],
  [920, 'work'],
  [1_035, 'cleanup'],
  [1_050, 'away'],
]

// Night work in minutes of the day it begins on; from 1,440 on it is the next morning.
const nightTable: readonly Entry[] = [
  [1_200, 'assembly'],
  [1_225, 'work'],
  [1_320, 'break'],
  [1_340, 'work'],
  [1_440, 'lunch'],
  [1_500, 'work'],
  [1_620, 'break'],
  [1_640, 'work'],
  [1_725, 'cleanup'],
  [1_740, 'away'],
]

// Splits the days of the night shift at noon, when none of its people are at work.
const nightSplitMinute = 720

const earliestArrivalMinutes = 12

/** What a person does at a moment. People arrive up to twelve minutes before the shift, each day at their own minute. */
export const dutyAt = (seed: number, who: string, shift: Shift, time: SiteTime): Duty => {
  const afterMidnight = shift === 'night' && time.minute < nightSplitMinute
  const shiftDay = afterMidnight ? time.day - 1 : time.day
  const minute = afterMidnight ? time.minute + 1_440 : time.minute
  const table = shift === 'night' ? nightTable : dayTable
  const begins = (table[0]?.[0] ?? 0) - chance(seed, 'arrival', who, shiftDay) * earliestArrivalMinutes
  const entry = table.findLast(([from]) => from <= minute)
  const activity = minute >= begins && entry === undefined ? 'assembly' : (entry?.[1] ?? 'away')
  return { activity, shiftDay, minutesIn: minute - begins }
}
