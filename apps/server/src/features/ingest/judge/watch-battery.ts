import { judgeBattery } from '@mimamori/heat'
import type { Batch } from './batch.ts'
import type { AttachedReading } from '../reading.ts'

/** The last known level of a battery (0–5), and when it was sent, epoch ms. */
type BatteryLevel = { readonly at: number; readonly level: number | null }

const lastLevel = ({ states, batteries }: Batch, { kind, wear, deviceId }: AttachedReading): BatteryLevel => {
  const known = batteries.get(deviceId)
  if (known !== undefined) return known
  const worker = kind === 'vital' && wear !== null ? states.workers.get(wear.userId) : undefined
  const device = states.devices.get(deviceId)
  const lastAt = worker?.lastAt ?? device?.lastAt ?? Number.NEGATIVE_INFINITY
  if (worker === undefined) return { at: lastAt, level: device?.battery ?? null }
  return { at: lastAt, level: worker.deviceId === deviceId ? worker.battery : null }
}

/**
 * Turns a device's battery level into an episode of its wearer, which opens when it is low and ends when it is well. Readings
 * come in time order. The row on record shows whether one is open: a level in between opens and ends nothing.
 */
export const watchBattery = (batch: Batch, reading: AttachedReading): void => {
  const { at, battery, deviceId, companyId, officeId, wear, gatewayId } = reading
  if (battery === null) return
  const before = lastLevel(batch, reading)
  if (at <= before.at) return
  batch.batteries.set(deviceId, { at, level: battery })
  const verdict = judgeBattery(battery)
  const mayBeOpen = before.level !== null && judgeBattery(before.level) !== 'well'
  if (verdict === 'kept' && !mayBeOpen) return
  batch.episodes.watch(
    { kind: 'battery', companyId, officeId, userId: wear?.userId ?? null, deviceId },
    { open: mayBeOpen, level: null },
    verdict !== 'well',
    {
      at,
      level: null,
      heartRate: null,
      excess: null,
      wbgt: null,
      heatDeviceId: null,
      gatewayId,
      reason: { kind: 'battery', limit: battery, minutes: 0 },
      shows: verdict === 'low' ? true : null,
    },
  )
}
