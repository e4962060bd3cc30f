import { z } from 'zod'
import { clothings } from './heat-profile.ts'
import { Day, WireClock, wireInteger } from './wire.ts'

/** What of a group's heat profile the plan tries; its form takes the same from its address, as a proposal. */
export const proposedHeat = z.object({
  metabolicClass: wireInteger(0, 4),
  acclimatised: z.enum(['0', '1']),
  clothing: z.enum(clothings),
})

/** The site and the day of a plan, and what is tried for one group without saving it: `breaks` as 12:00-13:00,15:00-15:30. */
export const planSearch = proposedHeat.extend({
  OfficeId: wireInteger(1),
  Date: Day,
  groupId: wireInteger(1),
  from: WireClock,
  to: WireClock,
  breaks: z.string(),
})
