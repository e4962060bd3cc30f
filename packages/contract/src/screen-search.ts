import { z } from 'zod'
import { alertKinds, handlings } from './alert.ts'
import { apiTokenStates } from './api-token.ts'
import { channelTypes } from './channel-fields.ts'
import { readDay } from './day.ts'
import { channelStates, deliveryStates } from './notification-channel.ts'
import { Day, wireFlag, wireInteger } from './wire.ts'

/** A day or a time as other systems link to it. What begins like a date must be one of the calendar. */
export const WrittenTime = z.coerce.string().refine((text) => {
  const date = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}/.exec(text)?.[0]
  return date === undefined || Day.safeParse(readDay(date)).success
})

export const conditionFilters = z.object({
  officeId: wireInteger(1),
  groupId: wireInteger(1),
  /** Off means: show those without data too. */
  healthData: wireFlag,
  rows: z.enum(['100', '500', '1000']),
})

export const beltFilters = z.object({ officeId: wireInteger(1), groupId: wireInteger(1), situation: z.enum(['0', '1']) })

export const oneDuty = z.object({ officeId: wireInteger(1), groupId: wireInteger(1) })

/** `week`: a day of the week that is shown; `edit`: it is being planned. */
export const rotaWeek = z.object({ officeId: wireInteger(1), week: Day, edit: z.enum(['1']) })

export const siteDays = z.object({ officeId: wireInteger(1), from: Day, to: Day })

/** `id`: the channel that is shown beside the list. */
export const channelFilters = z.object({
  companyId: wireInteger(1),
  officeId: wireInteger(1),
  type: z.enum(channelTypes),
  state: z.enum(channelStates),
  id: z.coerce.string(),
})

/** `officeId` comes along from the other screens of 接続. */
export const apiTokenFilters = z.object({ companyId: wireInteger(1), officeId: wireInteger(1), state: z.enum(apiTokenStates) })

export const deliveryFilters = z.object({ state: z.enum(deliveryStates), from: Day, to: Day })

/** Whose condition, which day (0 today to 2, or a date), from which hour; or the alert that leads there. */
export const conditionOf = z.object({
  UserId: wireInteger(1),
  OfficeName: z.string(),
  GroupName: z.string(),
  day: WrittenTime,
  hour: wireInteger(0, 23),
  timeAlert: WrittenTime,
  dayAlert: WrittenTime,
})

export const alertFilters = z.object({
  companyId: wireInteger(1),
  officeId: wireInteger(1),
  groupId: wireInteger(1),
  kind: z.enum(alertKinds),
  handling: z.enum(handlings),
  /** Off: what people have to see to, or what lasts. On: the past too, over a period. */
  allTime: wireFlag,
  /** The last so many days; 'chosen' those from `from` to `to`. */
  period: z.enum(['7', '30', '90', '365', 'all', 'chosen']),
  from: Day,
  to: Day,
  /** Drills (訓練) instead of real alerts. */
  drill: wireFlag,
})

export const deviceChoice = z.object({
  companyId: wireInteger(1),
  officeId: wireInteger(1),
  smartSafetyBeltId: z.coerce.string(),
  referenceBarometerId: z.coerce.string(),
})
