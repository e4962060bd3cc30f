import { judgeBattery } from '@mimamori/heat'
import type { Batch } from './batch.ts'
import type { AttachedReading } from '../reading.ts'

/** A battery as it was last told, and when: epoch ms, level 0–5. */
type Told = { readonly at: number; readonly level: number | null }

const lastTold = ({ states, batteries }: Batch, { kind, wear, deviceId }: AttachedReading): Told => {
  const told = batteries.get(deviceId)
  if (told !== undefined) return told
  const worker = kind === 'vital' && wear !== null ? states.workers.get(wear.userId) : undefined
  const device = states.devices.get(deviceId)
  const lastAt = worker?.lastAt ?? device?.lastAt ?? Number.NEGATIVE_INFINITY
  if (worker === undefined) return { at: lastAt, level: device?.battery ?? null }
  return { at: lastAt, level: worker.deviceId === deviceId ? worker.battery : null }
}

/**
 * Turns a device's battery level into an episode of whoever wears it, which opens when it is low and ends when it is well.
 * Readings come in time order. The row on record says whether one stands: a level in between tells nothing of its own.
 */
export const watchBattery = (batch: Batch, reading: AttachedReading): void => {
  const { at, battery, deviceId, companyId, officeId, wear, gatewayId } = reading
  if (battery === null) return
  const before = lastTold(batch, reading)
  if (at <= before.at) return
  batch.batteries.set(deviceId, { at, level: battery })
  const verdict = judgeBattery(battery)
  const mayStand = before.level !== null && judgeBattery(before.level) !== 'well'
  if (verdict === 'kept' && !mayStand) return
  batch.episodes.watch(
    { kind: 'battery', companyId, officeId, userId: wear?.userId ?? null, deviceId },
    { open: mayStand, level: null },
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
