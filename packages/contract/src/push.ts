import { z } from 'zod'
import { Instant } from './wire.ts'

/**
 * What a notice to a browser carries. Anyone who sees a locked phone reads the title and the body: the title says urgency,
 * place, group and time, the body the name, and neither says vital signs.
 */
export const PushNotice = z.object({
  title: z.string(),
  body: z.string(),
  /** Where a tap leads: a path of the console. */
  url: z.string().regex(/^\/(?!\/)/),
  /** A notice takes the place of an earlier one with the same tag. */
  tag: z.string(),
  level: z.number().int().min(0).max(3).nullable(),
  emergency: z.boolean(),
  /** 訓練. */
  drill: z.boolean(),
  /** When it happened. */
  at: Instant,
})
export type PushNotice = z.infer<typeof PushNotice>
