import { z } from 'zod'
import { alertKinds } from './alert.ts'
import { AlertTrialRequest } from './alert-trial.ts'
import { endpoint } from './endpoint.ts'
import { admins, roles } from './role.ts'
import { Day, WireDay, wireInteger } from './wire.ts'

const count = z.number().int().min(0)

/** Days that the counts of notices span at most. */
export const mostLoadDays = 92

/**
 * Alerts by what they were: a person's by their highest level, an emergency apart; the heat of the site; belts; and lines about
 * data and devices (途絶, 電池 …).
 */
export const LoadCounts = z.object({
  emergency: count,
  level3: count,
  level2: count,
  level1: count,
  siteHeat: count,
  belt: count,
  device: count,
})
export type LoadCounts = z.infer<typeof LoadCounts>

/** What became of alerts; each counts once: closed as false, answered by somebody, ended without an answer, or still waiting. */
export const LoadOutcomes = z.object({ falseAlarm: count, answered: count, endedAlone: count, waiting: count })
export type LoadOutcomes = z.infer<typeof LoadOutcomes>

/** Notices to expect of a crew of 40 in a day: personal alerts that reach level 2 and 3, and emergencies of accumulated time. */
export const CrewLoad = z.object({ level2: z.number(), level3: z.number(), emergency: z.number() })
export type CrewLoad = z.infer<typeof CrewLoad>

/** How much a site's people are notified of in a period (通知の量). Drills and withdrawn episodes do not count. */
export const AlertLoad = z.object({
  officeId: z.number().int(),
  officeName: z.string(),
  companyName: z.string(),
  from: Day,
  to: Day,
  /** Days of the period with measured people. */
  workedDays: count,
  /** People measured, and the sum of them over the days. */
  people: count,
  personDays: count,
  totals: LoadCounts.extend(LoadOutcomes.shape),
  /** How those that call for an answer were answered; what was over before its readings came (後着) does not. */
  response: z.object({ answered: count, medianSeconds: z.number().nullable(), p90Seconds: z.number().nullable() }),
  /** What was sent: each address and each browser's owner counts as one receiver of a notice. */
  notices: z.object({ received: count, mail: count, push: count, receivers: count }),
  /** Every day of the period. */
  days: z.array(LoadCounts.extend({ date: Day, received: count, wbgtMax: z.number().nullable() })),
  /** By the hour in which they began, 0 to 23. */
  hours: z.array(LoadCounts.extend({ received: count })).length(24),
  /** The commonest first. `reason` is which limit was passed, where the kind has several. */
  reasons: z.array(
    LoadOutcomes.extend({ kind: z.enum(alertKinds), reason: z.string().nullable(), level: z.number().int().nullable(), count }),
  ),
  /** Who the personal alerts were about, most alerts first; none who withdrew their consent. */
  persons: z.array(
    LoadCounts.extend(LoadOutcomes.shape).extend({ userId: z.number().int(), fullName: z.string(), groupName: z.string().nullable() }),
  ),
  /** Who received the notices, most first. An address of nobody's account has no userId. */
  receivers: z.array(
    z.object({
      userId: z.number().int().nullable(),
      name: z.string(),
      role: z.enum(roles).nullable(),
      received: count,
      /** Alerts that they were the first to answer, and their median seconds. */
      answered: count,
      medianSeconds: z.number().nullable(),
    }),
  ),
  /** A crew of 40 and day: what there was, and what to expect with the default settings. */
  crew: z.object({
    /** Null where nobody was measured. */
    actual: CrewLoad.nullable(),
    /** Null where the site's heat is not known, or too low for the table. */
    expected: z
      .object({
        /** The mean of the days' highest WBGT, and the column of the table nearest to it, °C. */
        wbgt: z.number(),
        column: z.number(),
        withMeasure: CrewLoad,
        withoutMeasure: CrewLoad,
      })
      .nullable(),
    /** Of the people measured, those whose own measure is known now. */
    measured: count,
  }),
})
export type AlertLoad = z.infer<typeof AlertLoad>

/** True where nothing happened and nothing was sent. */
export const isEmptyLoad = ({ personDays, reasons, notices }: AlertLoad): boolean =>
  personDays === 0 && reasons.length === 0 && notices.received === 0

/** What a limit that was passed is called where alerts are counted by it. */
export const loadReasonNames: Readonly<Record<string, string>> = {
  sustained: '継続心拍を超過',
  sustainedLong: '継続心拍を長く超過',
  instantaneous: '瞬時心拍を超過',
  instantaneousLong: '瞬時心拍を長く超過',
  maximum: '最大心拍を超過',
  low: '心拍が低すぎる',
  lowMean: '平均心拍が低すぎる',
  ownPeak: '本人のいつもの最高を超過',
  ownMean: '30分平均が本人の目安を超過',
  shiftMean: '30分平均がこの勤務の目安を超過',
  ageMean: '30分平均が限度を超過',
  heat: '暑さ',
  accumulated: '危険の累計',
  call: '呼出',
}

export const alertLoad = {
  read: endpoint({
    method: 'GET',
    path: '/api/AlertLoad',
    permission: admins,
    summary: '拠点の通知の量。日・時刻・段階・人・理由ごとの件数と、答えるまでの時間、40人1日あたりの見込み。92日まで。',
    query: z.object({ officeId: wireInteger(1), from: WireDay, to: WireDay }),
    answer: AlertLoad,
  }),
  startTrial: endpoint({
    method: 'POST',
    path: '/api/AlertLoad/Trial',
    permission: admins,
    summary: '保存した測定値を、いまの設定と別の設定とで判定し直して比べる（試算）。7日・200人まで。進み具合と結果は /api/Job/{id}。',
    body: AlertTrialRequest,
    answer: z.object({ jobId: z.string() }),
  }),
}
