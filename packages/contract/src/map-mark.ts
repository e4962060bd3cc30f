import { z } from 'zod'

/** Somebody at a level of 1 or more, or in an emergency, on a small picture of a map. */
export const MapMark = z.object({
  userId: z.number().int(),
  /** Percent of the drawing from its top left; on a map without one, of the customer's window on the world (spec §9), also beyond it. */
  x: z.number(),
  y: z.number(),
  alertLevel: z.number().int().min(0).max(3).nullable(),
  emergency: z.enum(['0', '1']),
  /** A report (申告) by or about them is open: they need somebody, whatever their level. */
  isReported: z.boolean(),
  isSilent: z.boolean(),
  /** The serial of their last gateway. */
  gwExtensionId: z.string().nullable(),
})
export type MapMark = z.infer<typeof MapMark>
