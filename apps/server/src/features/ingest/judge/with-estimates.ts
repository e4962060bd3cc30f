import { estimatedWbgt } from '@mimamori/heat'
import type { AttachedReading } from '../reading.ts'

const withEstimate = (reading: AttachedReading): AttachedReading => {
  const wbgt = estimatedWbgt(reading)
  return wbgt === null ? reading : { ...reading, wbgt, isEstimated: true }
}

/** The readings, those of watchers without WBGT with the one that is estimated of what they measured instead. */
export const withEstimates = (readings: readonly AttachedReading[]): AttachedReading[] =>
  readings.map((reading) => (reading.kind === 'heat' && reading.wbgt === null ? withEstimate(reading) : reading))
