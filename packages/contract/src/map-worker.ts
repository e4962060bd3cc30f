import { z } from 'zod'
import { deviceAlarmKinds } from './alert.ts'
import { WireLevel } from './health-condition.ts'
import { Instant } from './wire.ts'
import { vital } from './read-scope.ts'

/**
 * A worker on a map. Silent or without a heart rate as `status` says ('0', '1', '' normal); `time` is the reading's.
 * Their place: their last gateway (`gwExtensionId`, its serial), or their own last position.
 */
export const MapWorker = z.object({
  userId: z.number().int(),
  workerName: z.string(),
  age: vital(z.number().int().nullable()),
  heartRate: vital(z.number().int().nullable()),
  excess: z.number().nullable(),
  alertLevel: WireLevel,
  emergency: z.enum(['0', '1']),
  /** The oldest open alarm of their device, which is an emergency without a level. */
  alarm: z.enum(deviceAlarmKinds).nullable(),
  /** Since when a report (申告) of their own is open, which gives no level; null without one. */
  reportedAt: Instant.nullable(),
  status: z.enum(['0', '1', '']),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** When the position was taken; null without one. */
  positionAt: Instant.nullable(),
  /** Within how many metres the position holds; null where the device does not say. */
  accuracy: z.number().nullable(),
  gwExtensionId: z.string().nullable(),
  time: Instant.nullable(),
  officeId: z.number().int(),
  baseName: z.string(),
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
})
export type MapWorker = z.infer<typeof MapWorker>

/** A worker as the live stream sends them: with the maps of the site they are on now. */
export const PlacedWorker = MapWorker.extend({
  mapIds: z.array(z.number().int()),
  /** The place of their last gateway in words; null where they have none. */
  placeName: z.string().nullable(),
})
export type PlacedWorker = z.infer<typeof PlacedWorker>

/** Somebody of the site who is not on the map that is shown, with the maps they are on. */
export const AbsentWorker = PlacedWorker.pick({
  userId: true,
  workerName: true,
  alertLevel: true,
  emergency: true,
  alarm: true,
  reportedAt: true,
  status: true,
  groupId: true,
  time: true,
  mapIds: true,
  placeName: true,
})
export type AbsentWorker = z.infer<typeof AbsentWorker>
