import { z } from 'zod'
import { Instant } from './wire.ts'

/**
 * A safety belt as it was last heard. `bateryLevel` and `slaveBateryLevel` are the customer's spelling. The person, the
 * group and their names are null where nobody wears it.
 */
export const BeltRow = z.object({
  deviceId: z.number().int(),
  serialNumber: z.string(),
  userId: z.number().int().nullable(),
  fullName: z.string().nullable(),
  officeId: z.number().int(),
  baseName: z.string(),
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
  /** The hook: '0' unhooked, '1' hooked. */
  situation: z.enum(['0', '1']).nullable(),
  bateryLevel: z.number().int().nullable(),
  slaveBateryLevel: z.number().int().nullable(),
  /** Service-unit admin only; null for everyone else. */
  waveLevel: z.number().int().nullable(),
  /** The place of the gateway that heard it. */
  locationName: z.string().nullable(),
  /** The pressure at its reference barometer, hPa. */
  referenceAirPressure: z.number().nullable(),
  /** Above its reference barometer, m; null where the height is unknown (高度不明). */
  altitude: z.number().nullable(),
  /** When the reading shown was taken. */
  alertTime: Instant.nullable(),
})
export type BeltRow = z.infer<typeof BeltRow>
