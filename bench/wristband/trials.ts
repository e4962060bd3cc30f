import { validHeartRate } from '@mimamori/heat'
import { recordedDays, shiftsBefore } from './days.ts'
import { judgeDay, settingsAt } from './judged-day.ts'
import { type Bout, lengthOf, type Noise, withOverheating } from './overheating.ts'
import { mulberry32 } from '../../apps/simulator/src/random.ts'

const ages = [25, 30, 35, 40, 45, 50, 55, 60] as const
const stays = [10, 20, 40] as const

/** What the judge said of one bout; delays in minutes from when the heart rate truly passed the limit, null where it said nothing. */
export type Trial = {
  readonly bout: Bout
  readonly ageYears: number
  readonly delayOf2: number | null
  readonly delayOf3: number | null
  /** Whether the true heart rate was beyond a limit long enough for danger. */
  readonly isDanger: boolean
}

const pick = <Value>(values: readonly Value[], random: () => number): Value => values[Math.floor(random() * values.length)] as Value

const trialOf = (random: () => number, noise: Noise, isMeasured: boolean): Trial => {
  const day = pick(recordedDays, random)
  const ageYears = pick(ages, random)
  const shape = { share: 0.95 + 0.1 * random(), minutes: pick(stays, random), missing: 0.4 * random(), noise }
  const length = lengthOf(shape)
  const bout: Bout = { ...shape, startMinute: Math.floor(random() * (day.heartRates.length - length)) }
  const { heartRates, truth } = withOverheating(day, ageYears, bout, random)
  const { limits, maximumMinutes, instantaneousMinutes } = settingsAt(ageYears)
  const settings = settingsAt(ageYears, isMeasured ? shiftsBefore(day) : [])
  const { assessments } = judgeDay({ from: day.from, heartRates }, settings)
  const passed = [...truth].find(([, heartRate]) => heartRate > limits.instantaneous)?.[0]
  const firstAt = (level: number) => {
    const minute = assessments.findIndex(
      ({ totalLevel }, at) => at >= bout.startMinute && at < bout.startMinute + length && (totalLevel ?? 0) >= level,
    )
    return minute === -1 || passed === undefined ? null : minute - passed
  }
  const minutesAbove = (limit: number) => [...truth.values()].filter((heartRate) => heartRate > limit).length
  const isDanger = minutesAbove(limits.maximum) > maximumMinutes || minutesAbove(limits.instantaneous) > 5 * instantaneousMinutes
  return { bout, ageYears, delayOf2: firstAt(2), delayOf3: firstAt(3), isDanger }
}

/**
 * Bouts of overheating put into recorded days at random; the same ones at each run.
 * @param isMeasured with the own measure that the person's other days make
 */
export const overheatingTrials = (count: number, noise: Noise, isMeasured = false): Trial[] => {
  const random = mulberry32(20_260_720)
  return Array.from({ length: count }, () => trialOf(random, noise, isMeasured))
}

/** What the trials come to: bouts without level 2, its delay at the median, dangers, and those of them without level 3. */
export const outcomeOf = (trials: readonly Trial[]) => {
  const delays = trials.flatMap(({ delayOf2 }) => delayOf2 ?? []).toSorted((one, other) => one - other)
  const truly = trials.filter(({ isDanger }) => isDanger)
  return {
    level2Missed: trials.length - delays.length,
    level2MedianDelay: delays[delays.length >> 1] ?? Number.NaN,
    dangers: truly.length,
    level3MissedShare: truly.filter(({ delayOf3 }) => delayOf3 === null).length / truly.length,
  }
}

/** Alarms on the recorded days as they are, in daily life without heat, for a person of that age. */
export const dailyLife = (ageYears: number, isMeasured = false) => {
  const judged = recordedDays.map((day) => judgeDay(day, settingsAt(ageYears, isMeasured ? shiftsBefore(day) : [])))
  const hours = recordedDays.flatMap(({ heartRates }) => heartRates.filter((value) => validHeartRate(value) !== null)).length / 60
  const peaks = judged.flatMap(({ episodes }) => episodes.map(({ peak }) => peak))
  const perShift = (level: number) => (8 * peaks.filter((peak) => peak >= level).length) / hours
  return { judged, hours, episodesPerShift: perShift(1), level2PerShift: perShift(2), level3PerShift: perShift(3) }
}
