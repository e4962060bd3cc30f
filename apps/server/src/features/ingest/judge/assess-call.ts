import { pressCall } from '@mimamori/heat'
import type { Batch } from './batch.ts'
import type { AttachedReading } from '../reading.ts'

/**
 * Whether a reading is a press of the call button of which people have not been notified yet: for one that was moved to its right
 * time they were notified when it came, unless it looked too old then.
 */
export const isNewCall = ({ call, movedFrom, receivedAt }: AttachedReading): boolean =>
  call && (movedFrom === null || !pressCall(null, { at: movedFrom, receivedAt, held: false }).accepted)

/** A press of the button of a device that nobody wears: somebody of the site calls, and all that is known is which device and where. */
export const assessCall = (batch: Batch, reading: AttachedReading): void => {
  const { at, receivedAt, companyId, officeId, deviceId, gatewayId, device } = reading
  const held = batch.isHeld(reading, batch.states.closings.get(deviceId))
  if (!isNewCall(reading) || !pressCall(null, { at, receivedAt, held }).accepted) return
  // Where one is open already the press opens no second one, and is recorded in that one.
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
