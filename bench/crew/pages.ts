import {
  closeEmergency,
  DEFAULT_EMERGENCY_SETTINGS,
  DEFAULT_HEART_DURATIONS,
  heartLimits,
  judgeReading,
  type MeasuredShift,
  measureShifts,
  type WorkerReading,
  type WorkerSettings,
  type WorkerState,
} from '@mimamori/heat'
import { type CrewMember, crewOf, pulsesOf, workDay } from './work-day.ts'

const minuteMs = 60_000
const crewSize = 40
const usualCrews = 3
const countedDays = 3
/** Somebody is there in this time, and closes what is open. */
const answeredAfterMs = 20 * minuteMs

/** Pages a crew of 40 and day: alerts that open at or rise to level 2 and level 3, and emergencies of accumulated time. */
export type Pages = { readonly level2: number; readonly level3: number; readonly emergencies: number }

/** Days on which shifts are measured, at temperatures of a mixed week, then days that are counted. */
const measuredDays = 12
const mixedWeek = [24, 27, 29, 31, 26, 28]
/** The first day after them and a day of rest, so that the last shift counts, too. */
export const firstCountedDay = measuredDays + 1

/** The shifts of a fortnight of somebody, as they are measured. */
export const pastShiftsOf = (seed: number, member: CrewMember): MeasuredShift[] => {
  const past = Array.from({ length: measuredDays }, (_, day) => workDay(seed, member, day, mixedWeek[day % mixedWeek.length] ?? 28))
  return measureShifts(past.flatMap(pulsesOf)).flatMap(({ endedAt, mean, peak }): MeasuredShift[] =>
    mean === null || peak === null ? [] : [{ endedAt, mean, peak }],
  )
}

export const settingsOf = ({ person, reference }: CrewMember, shifts: readonly MeasuredShift[]): WorkerSettings => ({
  ...DEFAULT_HEART_DURATIONS,
  ...DEFAULT_EMERGENCY_SETTINGS,
  limits: heartLimits(person.age),
  referenceWbgt: reference,
  clothingAdjustment: 0,
  shifts,
})

const pagesOfDay = (readings: readonly WorkerReading[], settings: WorkerSettings): Pages => {
  let state: WorkerState | null = null
  let peak = 0
  let closesAt: number | null = null
  const pages = { level2: 0, level3: 0, emergencies: 0 }
  for (const reading of readings) {
    if (closesAt !== null && reading.at >= closesAt && state !== null) {
      state = closeEmergency(state, reading.at - 1)
      closesAt = null
    }
    const judged: ReturnType<typeof judgeReading> = judgeReading(state, reading, settings)
    state = judged.state
    const { conditionOpen, conditionLevel, emergencyStarted } = judged.assessment
    const level = conditionOpen ? (conditionLevel ?? 0) : 0
    if (level >= 2 && peak < 2) pages.level2 += 1
    if (level >= 3 && peak < 3) pages.level3 += 1
    peak = conditionOpen ? Math.max(peak, level) : 0
    if (emergencyStarted) {
      pages.emergencies += 1
      closesAt = reading.at + answeredAfterMs
    }
  }
  return pages
}

/** The pages of simulated crews on days that peak at a WBGT (°C), with the own measures of a fortnight and without. */
export const crewPages = (peakWbgt: number, crews = usualCrews): { readonly measured: Pages; readonly unmeasured: Pages } => {
  const total = { measured: { level2: 0, level3: 0, emergencies: 0 }, unmeasured: { level2: 0, level3: 0, emergencies: 0 } }
  for (let seed = 1; seed <= crews; seed++) {
    for (const member of crewOf(seed, crewSize)) {
      const shifts = pastShiftsOf(seed, member)
      for (let day = 0; day < countedDays; day++) {
        const readings = workDay(seed, member, firstCountedDay + day, peakWbgt)
        for (const [kind, own] of [
          ['measured', shifts],
          ['unmeasured', []],
        ] as const) {
          const pages = pagesOfDay(readings, settingsOf(member, own))
          total[kind].level2 += pages.level2
          total[kind].level3 += pages.level3
          total[kind].emergencies += pages.emergencies
        }
      }
    }
  }
  const aDay = ({ level2, level3, emergencies }: Pages): Pages => {
    const days = crews * countedDays
    return { level2: level2 / days, level3: level3 / days, emergencies: emergencies / days }
  }
  return { measured: aDay(total.measured), unmeasured: aDay(total.unmeasured) }
}
