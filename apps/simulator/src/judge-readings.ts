import type { Reading } from '@mimamori/contract'
import {
  DEFAULT_EMERGENCY_SETTINGS,
  DEFAULT_HEART_DURATIONS,
  heartLimits,
  judgeReading,
  referenceWbgt,
  type WorkerAssessment,
  type WorkerState,
} from '@mimamori/heat'
import type { ScenarioPerson } from './scenario.ts'

/** What the product's judge says of each reading of a person, at a fixed WBGT (°C) for the tests to choose. */
export const judgeVitals = (person: ScenarioPerson, readings: readonly Reading[], wbgt: number) => {
  const settings = {
    ...DEFAULT_HEART_DURATIONS,
    ...DEFAULT_EMERGENCY_SETTINGS,
    limits: heartLimits(person.age),
    referenceWbgt: referenceWbgt(2, person.acclimatised),
    clothingAdjustment: 0,
  }
  let state: WorkerState | null = null
  const judged: { atMs: number; heartRate: number | null; assessment: WorkerAssessment }[] = []
  for (const reading of readings) {
    if (reading.kind !== 'vital' || reading.device !== person.vitalSerial) continue
    const at = Date.parse(reading.at)
    const heartRate = reading.heartRate ?? null
    const step: { state: WorkerState; assessment: WorkerAssessment } = judgeReading(
      state,
      {
        at,
        receivedAt: at,
        heartRate,
        wbgt,
        call: reading.call === true || reading.call === 1,
        intervalMinutes: 1,
        deviceId: 1,
        wbgtRank: 0,
      },
      settings,
    )
    state = step.state
    judged.push({ atMs: at, heartRate, assessment: step.assessment })
  }
  return judged
}
