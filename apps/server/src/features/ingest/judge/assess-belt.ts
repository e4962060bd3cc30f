import { altitudeCm, judgeBelt } from '@mimamori/heat'
import type { Batch } from './batch.ts'
import { newestAt } from './in-time.ts'
import type { AttachedReading } from '../reading.ts'

/** A belt's height at a reading, in centimetres above its reference barometer; null where it is unknown, as after the barometer was moved. */
const heightOf = (batch: Batch, { linkedDeviceId, pressure, altitudeOffsetCm }: AttachedReading, at: number): number | null => {
  const reference = linkedDeviceId === null ? undefined : batch.source(linkedDeviceId)
  const known = reference === undefined ? undefined : newestAt(reference.recent, at)
  if (pressure === null || known === undefined) return null
  if (reference !== undefined && reference.movedAt !== null && reference.movedAt <= at) return null
  return altitudeCm({ at, pressurePa: pressure }, { at: known[0], pressurePa: known[1], temperatureCelsius: known[2] }, altitudeOffsetCm)
}

/** Judges one reading of a safety belt: its height, and whether the hook is off where it must not be. */
export const assessBelt = (batch: Batch, reading: AttachedReading): void => {
  const { at } = reading
  const height = heightOf(batch, reading, at)
  batch.keep(reading, { altitudeCm: height })
  if (reading.wear === null) return
  const { userId, beltSettings } = reading.wear
  const { state, assessment } = judgeBelt(
    batch.judgeOf(reading.deviceId).belt ?? null,
    { at, hook: reading.hook, altitudeCm: height, intervalMinutes: reading.intervalMinutes, wearer: userId },
    beltSettings,
  )
  batch.keepJudge(reading.deviceId, { belt: state })
  const { fresh, judged, wasOpen, open, stale } = assessment
  if (!fresh || !judged) return
  batch.episodes.watch(
    { kind: 'belt', companyId: reading.companyId, officeId: reading.officeId, userId, deviceId: reading.deviceId },
    // An alert of a former wearer may be open: it ends, or continues as the one that opens.
    { open: wasOpen ?? !open, level: 3 },
    open,
    {
      at,
      level: 3,
      heartRate: null,
      excess: null,
      wbgt: null,
      heatDeviceId: null,
      gatewayId: reading.gatewayId,
      reason: { kind: 'belt', limit: beltSettings.settingAltitudeCm, minutes: beltSettings.onWaitingMinutes },
      shows: stale ? null : true,
    },
  )
}
