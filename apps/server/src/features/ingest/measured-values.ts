import { validHeartRate } from '@mimamori/heat'
import type { ReadingKind } from '@mimamori/contract'
import type { DecodedReading } from './reading.ts'

/** What a device measures itself, apart from its place and its radio, which differ with who passes the reading on. */
type MeasuredValues = Pick<DecodedReading, 'alarm' | 'heartRate' | 'hook' | 'pressure' | 'wbgt' | 'temperature' | 'humidity' | 'globe'>

const measuredBy: Record<ReadingKind, readonly Exclude<keyof MeasuredValues, 'heartRate' | 'alarm'>[]> = {
  vital: [],
  belt: ['hook', 'pressure'],
  heat: ['wbgt', 'temperature', 'humidity', 'globe'],
  barometer: ['pressure', 'temperature'],
  gateway: [],
}

/**
 * What a reading of this kind measured, as a text that is the same for the reading as it came and as it was stored: a heart rate as a
 * whole number, or none where it is not plausible; the others as single precision numbers. With an alarm it is a reading of its own.
 */
export const measuredText = (kind: ReadingKind, values: MeasuredValues): string => {
  const measured = valuesText(kind, values)
  return values.alarm === null ? measured : `${measured}/${values.alarm}`
}

const valuesText = (kind: ReadingKind, values: MeasuredValues): string => {
  if (kind === 'vital') {
    const bpm = validHeartRate(values.heartRate)
    return bpm === null ? '' : String(Math.round(bpm))
  }
  return measuredBy[kind].map((field) => (values[field] === null ? '' : Math.fround(values[field]))).join('/')
}
