import type { AssessedReading } from '../reading.ts'

/** The reading that was taken last; null for none. */
export const newest = (readings: readonly AssessedReading[]) =>
  readings.reduce<AssessedReading | null>((best, item) => (best === null || item.reading.at > best.reading.at ? item : best), null)

/** When the last of the readings came, by our clock; null for none. */
export const newestReceipt = (readings: readonly AssessedReading[]): number | null =>
  readings.reduce<number | null>((latest, { reading }) => Math.max(latest ?? reading.receivedAt, reading.receivedAt), null)

/** Whether a reading has a position: one of the two coordinates alone is none. */
export const isLocated = ({ reading: { latitude, longitude } }: AssessedReading) => latitude !== null && longitude !== null
