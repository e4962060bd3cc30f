import { heartLimits } from '@mimamori/heat'
import type { RecordedDay } from './days.ts'
import { normal } from '../../apps/simulator/src/random.ts'

/** A bout of overheating: from which minute of the day, to which share of the maximum heart rate, held for how many minutes. */
export type Bout = {
  readonly startMinute: number
  readonly share: number
  readonly minutes: number
  readonly missing: number
  readonly noise: Noise
}

const rampMinutes = 10
const coolingMinutes = 15
/** Optical wrist sensors err by about 8 bpm on building sites (Sensors 2023). */
const noiseBpm = 8

/** How a sensor errs: by at most 8 bpm either way, or with a standard deviation of 8 bpm, each reading for itself. */
export const noises = {
  atMost8: (random: () => number) => noiseBpm * (2 * random() - 1),
  deviationOf8: (random: () => number) => noiseBpm * normal(random),
} as const

export type Noise = keyof typeof noises

/** How long a bout takes with its rise and its fall, minutes. */
export const lengthOf = (bout: Pick<Bout, 'minutes'>): number => rampMinutes + bout.minutes + coolingMinutes

/**
 * A day with a bout put into it: the heart rate rises over ten minutes from what was recorded to a share of the age's
 * maximum, stays, and falls; with the sensor's noise, and a share of the readings missing.
 * `truth` is the heart rate without noise during the bout, by minute of the day.
 */
export const withOverheating = (
  day: RecordedDay,
  ageYears: number,
  bout: Bout,
  random: () => number,
): { heartRates: (number | null)[]; truth: Map<number, number> } => {
  const peak = bout.share * heartLimits(ageYears).maximum
  const before = day.heartRates.slice(0, bout.startMinute).findLast((value) => value !== null) ?? 80
  const truth = new Map<number, number>()
  const heartRates = [...day.heartRates]
  for (let minute = 0; minute < lengthOf(bout); minute++) {
    const rising = Math.min(1, (minute + 1) / rampMinutes)
    const falling = Math.max(0, minute - rampMinutes - bout.minutes + 1) / coolingMinutes
    const heartRate = before + (peak - before) * (rising - falling)
    truth.set(bout.startMinute + minute, heartRate)
    heartRates[bout.startMinute + minute] = random() < bout.missing ? null : Math.round(heartRate + noises[bout.noise](random))
  }
  return { heartRates, truth }
}
