import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins, leaders } from './role.ts'
import { Instant, listOf, listQuery, severalOf, unlessEmpty, WireDay, wireInteger, wordOf } from './wire.ts'

/** Who sends people to rest and back: administrators within their scope, leaders within their group. */
const handlers = [...admins, ...leaders] as const

export const restSources = ['leader', 'place'] as const
export type RestSource = (typeof restSources)[number]

/** From here on somebody who was sent to rest and is still heard elsewhere than at a resting place is listed first. Customer's figure. */
export const minutesUntilNotResting = 10

/** A person's rest, from when to when; `to` null while it lasts. */
export const Rest = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  fullName: z.string(),
  groupId: z.number().int().nullable(),
  from: Instant,
  to: Instant.nullable(),
  source: z.enum(restSources),
  /**
   * Minutes of rest that each hour calls for: by the excess of the person's work before it, while it lasts by that of now where it is
   * higher. 60 is to stop. Null where the excess is not known.
   */
  due: z.number().int().nullable(),
  /** Whole minutes so far, without those in which a resting place did not hear them. Null where nobody knows when it ended. */
  taken: z.number().int().nullable(),
  /** When a leader last sent the person to rest; null where the place alone says it. */
  sentAt: Instant.nullable(),
  /** When they were first heard at a resting place; null where they were not. */
  arrivedAt: Instant.nullable(),
  /** The resting place. */
  placeName: z.string().nullable(),
  /** Sent ten minutes ago or longer, and still heard elsewhere than at the site's resting places. */
  notResting: z.boolean(),
  /** The person's phone, while they do not rest. */
  phoneNumber: z.string().nullable(),
})
export type Rest = z.infer<typeof Rest>

/** The rest that the plan of a working day asked of a group, as it was before the work began. */
export const PlannedRest = z.object({
  /** Null are people without a group. */
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
  /** Minutes of rest for a person in each hour of the day, the mean of the group, in order; null outside work, and where the heat was not known. */
  hours: z.array(z.object({ hour: z.number().int(), at: Instant, plannedMinutes: z.number().int().nullable() })),
})
export type PlannedRest = z.infer<typeof PlannedRest>

/** Of whom it could not be done, and why in words. */
export const RestConflict = z.object({ userId: z.number().int(), fullName: z.string(), message: z.string() })
export type RestConflict = z.infer<typeof RestConflict>

export const RestDraft = z.object({
  userIds: severalOf(wireInteger(1), 1),
  state: wordOf(['begin', 'end']),
  /** When it was done, where that was before it is sent: at most 24 hours ago. */
  at: unlessEmpty(Instant),
})
export type RestDraft = z.infer<typeof RestDraft>

export const rest = {
  day: endpoint({
    method: 'GET',
    path: '/api/Rest',
    permission: handlers,
    summary: 'きょう（または指定した日）の休憩。続いているものも含む。',
    query: z.object({ ...listQuery, officeId: wireInteger(1).optional(), groupId: wireInteger(1).optional(), date: unlessEmpty(WireDay) }),
    answer: listOf(Rest).extend({
      officeId: z.number().int(),
      officeName: z.string(),
      date: z.string(),
      /** Of the reader's groups; empty where the day has no plan. */
      planned: z.array(PlannedRest),
    }),
  }),
  set: endpoint({
    method: 'POST',
    path: '/api/Rest',
    permission: handlers,
    summary:
      '休憩を始める（休憩中で休憩所にいない人には、もう一度伝えたことになる）、または終える。できない人は conflicts に返し、だれにもできなければ409。',
    body: RestDraft,
    answer: z.object({ data: z.array(Rest), conflicts: z.array(RestConflict) }),
    once: true,
  }),
}
