import { lateReportMinutes, type SelfAnswer, selfStateNames } from '@mimamori/contract/self-report'
import { dayAndClock } from '@mimamori/contract/time-words'
import { clockOf, daysBetween } from '../platform/japan-time.ts'

const when = (at: string, now: number): string => (daysBetween(Date.parse(at), now) === 0 ? clockOf(at) : dayAndClock(at))

/** つらい 13:05; with the time of receipt where it came late. */
export const lastAnswerInWords = ({ state, at, receivedAt }: SelfAnswer, now: number): string => {
  const isLate = Date.parse(receivedAt) - Date.parse(at) > lateReportMinutes * 60_000
  return `${selfStateNames[state]} ${when(at, now)}${isLate ? `（受信 ${when(receivedAt, now)}）` : ''}`
}
