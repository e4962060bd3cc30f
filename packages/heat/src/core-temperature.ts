// Buller et al. 2013, Physiological Measurement 34: Kalman filter from one heart rate a minute.
const START_CELSIUS = 37.1
const PROCESS_DEVIATION = 0.022
const OBSERVATION_DEVIATION = 18.88
const B2 = -4.5714
const B1 = 384.4286
const B0 = -7887.1

/** Estimate so far: core temperature in °C and its variance. */
export type CoreTemperature = { celsius: number; variance: number }

/** The estimate before the first minute. Source: Buller 2013. */
export const CORE_TEMPERATURE_START: CoreTemperature = { celsius: START_CELSIUS, variance: 0 }

/**
 * The estimate one minute later, given that minute's heart rate in bpm; `null` for a minute without one, over which
 * the temperature stays and its variance grows. Never throws. Source: Buller 2013.
 */
export function nextCoreTemperature(before: CoreTemperature, heartRate: number | null): CoreTemperature {
  const { celsius } = before
  const variance = before.variance + PROCESS_DEVIATION ** 2
  if (heartRate === null) return { celsius, variance }
  const slope = 2 * B2 * celsius + B1
  const gain = (variance * slope) / (slope ** 2 * variance + OBSERVATION_DEVIATION ** 2)
  const expectedHeartRate = B2 * celsius ** 2 + B1 * celsius + B0
  return { celsius: celsius + gain * (heartRate - expectedHeartRate), variance: (1 - gain * slope) * variance }
}

/**
 * Estimated core temperature in °C for each minute, from one valid heart rate (bpm) or `null` a minute, index-aligned.
 * An estimate for the detail chart and to be marked as one; no alert rests on it. Source: Buller 2013.
 */
export function estimateCoreTemperatures(heartRates: readonly (number | null)[]): number[] {
  let estimate = CORE_TEMPERATURE_START
  return heartRates.map((heartRate) => {
    estimate = nextCoreTemperature(estimate, heartRate)
    return estimate.celsius
  })
}
