import { isBatteryLow } from '@mimamori/heat'
import type { Batch } from './batch.ts'
import type { AttachedReading } from './reading.ts'

/** Turns a device's battery level into an episode that opens and ends. */
export const watchBattery = ({ states, episodes }: Batch, reading: AttachedReading): void => {
  if (reading.battery === null) return
  const worker = reading.kind === 'vital' && reading.wear !== null ? states.workers.get(reading.wear.userId) : undefined
  const device = states.devices.get(reading.deviceId)
  const lastAt = worker?.lastAt ?? device?.lastAt ?? null
  if (lastAt !== null && reading.at <= lastAt) return
  const before = worker === undefined ? (device?.battery ?? null) : worker.deviceId === reading.deviceId ? worker.battery : null
  episodes.watch(
    {
      kind: 'battery',
      companyId: reading.companyId,
      officeId: reading.officeId,
      userId: reading.wear?.userId ?? null,
      deviceId: reading.deviceId,
    },
    { open: isBatteryLow(before), level: null },
    isBatteryLow(reading.battery),
    {
      at: reading.at,
      level: null,
      heartRate: null,
      excess: null,
      wbgt: null,
      heatDeviceId: null,
      gatewayId: reading.gatewayId,
      reason: { kind: 'battery', limit: reading.battery, minutes: 0 },
    },
  )
}
