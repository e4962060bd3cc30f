import type { MovedCall } from '../../alerts/episodes/retime-calls.ts'
import type { AttachedReading } from '../reading.ts'

/** The presses of which people were notified at another time than they have by now. */
export const movedCalls = (readings: readonly AttachedReading[]): MovedCall[] =>
  readings.flatMap(({ call, movedFrom, deviceId, wear, at }) =>
    call && movedFrom !== null ? [{ userId: wear?.userId ?? null, deviceId, from: movedFrom, to: at }] : [],
  )
