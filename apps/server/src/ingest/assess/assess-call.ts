import { pressCall } from '@mimamori/heat'
import type { MovedCall } from '../../monitoring/episodes/retime-calls.ts'
import type { Batch } from './batch.ts'
import type { AttachedReading } from '../reading.ts'

/**
 * Whether a reading is a press of the call button that people are yet to be told of: one that was moved to its right time
 * was told of when it came, unless it looked too old then.
 */
export const isNewCall = ({ call, movedFrom, receivedAt }: AttachedReading): boolean =>
  call && (movedFrom === null || !pressCall(null, { at: movedFrom, receivedAt, held: false }).accepted)

/** A press of the button of a device that nobody wears: somebody of the site calls, and all that is known is which device and where. */
export const assessCall = (batch: Batch, reading: AttachedReading): void => {
  const { at, receivedAt, companyId, officeId, deviceId, gatewayId, device } = reading
  if (!isNewCall(reading) || !pressCall(null, { at, receivedAt, held: batch.isHeld(reading) }).accepted) return
  // Where one is open already the press opens no second one, and is told in that one.
  batch.episodes.watch({ kind: 'emergency', companyId, officeId, userId: null, deviceId }, { open: false, level: null }, true, {
    at,
    level: 3,
    heartRate: null,
    excess: null,
    wbgt: null,
    heatDeviceId: null,
    gatewayId,
    reason: { kind: 'call', limit: 0, minutes: 0, receivedAt, device },
  })
}

/** The presses that were told of at another time than they stand at by now. */
export const movedCalls = (readings: readonly AttachedReading[]): MovedCall[] =>
  readings.flatMap(({ call, movedFrom, deviceId, wear, at }) =>
    call && movedFrom !== null ? [{ userId: wear?.userId ?? null, deviceId, from: movedFrom, to: at }] : [],
  )
