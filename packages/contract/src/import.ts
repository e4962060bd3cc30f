import { z } from 'zod'

/**
 * What a file came to, by rows. Of the updated, `unchanged` said what was so already, and changed nothing. `warnings`, by
 * row number, stopped nothing, but should be looked at.
 */
export const ImportCounts = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  deleted: z.number().int(),
  unchanged: z.number().int().default(0),
  warnings: z.record(z.string(), z.array(z.string())).optional(),
})
export const ImportAnswer = z.union([ImportCounts, z.object({ jobId: z.string() })])
