import { judgeReading, type MeasuredShift, type WorkerReading, type WorkerSettings, type WorkerState } from '@mimamori/heat'
import { chance } from '../../apps/simulator/src/random.ts'
import { firstCountedDay, pastShiftsOf, settingsOf } from './pages.ts'
import { crewOf, minuteOfDay, workDay } from './work-day.ts'

const crewSize = 40
const usualCrews = 3

/**
 * How fast the core of somebody who overheats rises above what their work makes it, °C a minute. Fast: hard work that hardly loses
 * its heat stores some 300 W, which is 0.07 °C a minute in 70 kg (3.5 kJ/kg/°C). Slow: a third of that.
 */
const risePerMinute = { fast: 0.07, slow: 0.023 } as const
export type Rise = keyof typeof risePerMinute

/** The heart takes 33 bpm for each °C of core temperature (ISO 9886); it rises no further than 2.5 °C here. */
const bpmOfDegree = 33
const mostDegrees = 2.5
/** From one degree above on it is a danger, and one that is not reported within an hour is missed. Assumed. */
const dangerDegrees = 1
const missedAfterMinutes = 60

/** A danger that is put into somebody's working day; `delay`: minutes until level 3, null where none came within an hour. */
export type Danger = { readonly age: number; readonly delay: number | null }

/** The minutes of the day from which the personal level is 3. */
const minutesAt3 = (readings: readonly WorkerReading[], settings: WorkerSettings): number[] => {
  let state: WorkerState | null = null
  return readings.flatMap((reading) => {
    const judged: ReturnType<typeof judgeReading> = judgeReading(state, reading, settings)
    state = judged.state
    return judged.assessment.personalLevel === 3 ? [minuteOfDay(reading.at)] : []
  })
}

/**
 * Dangers of simulated crews on a day that peaks at a WBGT (°C), one for each member, from a random minute between nine and four. Those
 * are left out who had been at level 3 in that hour without it: what came of the danger could not be distinguished.
 * @param isMeasured with the own measures of a fortnight
 */
export const crewDangers = (peakWbgt: number, rise: Rise, isMeasured: boolean, crews = usualCrews): Danger[] => {
  const perMinute = risePerMinute[rise]
  return Array.from({ length: crews }, (_, index) => index + 1).flatMap((seed) =>
    crewOf(seed, crewSize).flatMap((member): Danger[] => {
      const { age, vitalSerial } = member.person
      const shifts: MeasuredShift[] = isMeasured ? pastShiftsOf(seed, member) : []
      const settings = settingsOf(member, shifts)
      const begin = 540 + Math.floor(chance(seed, 'danger', vitalSerial) * 420)
      const onset = begin + Math.ceil(dangerDegrees / perMinute)
      const isNear = (minute: number) => minute >= begin - 15 && minute <= onset + missedAfterMinutes
      if (minutesAt3(workDay(seed, member, firstCountedDay, peakWbgt), settings).some(isNear)) return []
      const strainAt = (minute: number) => bpmOfDegree * Math.min(mostDegrees, Math.max(0, minute - begin) * perMinute)
      const first = minutesAt3(workDay(seed, member, firstCountedDay, peakWbgt, strainAt), settings).find((minute) => minute >= begin)
      const delay = first === undefined || first > onset + missedAfterMinutes ? null : Math.max(0, first - onset)
      return [{ age, delay }]
    }),
  )
}

/** How many of dangers there are, what share was missed, and the delay at the median and of nine in ten, minutes. */
export const outcomeOfDangers = (dangers: readonly Danger[]) => {
  const delays = dangers.flatMap(({ delay }) => delay ?? []).toSorted((one, other) => one - other)
  return {
    count: dangers.length,
    missedShare: (dangers.length - delays.length) / dangers.length,
    median: delays[delays.length >> 1] ?? Number.NaN,
    ninth: delays[Math.floor(delays.length * 0.9)] ?? Number.NaN,
  }
}
