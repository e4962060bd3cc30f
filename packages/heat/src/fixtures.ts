import { heartLimits } from './heart-rate.ts'
import { judgeReading, type WorkerAssessment } from './judge.ts'
import { MINUTE_MS } from './milliseconds.ts'
import type { WorkerReading, WorkerSettings, WorkerState } from './worker-state.ts'

/** 2026-07-20 10:00 in Tokyo, epoch ms. */
export const START = Date.UTC(2026, 6, 20, 1)

/** Settings of a worker of 40 (limits 140, 159, 180 bpm), reference 28 °C, two minutes for the maximum, else the defaults. */
export function settingsOf(changes: Partial<WorkerSettings> = {}): WorkerSettings {
  return {
    limits: heartLimits(40),
    sustainedMinutes: 5,
    instantaneousMinutes: 2,
    maximumMinutes: 2,
    emergencyLevel: 3,
    emergencyMinutes: 15,
    referenceWbgt: 28,
    clothingAdjustment: 0,
    ...changes,
  }
}

/** A calm reading `minute` minutes after the start, received at once, without WBGT. */
export function readingAt(minute: number, changes: Partial<WorkerReading> = {}): WorkerReading {
  const at = START + minute * MINUTE_MS
  return {
    at,
    receivedAt: at,
    heartRate: 90,
    wbgt: null,
    wbgtRank: 0,
    call: false,
    intervalMinutes: 1,
    deviceId: 1,
    ...changes,
  }
}

/** A reading a minute with these heart rates, from minute `from` on. */
export function minutely(heartRates: readonly (number | null)[], changes: Partial<WorkerReading> = {}, from = 0): WorkerReading[] {
  return heartRates.map((heartRate, index) => readingAt(from + index, { heartRate, ...changes }))
}

/** Judges readings one by one; the assessment of each, and the state at the end. */
export function judgeEach(
  readings: readonly WorkerReading[],
  settings: WorkerSettings = settingsOf(),
  from: WorkerState | null = null,
): { state: WorkerState; assessments: WorkerAssessment[]; last: WorkerAssessment } {
  let state = from
  const assessments = readings.map((reading) => {
    const judged = judgeReading(state, reading, settings)
    state = judged.state
    return judged.assessment
  })
  const last = assessments.at(-1)
  if (state === null || last === undefined) throw new Error('no readings')
  return { state, assessments, last }
}

/** `count` times the same value. */
export function times<Value>(count: number, value: Value): Value[] {
  return Array.from({ length: count }, () => value)
}
