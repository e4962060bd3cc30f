import { z } from 'zod'

/** Of so many records that a file deletes: how many are worn, or wear a device, and how many devices are linked with another. */
export const Removal = z.object({ deleted: z.number().int(), worn: z.number().int(), linked: z.number().int() })
export type Removal = z.infer<typeof Removal>

/**
 * The result of an import, counted in rows. Of the updated rows, `unchanged` held what was stored already. `warnings`, by
 * row number, stopped nothing, but somebody should look at them. In `widened` rows half-width kana became full-width. With
 * `unconfirmed`, nothing was imported: the form said `removalConfirmed=0`, and the file deletes what is worn or linked. The
 * console sends it again once somebody agrees.
 */
export const ImportCounts = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  deleted: z.number().int(),
  unchanged: z.number().int().default(0),
  warnings: z.record(z.string(), z.array(z.string())).optional(),
  widened: z.number().int().optional(),
  unconfirmed: Removal.optional(),
})
export const ImportAnswer = z.union([ImportCounts, z.object({ jobId: z.string() })])

/**
 * The field beside a file of workers that says how login IDs are made which it leaves out: of site code and worker code,
 * or of site code and a running number. Both begin with the site's code, since a login ID is one of all companies.
 */
export const WorkerImportFields = z.object({ loginIds: z.enum(['workerCode', 'number']) })
export const loginIdWays = WorkerImportFields.shape.loginIds.options
export type LoginIdWay = (typeof loginIdWays)[number]
