import { z } from 'zod'
import { alertKinds, outcomes } from './alert.ts'
import { endpoint } from './endpoint.ts'
import { AnnouncedAlert } from './public-alert.ts'
import { admins } from './role.ts'
import { Day, Instant, Month, wireInteger } from './wire.ts'
import { hiddenFromKeys, vital } from './read-scope.ts'

const count = z.number().int().min(0)

/**
 * Episodes of heat and of the body (体調, 緊急, 現場の暑さ) by their highest level; an emergency counts as one, whatever its
 * level, beside the condition it rose from. A belt's or a silence's has no level here: see `kinds`.
 */
const ByLevel = z.object({ emergency: count, level3: count, level2: count, level1: count })

/** How alerts were followed by rest, by how many minutes later it began. */
const ByRest = z.object({ alerts: count, within30: count })

/** Minutes within which somebody has answered: the steps that are counted. */
export const answerMinutes = [3, 5, 10, 15, 30] as const

/** How heat and alerts of a site were in a month (熱中症対策 月次まとめ). Drills and withdrawn episodes do not count. */
export const SafetySummary = z.object({
  officeId: z.number().int(),
  officeName: z.string(),
  companyName: z.string(),
  /** YYYY-MM. */
  month: z.string(),
  /** True while the month runs: the figures are those up to now. */
  isRunning: z.boolean(),
  /** People of whom there is any reading at the site in the month. */
  people: count,
  totals: ByLevel,
  /** The month before; null where nothing at all is known of it. */
  previous: ByLevel.extend({ heatMinutes: count }).nullable(),
  heat: z.object({
    /** The highest WBGT, where and when. */
    highest: z.object({ wbgt: z.number(), at: Instant, place: z.string(), source: z.enum(['measured', 'public']) }).nullable(),
    /**
     * Minutes of the month at WBGT ≥28 °C or air ≥31 °C at any watcher of the site, in steps of ten; by the public station
     * where no watcher says anything.
     */
    heatMinutes: count,
    /** Stretches of an hour and more without a break of it (安衛則 第612条の2). */
    longStretches: count,
    /** Days with more than four hours of it. */
    longDays: count,
  }),
  /** One line a day of the month. */
  days: z.array(
    ByLevel.extend({
      date: Day,
      /** Highest WBGT of the site by hour, 0 to 23; null where nothing is known. */
      wbgt: z.array(z.number().nullable()).length(24),
      wbgtMax: z.number().nullable(),
      heatMinutes: count,
    }),
  ),
  /**
   * The public heat alerts for days of the month, for the area of the site's station as it is now, by day, those announced earlier
   * first; null where the site has none.
   */
  publicAlerts: z.array(AnnouncedAlert).nullable(),
  /** Episodes that began in each hour of the day, 0 to 23. */
  hours: z.array(ByLevel).length(24),
  /** Every kind, with those that did not occur. */
  kinds: z.array(z.object({ kind: z.enum(alertKinds), count })),
  /** By the group at the time, the gravest first; null, last: of no group, and of the site as a whole. */
  groups: z.array(ByLevel.extend({ groupName: z.string().nullable() })),
  /** By where heat is measured, the hottest first: each watcher, and the public station (no serial number) where one was used. */
  places: z.array(
    ByLevel.pick({ emergency: true, level3: true }).extend({
      place: z.string(),
      serialNumber: z.string().nullable(),
      source: z.enum(['measured', 'public']),
      wbgtMax: z.number().nullable(),
      heatMinutes: count,
    }),
  ),
  /**
   * How the emergencies and the episodes of level 2 and 3 were answered, counted from when they called for it: an emergency
   * from its beginning, others from level 2 on. What was over before its readings came (後着) asks nobody.
   */
  response: z.object({
    asked: count,
    answered: count,
    /** Still unanswered, or ended without anybody. With `answered` it makes up `asked`. */
    unanswered: count,
    /** Median seconds to the first answer of those that have one; null where nobody answered. */
    medianSeconds: z.number().int().nullable(),
    /** Answered within so many minutes, those of the smaller ones included. */
    within: z.array(z.object({ minutes: z.number().int(), count })),
    /**
     * Answered later than after 30 minutes, or waited for an answer so long and has none: some are of `answered`, some of
     * `unanswered`. One that recovered sooner did not.
     */
    over30: count,
  }),
  /** Every outcome, of the episodes of `totals`, so of level 1 too: they may be more than were answered. */
  outcomes: z.array(z.object({ outcome: z.enum(outcomes), count })),
  /**
   * The rests after emergencies and conditions of level 2 and 3, from when they called for one, within four hours; and the rests that
   * people took. 後着 does not count.
   */
  rests: ByRest.extend({
    /** Of `within30`. */
    within15: count,
    /** Later than after 30 minutes. */
    later: count,
    /** No rest within four hours. With `within30` and `later` it makes up `alerts`. */
    none: count,
    /** Of those that a rest followed: whose heart came down, within how many minutes (median), and of whom no heart rate is known. */
    recovery: vital(z.object({ rested: count, recovered: count, medianMinutes: z.number().int().nullable(), unknown: count })),
    /** By the hour in which they began, 0 to 23. */
    hours: z.array(ByRest).length(24),
    /**
     * By the group at the time. `due`: what the excess of its people's hours called for. `planned`: what the plans of its days asked of
     * the hours in which they were there; null where no day had a plan.
     */
    groups: z.array(
      ByRest.extend({
        groupName: z.string().nullable(),
        none: count,
        takenMinutes: count,
        dueMinutes: count,
        plannedMinutes: count.nullable(),
      }),
    ),
  }),
  exposure: z.object({
    /** Sum over people, of their own readings. */
    minutes: count,
    /** Days of people with more than four hours of it. */
    longDays: count,
    /** Those most exposed first, at most ten; none who withdrew their consent. */
    people: z.array(
      z.object({
        userId: z.number().int(),
        fullName: z.string(),
        groupName: z.string().nullable(),
        minutes: count,
        days: count,
        longDays: count,
      }),
    ),
  }),
  /** Those whose own mean passes the strain limit (働きすぎの目安) of 180 − age: for planning the work to come. */
  strain: hiddenFromKeys(
    z.object({
      count,
      /** Those furthest above it first; empty to those who do not see the own measure. */
      people: z.array(
        z.object({
          userId: z.number().int(),
          fullName: z.string(),
          groupName: z.string().nullable(),
          /** bpm. */
          ownMean: z.number(),
          limit: z.number(),
          /** Of how many shifts the own mean is the median. */
          shifts: z.number().int(),
        }),
      ),
    }),
  ),
  /** Each emergency, the oldest first. */
  emergencies: z.array(
    z.object({
      id: z.number().int(),
      at: Instant,
      fullName: z.string().nullable(),
      groupName: z.string().nullable(),
      /** Without what reveals a heart rate, an age or an excess. */
      reason: vital(z.string()),
      answeredSeconds: z.number().int().nullable(),
      outcome: z.enum(outcomes).nullable(),
    }),
  ),
})
export type SafetySummary = z.infer<typeof SafetySummary>

/** True where nothing at all happened and nothing was measured. */
export const isEmptyMonth = ({ people, kinds, heat }: SafetySummary): boolean =>
  people === 0 && heat.highest === null && kinds.every(({ count: happened }) => happened === 0)

const query = z.object({ officeId: wireInteger(1), month: Month })

export const safetySummary = {
  read: endpoint({
    method: 'GET',
    path: '/api/Report/Summary',
    permission: admins,
    readBy: 'reports',
    summary: '拠点の熱中症対策の月次まとめ。',
    query,
    answer: SafetySummary,
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/Report/Summary/Download',
    permission: admins,
    summary: '月次まとめをA4のPDF1枚で。',
    query,
    answer: z.string(),
    raw: true,
  }),
}
