import type { MovedCall } from '../../alerts/episodes/retime-calls.ts'
import { type AttachedReading, isCalling } from '../reading.ts'

/** The presses and alarms of which people were notified at another time than they have by now. */
export const movedCalls = (readings: readonly AttachedReading[]): MovedCall[] =>
  readings.flatMap((reading) => {
    const { movedFrom, deviceId, wear, at } = reading
    return isCalling(reading) && movedFrom !== null ? [{ userId: wear?.userId ?? null, deviceId, from: movedFrom, to: at }] : []
  })
