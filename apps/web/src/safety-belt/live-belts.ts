import type { AnswerOf } from '@mimamori/contract/endpoint'
import type { endpoints } from '@mimamori/contract/endpoints'
import { beltStates, type BeltRow } from '@mimamori/contract/safety-belt'
import type { Patched } from '../kit/use-live-query.ts'

type Answer = AnswerOf<typeof endpoints.safetyBelt.list>

/** What a list shows of all rows: its filters, as the server applies them. */
export type BeltFilter = {
  readonly officeId?: number | undefined
  readonly groupId?: number | undefined
  readonly situation?: '0' | '1' | undefined
}

/** Which part of the list the rows are, and whether in its own order: the most urgent first. */
export type Page = { readonly offset: number; readonly byUrgency: boolean }

const urgency = ({ state }: BeltRow) => beltStates.indexOf(state)

const belongs = (row: BeltRow, { officeId, groupId, situation }: BeltFilter): boolean =>
  (officeId === undefined || row.officeId === officeId) &&
  (groupId === undefined || row.groupId === groupId) &&
  (situation === undefined || row.situation === situation) &&
  (row.userId !== null || row.status === '')

// Of a thousand belts most are on other pages, and each of them reports every few minutes: only one whose state has its
// place on this page is a reason to fetch it again.
const mayEnter = (stranger: BeltRow, { data: rows, count }: Answer, { offset, byUrgency }: Page): boolean => {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined || count <= rows.length) return true
  return byUrgency && urgency(stranger) < urgency(last) && (offset === 0 || urgency(stranger) >= urgency(first))
}

const isNewer = (change: BeltRow, row: BeltRow) =>
  change.alertTime === null || row.alertTime === null || Date.parse(change.alertTime) >= Date.parse(row.alertTime)

/**
 * Puts changed belts in the place of the old ones and moves none: where one is now in another state, or no longer
 * belongs, the next fetch says where its place is.
 */
export const patchBelts =
  (shown: BeltFilter, page: Page) =>
  (answer: Answer, changes: readonly BeltRow[]): Patched<Answer> => {
    const byDevice = new Map(changes.map((row) => [row.deviceId, row]))
    let touched = false
    let refetch = false
    const data = answer.data.map((row) => {
      const change = byDevice.get(row.deviceId)
      if (change === undefined) return row
      byDevice.delete(row.deviceId)
      // The stream and a fetch may cross; the older of the two must not win.
      if (!isNewer(change, row)) return row
      touched = true
      if (!belongs(change, shown) || change.state !== row.state) refetch = true
      return change
    })
    for (const stranger of byDevice.values()) if (belongs(stranger, shown) && mayEnter(stranger, answer, page)) refetch = true
    return { data: touched ? { ...answer, data } : answer, refetch }
  }
