import {
  DEFAULT_EMERGENCY_SETTINGS,
  DEFAULT_HEART_DURATIONS,
  DEFAULT_HEAT_BASIS,
  heartLimits,
  judgeBatch,
  type MeasuredShift,
  type WorkerAssessment,
  type WorkerReading,
  type WorkerSettings,
} from '@mimamori/heat'

const minuteMs = 60_000

/** The settings of a worker of that age where nothing is set, with the shifts that their own measure is counted from. */
export const settingsAt = (ageYears: number, shifts: readonly MeasuredShift[] = []): WorkerSettings => ({
  shifts,
  ...DEFAULT_HEART_DURATIONS,
  ...DEFAULT_EMERGENCY_SETTINGS,
  limits: heartLimits(ageYears),
  referenceWbgt: DEFAULT_HEAT_BASIS.referenceWbgt,
  clothingAdjustment: DEFAULT_HEAT_BASIS.clothingAdjustment,
})

/** A worker's episode in minutes of the day; `to` is null while it continues. */
type JudgedEpisode = { readonly from: number; to: number | null; peak: number }

type JudgedDay = { readonly assessments: readonly WorkerAssessment[]; readonly episodes: readonly JudgedEpisode[] }

/** Judges a day of heart rates, one a minute, of which the heat is not known. */
export const judgeDay = (
  day: { readonly from: number; readonly heartRates: readonly (number | null)[] },
  settings: WorkerSettings,
): JudgedDay => {
  const readings = day.heartRates.map((heartRate, minute): WorkerReading => {
    const at = day.from + minute * minuteMs
    return { at, receivedAt: at, heartRate, wbgt: null, wbgtRank: 0, call: false, intervalMinutes: 1, deviceId: 1 }
  })
  const { assessments } = judgeBatch(null, readings, settings)
  const episodes: JudgedEpisode[] = []
  assessments.forEach(({ conditionOpen, conditionEnd, totalLevel }, minute) => {
    const latest = episodes.at(-1)
    const open = latest?.to === null ? latest : undefined
    if (conditionEnd !== null && open !== undefined) open.to = (conditionEnd.at - day.from) / minuteMs
    if (!conditionOpen) return
    if (open === undefined || conditionEnd !== null) episodes.push({ from: minute, to: null, peak: totalLevel ?? 0 })
    else open.peak = Math.max(open.peak, totalLevel ?? 0)
  })
  return { assessments, episodes }
}
