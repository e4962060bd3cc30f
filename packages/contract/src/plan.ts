import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { clothings, HeatLayerAnswer } from './heat-profile.ts'
import { keysOf } from './typed-lists.ts'
import { admins, leaders } from './role.ts'
import { Instant, severalOf, unlessEmpty, WireClock, WireDay, wireFlag, wireInteger } from './wire.ts'
import { vital } from './read-scope.ts'

/** Administrators within their scope, leaders and sub-leaders for their group. */
const readers = [...admins, ...leaders] as const

/** What the hours of a plan are: the public forecast, an earlier day that was measured, or nothing. */
export const planBases = ['forecast', 'measured', 'none'] as const
export type PlanBasis = (typeof planBases)[number]

/** Why there is no forecast. */
export const planGaps = ['noStation', 'offSeason', 'notYet', 'unreached'] as const
export type PlanGap = (typeof planGaps)[number]

/** Where a site's value comes from: the difference of this hour, that of the hours beside it, no difference, or a measured day. */
export const planSources = ['difference', 'neighbours', 'none', 'measured'] as const

/** Why somebody's limit, or their time in heat, is not that of their group. Health data. */
export const planReasonNames = {
  attention: '要注意',
  new: '新人',
  returning: '休み明け',
  notAcclimatised: '暑さに慣れていない',
  override: '医師・管理者の判断',
  own: '本人の設定',
} as const
export type PlanReason = keyof typeof planReasonNames

const hour = z.number().int().min(0).max(23)
const wbgt = z.number()

/** An hour of the working day. Hours come in order, over midnight too; the value is that of its beginning. */
const PlanHour = z.object({
  /** The hour of day in Japan. */
  hour,
  at: Instant,
  /** The public forecast, °C; null where there is none. */
  forecast: wbgt.nullable(),
  /** True where the forecast is taken from the hours before and after it, since it is published for each third hour. */
  isInterpolated: z.boolean(),
  /** What is expected at the place, °C: the forecast with the place's difference, or what an earlier day measured. */
  site: wbgt.nullable(),
  source: z.enum(planSources),
})
export type PlanHour = z.infer<typeof PlanHour>

/** How far forecasts were off: measured minus what was shown at 17:00 the day before, °C. `days` counts those that had both. */
const error = {
  days: z.number().int(),
  mean: z.number().nullable(),
  /** The mean of the same without its sign: the band around the curve. */
  meanAbsolute: z.number().nullable(),
  /** The mean of measured minus the bare public forecast. */
  publicMean: z.number().nullable(),
  worst: z.object({ day: z.string(), hour, by: z.number() }).nullable(),
}

/** The errors at a place: of the last 7 days, of the last 30, and day by day. */
const PlanErrors = z.object({
  ...error,
  days30: z.object(error),
  byDay: z.array(z.object({ day: z.string(), mean: z.number().nullable(), publicMean: z.number().nullable() })),
})

/** A place with a watcher; of a site without one the public station. */
const PlanPlace = z.object({
  /** The named place where the watcher is. */
  placeId: z.number().int().nullable(),
  /** The number of the watcher; null for the public station. */
  watcherId: z.number().int().nullable(),
  placeName: z.string(),
  hours: z.array(
    PlanHour.extend({
      /** Measured minus forecast, °C, at most 4 either way; null where too few days are known. */
      difference: z.number().nullable(),
      /** The days with values that the difference is the median of. */
      days: z.number().int(),
    }),
  ),
  /** How far the forecasts for this place were off. */
  error: PlanErrors,
})
export type PlanPlace = z.infer<typeof PlanPlace>

/** What an hour asks of people under one limit. */
const PlanRestHour = z.object({
  hour,
  at: Instant,
  /** The WBGT at their place, °C. */
  wbgt: wbgt.nullable(),
  /** Over the limit, °C; null where the WBGT is not known. */
  excess: z.number().nullable(),
  /** Minutes of rest in an hour of work by the guideline's table; 60 is to stop, 0 is at the limit or below. Null outside work or unknown. */
  restMinutes: z.number().int().nullable(),
  /** Minutes of the hour in which they work: without breaks, and not before the site opens or after it closes. */
  workMinutes: z.number().int().min(0).max(60),
})
export type PlanRestHour = z.infer<typeof PlanRestHour>

/** People under one limit. */
const planLimit = {
  people: z.number().int(),
  acclimatised: z.boolean(),
  /** The reference value, °C, before the clothing is taken off. */
  reference: wbgt,
  /** The WBGT from which heat counts as exceeded: the reference less the clothing adjustment, °C. */
  limit: wbgt,
  hours: z.array(PlanRestHour),
  /** The hours with a rest to take: above the limit, in which they work. */
  hoursAbove: z.number().int(),
}
const PlanLimit = z.object(planLimit)
export type PlanLimit = z.infer<typeof PlanLimit>

const PlanGroup = z.object({
  /** Null are people without a group. */
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
  /** The place that its people's tags use; the site's hottest one where that is not known. */
  placeName: z.string().nullable(),
  watcherId: z.number().int().nullable(),
  metabolicClass: z.number().int().min(0).max(4),
  clothing: z.enum(clothings),
  clothingAdjustment: z.number(),
  /** All its people, and the limit of those of them who are acclimatised, where there are any. */
  ...planLimit,
  /** Those not acclimatised, where others of the group are; else null, and the group's own hours say it. */
  unacclimatised: PlanLimit.nullable(),
  /** When one hour on end or four hours in all at WBGT 28 °C or more will have passed; null where neither will. */
  dutyFrom: Instant.nullable(),
  dutyBy: z.enum(['onEnd', 'today']).nullable(),
  /** True where the hours are tried and nothing is saved. */
  isTrial: z.boolean(),
})
export type PlanGroup = z.infer<typeof PlanGroup>

/** Somebody whose limit or time is not their group's. Health data. */
const PlanPerson = z.object({
  userId: z.number().int(),
  fullName: z.string(),
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
  /** A reference value or a share of the day says the reason as well as the reason does. */
  reference: vital(wbgt),
  limit: vital(wbgt),
  reason: vital(z.enum(keysOf(planReasonNames))),
  /** Of somebody new in the heat or back from a break: the day of their plan and its share of the working day, percent; else null. */
  kind: vital(z.enum(['new', 'returning']).nullable()),
  day: vital(z.number().int().nullable()),
  /** The shares of all days of that plan, percent; empty without one. */
  shares: vital(z.array(z.number().int())),
  share: vital(z.number().int().nullable()),
  /** Minutes in heat on this day, and those already spent; null without such a plan. */
  allowedMinutes: vital(z.number().int().nullable()),
  spentMinutes: vital(z.number().int().nullable()),
})
export type PlanPerson = z.infer<typeof PlanPerson>

const Clock = z.string()

/** What is tried for one group. */
const PlanTrial = z.object({
  groupId: z.number().int(),
  /** Null is the site's setting. */
  ...HeatLayerAnswer,
  /** Hours of work, 07:30; over midnight where `to` is not later. */
  from: Clock,
  to: Clock,
  breaks: z.array(z.object({ from: Clock, to: Clock })),
})
export type PlanTrial = z.infer<typeof PlanTrial>

export const Plan = z.object({
  officeId: z.number().int(),
  officeName: z.string(),
  companyName: z.string(),
  /** The working day, by the date on which the site opens. */
  date: z.string(),
  /** The days that can be asked for: today, tomorrow, the day after. */
  dates: z.array(z.string()),
  workingHours: z.object({ opensAt: Clock, closesAt: Clock }),
  /** How many people the reader sees of the site. */
  peopleCount: z.number().int(),

  basis: z.enum(planBases),
  /** Why there is no forecast; null with one. */
  why: z.enum(planGaps).nullable(),
  /** The day that the hours were measured on, with basis `measured`. */
  measuredOf: z.string().nullable(),
  /** The public station, and when its forecast was issued. */
  station: z.string().nullable(),
  issuedAt: Instant.nullable(),

  /** The hours of the site's hottest place; to a leader, of the place of the own group. */
  hours: z.array(PlanHour),
  placeName: z.string().nullable(),
  /** The hottest hour of work; null without hours. */
  peak: z.object({ hour, at: Instant, wbgt }).nullable(),
  /** Hours of work at WBGT 28 °C or more there. */
  hoursFrom28: z.number().int(),
  places: z.array(PlanPlace),

  /** Of the place of the hours; each place has its own. */
  error: PlanErrors,
  /** What the ministry announced for this day and the station's area; level null where nothing was. No level of ours. */
  publicAlert: z.object({
    day: z.string(),
    level: z.enum(['alert', 'special']).nullable(),
    area: z.string().nullable(),
    announcedAt: Instant.nullable(),
    /** Whether the newest announcement that was due is known: without it, level null does not mean that nothing was announced. */
    isConfirmed: z.boolean(),
  }),

  groups: z.array(PlanGroup),
  people: z.array(PlanPerson),
  trial: PlanTrial.nullable(),
  /** The mails of this day's plan; empty where none are set. */
  mails: z.array(
    z.object({
      kind: z.enum(['evening', 'morning']),
      at: Instant,
      state: z.enum(['planned', 'sent', 'failed']),
      recipients: z.number().int(),
    }),
  ),
})
export type Plan = z.infer<typeof Plan>

/** When a day's work will pass one hour on end or four hours in all at WBGT 28 °C or more, by the forecast; null where it will not. */
const LongHeat = z.object({ date: z.string(), at: Instant.nullable(), by: z.enum(['onEnd', 'today']).nullable() })
export type LongHeat = z.infer<typeof LongHeat>

/** What is passed, in words (安衛則 第612条の2). */
export const longHeatSpans = { onEnd: '続けて1時間', today: '合わせて4時間' } as const

const aBreak = /^(\d{1,2}:\d{2})[-–~〜](\d{1,2}:\d{2})$/

const PlanBreak = z.string().transform((text, context) => {
  const [, from, to] = aBreak.exec(text.normalize('NFKC').replaceAll(' ', '')) ?? []
  const times = z.object({ from: WireClock, to: WireClock }).safeParse({ from, to })
  if (times.success && times.data.from !== times.data.to) return times.data
  context.issues.push({ code: 'custom', params: { rule: 'planBreak' }, input: text })
  return z.NEVER
})

const PlanQuery = z.object({
  officeId: wireInteger(1).optional(),
  date: unlessEmpty(WireDay),
  /** What is tried without saving, for one group. */
  groupId: unlessEmpty(wireInteger(1)),
  metabolicClass: unlessEmpty(wireInteger(0, 4)),
  acclimatised: unlessEmpty(wireFlag),
  clothing: unlessEmpty(z.enum(clothings)),
  from: unlessEmpty(WireClock),
  to: unlessEmpty(WireClock),
  /** Each as 12:00-13:00. */
  breaks: unlessEmpty(severalOf(PlanBreak)),
})
export type PlanQuery = z.infer<typeof PlanQuery>

export const plan = {
  read: endpoint({
    method: 'GET',
    path: '/api/Plan',
    permission: readers,
    readBy: 'plan',
    summary:
      '拠点のきょう・あす・あさっての計画。時刻ごとの暑さ、グループごとの休憩、暑さの中で働ける時間に限りがある人。groupId とともに送った作業の強さ・服装・作業時間・休憩は、保存せずに試す。',
    query: PlanQuery,
    answer: Plan,
  }),
  paper: endpoint({
    method: 'GET',
    path: '/api/Plan/Paper',
    permission: readers,
    summary: '朝礼で使うA4の紙（PDF）。暑さ、グループごとの休憩、限りのある人の名字と分数、手順。職長には自分のグループの分。',
    query: PlanQuery.pick({ officeId: true, date: true }),
    answer: z.string(),
    raw: true,
  }),
  longHeat: endpoint({
    method: 'GET',
    path: '/api/Plan/LongHeat',
    permission: readers,
    readBy: 'plan',
    summary: 'きょうの予測で、WBGT 28℃以上の作業が続けて1時間、または合わせて4時間を超える見込みの時刻。なければ null。',
    query: PlanQuery.pick({ officeId: true }),
    answer: LongHeat,
  }),
}
