import type { HealthRow } from '@mimamori/contract/health-condition'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import type { endpoints } from '@mimamori/contract/endpoints'
import { EXPOSURE_LINES } from '@mimamori/heat/exposure-clock'
import type { Patched } from '../kit/use-live-query.ts'

type Answer = AnswerOf<typeof endpoints.healthCondition.list>

/** What a list shows of all rows: its filters, as the server applies them. */
export type RowFilter = {
  readonly officeId?: number | undefined
  readonly groupId?: number | undefined
  readonly hidesNoData: boolean
  /** Only those at or above this level, in an emergency, or with an open report. */
  readonly minLevel?: number | undefined
  /** Only those whose time in heat is long today. */
  readonly longInHeat?: boolean
}

const isLongInHeat = ({ heatMinutesLongest, heatMinutesToday }: HealthRow): boolean =>
  (heatMinutesLongest ?? 0) >= EXPOSURE_LINES.onEnd.warned || (heatMinutesToday ?? 0) >= EXPOSURE_LINES.today.warned

const belongs = (row: HealthRow, shown: RowFilter): boolean =>
  (shown.officeId === undefined || row.officeId === shown.officeId) &&
  (shown.groupId === undefined || row.groupId === shown.groupId) &&
  !(shown.hidesNoData && row.hideData === '1') &&
  (shown.minLevel === undefined || row.emergency === '1' || row.reportedAt !== null || (row.alertLevel ?? -1) >= shown.minLevel) &&
  (shown.longInHeat !== true || isLongInHeat(row))

/** Which part of the list the rows are, and whether in its own order: the most urgent first. */
export type Page = { readonly offset: number; readonly byUrgency: boolean }

type Urgent = Pick<HealthRow, 'emergency' | 'reportedAt' | 'personalLevel' | 'alertLevel'>

// A personal level that is not known comes between 1 and 0.
const personalRank = (level: number | null): number => (level === null || level < 0 ? 1 : level * 2)

/** How urgent a row is, as the server orders its list: by emergency, open report, personal level, then total level. */
const urgencyOf = ({ emergency, reportedAt, personalLevel, alertLevel }: Urgent): number =>
  (emergency === '1' ? 200 : reportedAt !== null ? 100 : 0) + personalRank(personalLevel) * 10 + (alertLevel ?? -1) + 1

// Of a thousand people most are on other pages, and each of them reports every minute: only somebody whose level
// has its place on this page is a reason to fetch it again.
const mayEnter = (stranger: HealthRow, { data: rows, count }: Answer, { offset, byUrgency: ordered }: Page): boolean => {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined || count <= rows.length) return true
  if (!ordered) return false
  const urgency = urgencyOf(stranger)
  return urgency > urgencyOf(last) && (offset === 0 || urgency <= urgencyOf(first))
}

const isNewer = (change: HealthRow, row: HealthRow) =>
  change.alertTime === null || row.alertTime === null || Date.parse(change.alertTime) >= Date.parse(row.alertTime)

// Beside rows as urgent as theirs newcomers come last until the list is fetched: only the server orders by name.
const withNewcomers = (answer: Answer, newcomers: readonly HealthRow[]): Answer => {
  const data = inDefaultOrder([...answer.data, ...newcomers])
  const isWhole = answer.count <= answer.data.length
  return isWhole ? { ...answer, data, count: answer.count + newcomers.length } : { ...answer, data: data.slice(0, answer.data.length) }
}

/**
 * Puts changed rows in the place of the old ones, and newcomers into a first page by urgency, since a fetch may have to wait for the
 * one before. A row that no longer belongs stays, with its new values, until the next fetch, since pulling it out would move all rows
 * below it. On other pages and in other orders only a fetch moves rows and lets newcomers in.
 */
export const patchRows =
  (shown: RowFilter, page: Page) =>
  (answer: Answer, changes: readonly HealthRow[]): Patched<Answer> => {
    const byUser = new Map(changes.map((row) => [row.userId, row]))
    let touched = false
    let refetch = false
    const data = answer.data.map((row) => {
      const change = byUser.get(row.userId)
      if (change === undefined) return row
      byUser.delete(row.userId)
      // The stream and a fetch may cross; the older of the two must not win.
      if (!isNewer(change, row)) return row
      touched = true
      if (!belongs(change, shown) || urgencyOf(change) !== urgencyOf(row)) refetch = true
      // The stream is one for all viewers and carries no signal strength for those who may not see it.
      return { ...change, waveLevel: change.waveLevel ?? row.waveLevel }
    })
    const newcomers = [...byUser.values()].filter((stranger) => belongs(stranger, shown) && mayEnter(stranger, answer, page))
    const patched = touched ? { ...answer, data } : answer
    if (newcomers.length === 0) return { data: patched, refetch }
    return { data: page.byUrgency && page.offset === 0 ? withNewcomers(patched, newcomers) : patched, refetch: true }
  }

// Below any excess there is, yet finite: two missing ones must subtract to zero.
const noHeat = -1_000

/** The default order, as the server's: emergency, open report, personal level, total level, excess, all descending. What is equal stays as it came. */
export const inDefaultOrder = (rows: readonly HealthRow[]): HealthRow[] =>
  rows.toSorted((a, b) => urgencyOf(b) - urgencyOf(a) || (b.excess ?? noHeat) - (a.excess ?? noHeat))
