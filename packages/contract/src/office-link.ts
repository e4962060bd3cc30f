import { z } from 'zod'
import { requiredText } from './field.ts'
import { Day, Instant, wireInteger } from './wire.ts'

/** A link as its list shows it: never with its secret, which is shown once, when the link is made. */
export const OfficeLinkRow = z.object({
  id: z.string(),
  name: z.string(),
  createdBy: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  revokedBy: z.string().nullable(),
  revokedAt: Instant.nullable(),
  /** The last day in Japan on which it works; null where it has no end. */
  endsOn: Day.nullable(),
})
export type OfficeLinkRow = z.infer<typeof OfficeLinkRow>

/** A new link: its name, and the last day on which it works. */
export const OfficeLinkDraft = z.object({ name: requiredText(100), endsOn: Day.nullable().default(null) })
export type OfficeLinkDraft = z.infer<typeof OfficeLinkDraft>

/**
 * A link that was made just now, with its secret, this once. Of kinds `poster` and `morningCheck` the secret is the whole text that the
 * address of the page has after its # and the calls have in their header.
 */
export const MadeOfficeLink = z.object({ id: z.string(), secret: z.string(), name: z.string() })
export type MadeOfficeLink = z.infer<typeof MadeOfficeLink>

/** The path of one link below those of its site. */
export const OfficeLinkPath = z.object({ id: wireInteger(1), linkId: z.string().min(1).max(100) })
