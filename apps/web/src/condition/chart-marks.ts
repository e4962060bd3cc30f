import { type AlertEpisode, isEmergencyKind } from '@mimamori/contract/alert'
import type { HealthDetail } from '@mimamori/contract/health-condition'
import type { Grade } from '@mimamori/contract/labels'
import { worstLevelOf } from '@mimamori/contract/worst-level'
import type { Span } from '@mimamori/heat/chart/day-series'
import { gradeOf } from '../marks/grade.ts'

/** An alert's mark is drawn above the line by so many beats (spec §9), so that it does not cover what it explains. */
const marksAboveLine = 20
/** The mail of an alert goes out within so many minutes of it; one mark says both. */
const mailOfAlert = 2 * 60_000

export type ChartMark = {
  readonly key: string
  readonly at: number
  readonly bpm: number
  /** Undefined for a mail without an alert of the day. */
  readonly grade: Grade | undefined
  readonly mailed: boolean
}

type Day = Pick<HealthDetail, 'listData' | 'listAlert'>

const personal = (alert: AlertEpisode) => alert.kind === 'condition' || isEmergencyKind(alert.kind)

/** The marks of a window: the day's alerts where they began, and the mails that went out beside none of them. */
export const chartMarks = ({ listData, listAlert }: Day, window: Span, usualBpm: number): ChartMark[] => {
  const isShown = (at: number) => at >= window.from && at < window.to
  const rateAt = (at: number) => listData.findLast((item) => Date.parse(item.time) <= at && item.heartRate !== null)?.heartRate ?? null
  const mails = listData.filter((item) => item.alertMail === '1').map((item) => Date.parse(item.time))
  const alerts = listAlert.filter(personal).map((alert) => ({ alert, at: Date.parse(alert.startedAt) }))
  const isNear = (at: number, other: number) => Math.abs(at - other) <= mailOfAlert
  return [
    ...alerts.map(({ alert, at }) => ({
      key: `alert${alert.id}`,
      at,
      bpm: (rateAt(at) ?? alert.heartRate ?? usualBpm) + marksAboveLine,
      grade: gradeOf({ alertLevel: worstLevelOf(alert), emergency: alert.emergency }),
      mailed: mails.some((mail) => isNear(mail, at)),
    })),
    ...mails
      .filter((mail) => !alerts.some(({ at }) => isNear(mail, at)))
      .map((at) => ({ key: `mail${at}`, at, bpm: (rateAt(at) ?? usualBpm) + marksAboveLine, grade: undefined, mailed: true })),
  ]
    .filter((mark) => isShown(mark.at))
    .toSorted((a, b) => a.at - b.at)
}
