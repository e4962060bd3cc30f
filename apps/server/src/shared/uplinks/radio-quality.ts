import type { Reception } from './network-message.ts'

// The least signal to noise (dB) at which a LoRa receiver still reads: SX1276/77/78/79 datasheet of Semtech, table 13, "Range of
// spreading factors". 5 and 6 are those of the SX1261/2.
const leastSnr: Readonly<Record<number, number>> = { 5: -2.5, 6: -5, 7: -7.5, 8: -10, 9: -12.5, 10: -15, 11: -17.5, 12: -20 }

// Margin above that, and strength where there is no margin (decisions/0146-connections.md).
const marginSteps = [10, 5, 2.5, 0] as const
const strengthSteps = [-90, -100, -110, -120] as const

const gradeOf = (value: number, steps: readonly number[]): number => {
  const step = steps.findIndex((least) => value >= least)
  return step < 0 ? 0 : steps.length - step
}

/** Our 0 (barely) to 4 (good) of how the best gateway received a message; null where nothing is said of it. */
export const radioQuality = ({ rssi, snr, spreadingFactor }: Reception): number | null => {
  const least = spreadingFactor === null ? undefined : leastSnr[spreadingFactor]
  if (snr !== null && least !== undefined) return gradeOf(snr - least, marginSteps)
  return rssi === null ? null : gradeOf(rssi, strengthSteps)
}
