import type { SafetySummary } from './safety-summary.ts'

/** So many of the alerts that called for an answer. A part is counted in the row before it that is none. */
export type ResponseRow = { readonly name: string; readonly count: number; readonly isPart: boolean }

const lastMinutes = 30

/**
 * How soon the alerts of a month were acknowledged, as screen and paper show it. The rows that are no part of
 * another make up `asked`: in time, later, and not at all.
 */
export const responseRows = ({ answered, unanswered, within, over30 }: SafetySummary['response']): ResponseRow[] => {
  const inTime = within.find(({ minutes }) => minutes === lastMinutes)?.count ?? 0
  const late = answered - inTime
  const row = (name: string, count: number) => ({ name, count, isPart: false })
  const part = (name: string, count: number) => ({ name: `うち${name}`, count, isPart: true })
  return [
    row(`${lastMinutes}分以内`, inTime),
    ...within.flatMap(({ minutes, count }) => (minutes < lastMinutes ? part(`${minutes}分以内`, count) : [])),
    row(`${lastMinutes}分を超えて確認`, late),
    row('未確認', unanswered),
    part(`${lastMinutes}分超`, over30 - late),
  ]
}
